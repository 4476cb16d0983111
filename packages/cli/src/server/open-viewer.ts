/** From the folder of a run, or a scene, to a page in the browser. */
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Context, ExitCode } from "../context.js";
import { openRecording } from "../run-folder.js";
import type { SceneOverrides } from "../scene-overrides.js";
import { buildSource, readSceneSource } from "../scene-source.js";
import { CommandError } from "../verbs/verb.js";
import { startViewer, type Viewer } from "./viewer-server.js";

export interface ViewOptions extends SceneOverrides {
  /** Default any that is free. */
  readonly port?: number;
  /** Whether to open the browser; only from a terminal. */
  readonly open?: boolean;
  /** Whether to end once the page was seen to be there. */
  readonly once?: boolean;
}

/** Serves a run or a scene until Ctrl-C, and returns the exit code. */
export async function viewTarget(target: string, options: ViewOptions, context: Context): Promise<number> {
  const { stdout, stderr, signal } = context;
  context.goOn();
  const page = findPage();
  const { port = 0, open = true, once = false } = options;
  const viewer = await startViewer({ page, port, ...(await readTarget(target, options)) });
  try {
    // data for programs, the rest for people
    stdout.write(`${viewer.url}\n`);
    if (once) return await checkPage(viewer);
    stderr.write("open this address in a browser; Ctrl-C ends\n");
    const isUnfinished = existsSync(join(target, "scene.json")) && !existsSync(join(target, "summary.json"));
    if (isUnfinished) stderr.write("the run has no summary yet: the page follows it as long as it grows\n");
    if (open && stdout.isTTY === true) openBrowser(viewer.url);
    await waitFor(signal);
    return ExitCode.interrupted;
  } finally {
    await viewer.close();
  }
}

/** The built files of the studio. */
function findPage(): string {
  const require = createRequire(import.meta.url);
  const page = join(dirname(require.resolve("@rigor/studio/package.json")), "dist");
  if (!existsSync(join(page, "index.html"))) throw new CommandError("the viewer is not built yet: run `npm run build`");
  return page;
}

/** The content to serve: the files of a run, or a checked scene with its meshes in it. */
async function readTarget(target: string, overrides: SceneOverrides): Promise<{ run: string } | { scene: unknown }> {
  if (existsSync(target) && statSync(target).isDirectory()) {
    const { readSamples } = await openRecording(target);
    // the first sample says whether there is a recording
    for await (const _ of readSamples()) break;
    return { run: target };
  }
  return { scene: (await buildSource(await readSceneSource(target, overrides))).scene };
}

async function checkPage({ url }: Viewer): Promise<number> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.ok && text.includes("<canvas")) return ExitCode.good;
  throw new CommandError(`the page is not what it should be: ${response.status}`, ExitCode.failed);
}

function waitFor(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The way of each system; where there is none, the address was printed. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", url]
        : ["xdg-open", url];
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
