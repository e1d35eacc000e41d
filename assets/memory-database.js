// A stand-in for indexedDB that forgets: just what PyScript asks of it, for frames where storage is blocked.
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

Object.defineProperty(window, "indexedDB", { value: { open } });
