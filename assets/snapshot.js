// The memory snapshot that later visits start from: Python with our modules imported, as a gzip file, kept in
// the browser for this very build. It is made by snapshot-maker.js. Whatever is wrong with it, one starts without.
const NAME = "deltille-start";
const base = new URL("../", import.meta.url);
const key = new URL("snapshot-{{app}}-{{library}}", base).href;

export const archiveURL = new URL("{{app}}", base).href;
export const libraryURL = new URL("{{library}}", base).href;
export const indexURL = new URL("../runtime/pyodide/", import.meta.url).href;

const through = (body, transform) => new Response(body.pipeThrough(transform));

/** The snapshot, if there is a whole one; what is damaged does not pass the sum that gzip keeps. */
const read = async () => {
  const found = await (await caches.open(NAME)).match(key);
  return found && through(found.body, new DecompressionStream("gzip")).arrayBuffer();
};

/** Have it for the next visit, and none of the builds before. */
export const keep = async (snapshot) => {
  const cache = await caches.open(NAME);
  for (const { url } of await cache.keys()) {
    if (new URL("./", url).href === base.href) await cache.delete(url);
  }
  await cache.put(key, through(new Blob([snapshot]).stream(), new CompressionStream("gzip")));
};

export const isKept = async () => Boolean(await (await caches.open(NAME)).match(key));

export const forget = async () => {
  try {
    await (await caches.open(NAME)).delete(key);
  } catch {
    // Where nothing can be kept, there is nothing to forget.
  }
};

// A start from it that never came to its end, be it that the browser crashed, is not tried a second time.
const TRIED = `deltille:start:${key}`;

const readOnce = async () => {
  const { sessionStorage } = globalThis; // none in a worker
  if (sessionStorage?.getItem(TRIED)) {
    sessionStorage.removeItem(TRIED);
    return forget();
  }
  const snapshot = await read();
  if (snapshot && sessionStorage) {
    sessionStorage.setItem(TRIED, "yes");
    window.deltille.ready.then(() => sessionStorage.removeItem(TRIED));
  }
  return snapshot;
};

/** A promise for the snapshot, or for nothing. */
export const kept = readOnce().catch(forget);
