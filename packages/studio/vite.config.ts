import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Static files with relative addresses: they work below any path of any server. */
export default defineConfig({
  root: here,
  base: "./",
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: `${here}dist`,
    emptyOutDir: true,
    // three.js is one part of some 600 kB, the page and the worker are others
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: [`${here}index.html`, `${here}bench.html`],
      // how long plugins took is no warning
      checks: { pluginTimings: false },
    },
  },
});
