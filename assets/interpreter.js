// Pyodide as PyScript's `interpreter`, on the page and in workers: the same loadPyodide, told where its
// files are (PyScript would look beside this module) and saying when its work begins.
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.mjs";

const indexURL = new URL("../runtime/pyodide/", import.meta.url).href;

export { version };

export const loadPyodide = (options) => {
  globalThis.deltilleBoot?.stage("Starting Python");
  return load({ ...options, indexURL });
};
