/** Before the tests: Chromium is installed if it is missing, so that the test command needs nothing else. */
import { spawnSync } from "node:child_process";
import { findChromium } from "./browser.js";

export default function installBrowser(): void {
  if (findChromium() !== null) return;
  process.stderr.write("the viewer's tests need a browser: installing chromium\n");
  const isRoot = process.getuid?.() === 0;
  const install = (...args: string[]) =>
    spawnSync(isRoot ? "apt-get" : "sudo", isRoot ? args : ["-n", "apt-get", ...args], {
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      maxBuffer: 1 << 26,
    });
  // package lists may be missing, or older than what the server has
  const packages = ["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
  const first = install(...packages);
  if (first.status === 0 && findChromium() !== null) return;
  install("update");
  const second = install(...packages);
  if (second.status === 0 && findChromium() !== null) return;
  const why = [second.error?.message, second.stderr].filter(Boolean).join("\n");
  throw new Error(`Chromium cannot be installed; install it yourself, or name it in $CHROMIUM.\n${why}`);
}
