/** Folders of runs that others have made, in a real browser: whatever is in them, no script of theirs runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writePage } from "../../../cli/src/report/page.js";
import type { Run } from "../../../cli/src/run-folder.js";
import { startViewer, type Viewer } from "../../../cli/src/server/viewer-server.js";
import { startBrowser, type TestBrowser } from "../support/browser.js";

const folder = mkdtempSync(join(tmpdir(), "rigor-hostile-"));
const [page, run] = [join(folder, "page"), join(folder, "run")];
/** What each tries to do. */
const act = "document.title='it ran';document.documentElement.dataset.ran='yes'";
const image = `<img src=x onerror="${act}">`;
let browser: TestBrowser;
let viewer: Viewer;

beforeAll(async () => {
  for (const path of [page, run]) mkdirSync(path);
  writeFileSync(join(page, "index.html"), `<!doctype html><script src="run/evil.js"></script>`);
  writeFileSync(join(run, "evil.js"), act);
  writeFileSync(
    join(run, "evil.html"),
    `<!doctype html><script>${act}</script>${image}<script src="evil.js"></script>`,
  );
  const open = '<svg xmlns="http://www.w3.org/2000/svg"';
  writeFileSync(join(run, "evil.svg"), `${open} onload="${act}"><script>${act}</script></svg>`);
  writeFileSync(join(run, "report.html"), writeReport());
  browser = await startBrowser();
  viewer = await startViewer({ page, run });
}, 60_000);

afterAll(async () => {
  await Promise.all([browser?.close(), viewer?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A report of a summary that is all script, as if nobody had checked it. */
function writeReport(): string {
  const figures = { duration: 1, wallSeconds: 1, worstPenetration: 0, worstConstraintError: 0, worstEnergyError: 0 };
  const texts = {
    status: image,
    error: image,
    scene: image,
    sceneHash: image,
    version: `">${image}`,
    stateHash: image,
  };
  const summary = { ...texts, ...figures, steps: image, maxContacts: image, events: { [image]: 1 }, warnings: [image] };
  const panel = { title: image, unit: image, series: [{ name: image, values: [0, 1] }] };
  const findings = {
    times: [0, 1],
    panels: [panel],
    pairs: [],
    constraints: [],
    events: [],
    eventCount: 1,
    leastGap: 0,
  };
  return writePage({ scene: { rigor: 1, description: image }, summary } as unknown as Run, findings);
}

async function hasRun(url: string): Promise<boolean> {
  const { page: opened } = await browser.open(url);
  await opened.waitForTimeout(300);
  return (await opened.title()) === "it ran" || (await opened.locator("html[data-ran]").count()) > 0;
}

test.each(["run/report.html", "run/evil.html", "run/evil.svg", "", "index.html"])("/%s", async (path) => {
  expect(await hasRun(`http://127.0.0.1:${viewer.port}/${path}`)).toBe(false);
});

test("a report that is opened as a file; while another page would", async () => {
  expect(await hasRun(pathToFileURL(join(run, "report.html")).href)).toBe(false);
  expect(await hasRun(pathToFileURL(join(run, "evil.html")).href)).toBe(true);
});
