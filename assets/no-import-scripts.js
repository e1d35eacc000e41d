// In a worker, Pyodide tries importScripts to learn whether it may be used. In ours, a module, it may not; but
// Firefox logs the attempt as one to get round Trusted Types. So we say at once that there is no such thing.
if (globalThis.WorkerGlobalScope) globalThis.importScripts = undefined;
