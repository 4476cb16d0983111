/** The browser that the page is tested in: Chromium, as the system has it. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The path of Chromium: $CHROMIUM, or the first on the path; null if there is none. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

const flags = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export interface TestBrowser {
  /** Opens a page, and closes the one before. What it complains of is collected in `complaints`. */
  open(url: string, options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
  close(): Promise<void>;
}

/** Starts a browser with an empty profile. */
export async function startBrowser(): Promise<TestBrowser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("there is no Chromium: install one, or name it in $CHROMIUM");
  const profile = mkdtempSync(join(tmpdir(), "rigor-chromium-"));
  const browser = await chromium.launch({
    executablePath,
    args: flags,
    env: { ...process.env, HOME: profile } as never,
  });
  let last: BrowserContext | null = null;
  return {
    async open(url, options = {}) {
      // small: every pixel is computed by the processor
      await last?.close();
      const context = await browser.newContext({ viewport: { width: 520, height: 340 }, ...options });
      last = context;
      const page = await context.newPage();
      // a machine that does much else at the same time draws slowly
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("response", (response) => {
        if (!response.ok()) complaints.push(`${response.url()}: ${response.status()}`);
      });
      await page.goto(url);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
