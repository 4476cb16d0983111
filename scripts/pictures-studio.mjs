/**
 * Takes the picture of the README from the viewer, in Chromium ($CHROMIUM, or /usr/bin/chromium):
 * node scripts/pictures-studio.mjs
 *
 * studio-arch.png: an arch of wedges that stands by friction, with its contact forces, in the page as it is built.
 */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { catalogue } from "@rigor/scenes";
import { startViewer } from "../packages/cli/dist/server/viewer-server.js";

/** A dependency of the viewer's tests. */
const { chromium } = createRequire(new URL("../packages/studio/package.json", import.meta.url))("playwright-core");
const locate = (path) => fileURLToPath(new URL(path, import.meta.url));
const [scene, time, longer] = ["arch", 0.5, 6];

const viewer = await startViewer({
  page: locate("../packages/studio/dist"),
  scene: catalogue.find(({ name }) => name === scene).create(),
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width: 1000, height: 560 } });
page.setDefaultTimeout(120_000);
await page.goto(viewer.url);
const until = async (what) => {
  while ((await page.evaluate(what)) !== true) await page.waitForTimeout(50);
};
await until("studio.describe().isShown === true");
if (await page.evaluate("studio.describe().isPlaying")) await page.keyboard.press("k");
await page.evaluate(`studio.reach(${time})`);
await until(`studio.describe().end >= ${time}`);
for (let k = 0; k < longer; k++) await page.keyboard.press("+");
await page.keyboard.press("Home");
while ((await page.evaluate("studio.describe().time")) < time - 1e-9) await page.keyboard.press("ArrowRight");
// until the camera and the panels stand still
await page.waitForTimeout(1500);
await page.screenshot({ path: locate("../docs/pictures/studio-arch.png") });
console.log("docs/pictures/studio-arch.png");
await browser.close();
await viewer.close();
