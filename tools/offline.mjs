// What the site needs to be installed and played without a network, from the folder given: icons in the sizes
// that systems ask for, drawn from the SVG ones, and the service worker, which keeps every file of the site.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { generateSW } from "workbox-build";

const [site] = process.argv.slice(2);

const ICONS = [
  ["icon.svg", 192],
  ["icon.svg", 512],
  ["icon-maskable.svg", 512],
];

await initWasm(readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
for (const [name, width] of ICONS) {
  const drawing = await readFile(join(site, "assets", name));
  const picture = new Resvg(drawing, { fitTo: { mode: "width", value: width } }).render().asPng();
  await writeFile(join(site, "assets", name.replace(".svg", `-${width}.png`)), picture);
}

// With these the browser takes no file but the build's own: a half-uploaded update cannot mix two versions.
const withIntegrity = async (entries) => {
  for (const entry of entries) {
    const content = await readFile(join(site, entry.url));
    entry.integrity = `sha256-${createHash("sha256").update(content).digest("base64")}`;
  }
  const manifest = entries.sort((one, other) => (one.url < other.url ? -1 : 1));
  return { manifest };
};

const { warnings } = await generateSW({
  globDirectory: site,
  globPatterns: ["**/*"],
  swDest: join(site, "service-worker.js"),
  inlineWorkboxRuntime: true,
  sourcemap: false,
  maximumFileSizeToCacheInBytes: 50_000_000,
  manifestTransforms: [withIntegrity],
  // These have their version in their address. What the page has just fetched is then not fetched again.
  dontCacheBustURLsMatching: /^runtime\/|^app-|^library-/,
  // The page is one file, whatever its address asks for.
  ignoreURLParametersMatching: [/./],
  clientsClaim: true,
  cleanupOutdatedCaches: true,
});
if (warnings.length) throw new Error(warnings.join("\n"));
