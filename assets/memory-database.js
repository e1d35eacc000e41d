// PyScript opens a database at every start, on the page and in its workers, and stops for good where storage
// is blocked. There we put a stand-in that forgets: just what PyScript asks of an indexedDB.
const storageWorks = () =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open("deltille:probe");
      request.onsuccess = () => resolve(!request.result.close());
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });

const later = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ target: request }));
  return request;
};

const open = () => {
  const entries = new Map();
  const store = {
    get: (key) => later(entries.get(key)),
    getKey: (key) => later(entries.has(key) ? key : undefined),
    getAllKeys: () => later([...entries.keys()]),
    put: (value, key) => later(entries.set(key, value) && key),
    delete: (key) => later(void entries.delete(key)),
    clear: () => later(entries.clear()),
    count: () => later(entries.size),
  };
  return later({ transaction: () => ({ objectStore: () => store }), close() {} });
};

if (!(await storageWorks())) Object.defineProperty(globalThis, "indexedDB", { value: { open } });
