/** The page as it is built from the present sources, and servers that serve it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const packages = fileURLToPath(new URL("../../..", import.meta.url));

export interface BuiltPage {
  /** The folder with the static files. */
  readonly folder: string;
  /** The address of the worker's program, from the page. */
  readonly worker: string;
  remove(): void;
}

/** Builds the page into a folder of its own, with the engine's sources rather than its last build. */
export async function buildPage(): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), "rigor-studio-"));
  await build({
    configFile: join(packages, "studio/vite.config.ts"),
    logLevel: "error",
    resolve: {
      alias: [
        { find: /^@rigor\/engine\/(\w+)$/, replacement: `${packages}/engine/src/$1/index.ts` },
        { find: /^@rigor\/scenes$/, replacement: `${packages}/scenes/src/index.ts` },
      ],
    },
    build: { outDir: folder },
  });
  const worker = readdirSync(join(folder, "assets")).find((name) => name.startsWith("worker-"));
  if (worker === undefined) throw new Error("the page was built without a worker");
  return { folder, worker: `assets/${worker}`, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The plainest of file servers, below a path: as any host of static files. */
export async function serveBelow(path: string, folder: string) {
  const server = createServer(({ url = "" }, response) => {
    const name = new URL(url, "http://host").pathname.slice(path.length) || "index.html";
    try {
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}
