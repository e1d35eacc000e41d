// Begins the game from the parts in this file: modules are found by an import map, files by a `fetch` of our own.
"use strict";
{
  const NOWHERE = "{{nowhere}}";
  const here = new URL("./", document.baseURI).href;

  const unpack = async (part) => {
    const { path, type } = part.dataset;
    const packed = Uint8Array.from(atob(part.textContent), (letter) => letter.charCodeAt(0));
    part.remove();
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return [path, await new Response(unpacked, { headers: { "Content-Type": type } }).blob()];
  };

  const answerFrom = (parts) => {
    const browserFetch = window.fetch;
    window.fetch = async (...request) => {
      const url = new URL(request[0].url ?? request[0], document.baseURI).href;
      const part = parts.get(url.replace(NOWHERE, "").replace(here, ""));
      return part ? new Response(part) : browserFetch(...request);
    };
  };

  const mapImports = (parts) => {
    const map = document.createElement("script");
    const imports = {};
    for (const [path, part] of parts) {
      if (part.type === "text/javascript") imports[here + path] = imports[NOWHERE + path] = URL.createObjectURL(part);
    }
    map.type = "importmap";
    map.textContent = JSON.stringify({ imports });
    document.head.append(map);
  };

  // The map was the last script written in the page; from here on none may be.
  const tighten = () => {
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = "{{policy}}";
    document.head.append(policy);
  };

  const start = async () => {
    const parts = new Map(await Promise.all([...document.querySelectorAll("script[data-path]")].map(unpack)));
    answerFrom(parts);
    mapImports(parts);
    tighten();
    await import(`${NOWHERE}assets/boot.js`);
  };

  start().catch((error) => window.deltilleBoot.fail("The parts of this file could not be unpacked.", String(error)));
}
