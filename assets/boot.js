// Brings PyScript up, under a strict Content-Security-Policy and wherever storage is blocked.
import "./picture.js";
import "./snapshot.js"; // is looked for from now on

const boot = window.deltilleBoot;
const address = (path) => new URL(path, document.baseURI).href;

// PyScript starts its workers from blob: addresses; nothing else may become a script, and no markup at all.
window.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => {
    const { protocol, origin } = new URL(url, document.baseURI);
    const isOurs = origin === location.origin && origin !== "null"; // which is anybody's, such as of data:
    return protocol === "blob:" || isOurs ? url : null;
  },
});

// In a frame without an origin, and from disk, Chromium starts no module from a blob: address, and no address
// can be resolved there. What PyScript starts its workers from will do as a plain script once it is in a
// function: there it may `await`, and be told of another `location`.
if (window.origin === "null") {
  const { createObjectURL } = URL;
  const begin = "(async (location) => {\n";
  const end = `\n})({ href: ${JSON.stringify(location.href)} })`;
  URL.createObjectURL = (blob) =>
    createObjectURL(blob.type === "text/javascript" ? new Blob([begin, blob, end], blob) : blob);
  window.Worker = class extends Worker {
    constructor(url, options) {
      super(url, { ...options, type: "classic" });
    }
  };
}

// The big files are fetched at once, before anybody asks, and their bytes counted as they come.
// The sizes are the build's, since a host that compresses does not tell them.
const sizes = JSON.parse(document.getElementById("downloads").textContent);
const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
const browserFetch = window.fetch;
let loaded = 0;

const fail = (request, reason) => {
  const file = new URL(request.url ?? request, document.baseURI).pathname.split("/").pop();
  boot.fail(`The file ${file} could not be loaded.`, String(reason));
};

const fetchOrFail = async (...request) => {
  try {
    const response = await browserFetch(...request);
    if (!response.ok) fail(request[0], `${response.status} ${response.url}`);
    return response;
  } catch (error) {
    fail(request[0], error);
    throw error;
  }
};

const fetchCounted = async (url) => {
  const response = await fetchOrFail(url);
  if (response.ok) count(response.clone().body).catch((error) => fail(url, error));
  return response;
};

const count = async (body) => {
  const reader = body.getReader();
  for (let part; !(part = await reader.read()).done; ) boot.progress((loaded += part.value.length), total);
};

const early = new Map(Object.keys(sizes).map((path) => [address(path), fetchCounted(address(path))]));

window.fetch = (...request) => {
  const url = address(request[0].url ?? request[0]);
  const response = early.get(url);
  early.delete(url);
  return response ?? fetchOrFail(...request);
};

const start = async () => {
  await import("./memory-database.js");
  const { hooks } = await import("../runtime/pyscript/core.js");
  // These are compiled with eval, which our policy forbids, even on a page without workers.
  for (const hook of Object.values(hooks.worker)) hook.clear();
  hooks.main.onReady.add(({ io }) => {
    boot.stage("Setting the table");
    reportErrors(io);
  });
};

// PyScript prints what Python raises and goes on; here it reaches the error panel as well.
const reportErrors = (io) => {
  const { stderr } = io;
  io.stderr = (message, ...rest) => {
    if (message instanceof Error) boot.report("Python stopped with an error.", message.message);
    return stderr(message, ...rest);
  };
};

start().catch((error) => boot.fail("PyScript could not be loaded.", String(error)));
