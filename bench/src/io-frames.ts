/** Frames a second that the page draws, in Chromium; where there is none, that is said. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { printTable } from "./support.js";

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
/** ms. */
const longest = 180_000;

/** `bench.html?bodies=N` of the built page, for each N. */
export async function measureFrames(folder: string, counts: readonly number[]): Promise<void> {
  console.log();
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.log("frames a second: not measured, there is no Chromium ($CHROMIUM names one)");
    return;
  }
  const server = serve(folder);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
  try {
    const rows: string[][] = [];
    let renderer = "";
    for (const count of counts) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench.html?bodies=${count}`);
      const handle = await page.waitForFunction("globalThis.__fps", undefined, { timeout: longest });
      rows.push([String(count), Number(await handle.jsonValue()).toFixed(1)]);
      renderer ||= await page.evaluate(describeRenderer);
      await page.close();
    }
    printTable(["bodies", "frames a second"], rows);
    console.log(`1280 × 720, ${renderer}`);
  } finally {
    await browser.close();
    server.close();
  }
}

const describeRenderer = `(() => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  return String(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "unknown renderer");
})()`;

function findChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM ?? "", ...paths].find((path) => path !== "" && existsSync(path));
}

function serve(folder: string) {
  const server = createServer(({ url = "" }, response) => {
    const name = normalize(new URL(url, "http://host").pathname);
    try {
      const content = readFileSync(join(folder, name));
      response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return server.listen(0, "127.0.0.1");
}
