/** `rigor run`: a scene into a folder of results. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import type { Progress } from "../progress.js";
import type { RunMessage } from "../run-messages.js";
import { parseSetting } from "../scene-overrides.js";
import { formatJson, showName, showShort } from "../show-text.js";
import { parsePositive, showExamples, type VerbIo } from "./verb.js";

export interface RunOptions {
  readonly out?: string;
  readonly duration?: number;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly method?: Readonly<Record<string, unknown>>;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly checkpointInterval: number;
}

export function addRun(program: Command, io: VerbIo): void {
  program
    .command("run")
    .description("simulate a scene and write what happened into a folder")
    .argument("<scene>", "a scene file, or the name of a built-in scene; with --resume also the folder of a run")
    .option("-o, --out <dir>", "folder for the results (default: runs/<scene>)")
    .option("--duration <seconds>", "simulated time, instead of the scene's", parsePositive)
    .option(
      "--set <key=value>",
      "a parameter of a built-in scene, or a place in the file; may be repeated",
      parseSetting,
    )
    .option("--method <key=value>", "a key of `method`; may be repeated", parseSetting)
    .option("--resume", "go on where the run in the folder was interrupted")
    .option("--force", "throw away the run that is in the folder")
    .option("--checkpoint-interval <seconds>", "least wall-clock time between two checkpoints", parsePositive, 2)
    .option("-q, --quiet", "no progress, no summary")
    .option("--json", "print summary.json on stdout")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor run destructive-chain", "a built-in scene, into runs/destructive-chain"],
        ["rigor run scene.json --out here --duration 2", "a file, two seconds of it, into here"],
        ["rigor run newtons-cradle --method collisions=propagation", "with another impact law"],
        ["rigor run scene.json --set gravity=[0,-1.62,0]", "on the moon"],
        ["rigor run here --resume", "go on after Ctrl-C, a kill or a power cut"],
        ["rigor run scene.json --quiet --json | jq .stateHash", "for programs"],
      )}

It writes scene.json, trajectory.ndjson, events.ndjson, summary.json and animation.glb. A run that is interrupted and
resumed ends with the same files, bit for bit, as one that is not. Scene files may have up to 64 MiB.`,
    )
    .action(async (scene: string, options: RunOptions) => io.end(await runScene(scene, options, io.context)));
}

/** Milliseconds at the end of a run after which it is said what is waited for. */
const silence = 500;
/** Characters of a name before the bar. */
const longestLabel = 60;

/** Runs a scene and returns the exit code. */
export async function runScene(scene: string, options: RunOptions, context: Context): Promise<number> {
  context.goOn();
  const [{ followRun }, { createProgress }, { createSetupLine }, { describeSummary }, { readVersion }] =
    await Promise.all([
      import("../follow-run.js"),
      import("../progress.js"),
      import("../setup-line.js"),
      import("../summary-text.js"),
      import("../version.js"),
    ]);
  const { stdout, stderr, env, signal } = context;
  const { quiet = false, json = false } = options;
  let progress: Progress | null = null;
  let closing: NodeJS.Timeout | undefined;
  const setup = quiet ? null : createSetupLine(stderr, env);
  const show = (message: RunMessage) => {
    if (quiet) return;
    if (message.type === "setup") {
      setup?.update(message);
      return;
    }
    setup?.end();
    clearTimeout(closing);
    if (message.type === "ready") {
      const { name, duration, start, dir } = message;
      const anew = options.resume ? ", from the beginning: no state was saved" : "";
      const from = message.isResumed ? `, from t = ${start} s on` : anew;
      stderr.write(`${showName(name)}: ${duration} s into ${showName(dir)}${from}\n`);
      for (const warning of message.warnings) stderr.write(`warning: ${showName(warning)}\n`);
      progress = createProgress({ label: showShort(name, longestLabel), start, end: duration, output: stderr, env });
    } else if (message.type === "progress") {
      progress?.update(message.t, [`${message.events} events`, `${message.contacts} contacts`]);
    } else if (message.type === "closing") {
      closing = setTimeout(() => {
        progress?.finish();
        progress = null;
        stderr.write("all is simulated; the last samples and the animation are being written\n");
      }, silence);
    } else {
      progress?.finish();
    }
  };
  const followed = followRun({ scene, options, version: readVersion() }, signal, show);
  const { dir, summary, writing } = await followed.finally(() => {
    setup?.end();
    clearTimeout(closing);
  });
  if (json)
    stdout.write(`${formatJson(summary)}
`);
  if (writing === undefined) {
    if (!quiet) stderr.write(`${showName(dir)}: the run has ended; there is nothing to resume\n`);
    return summary.status === "complete" ? ExitCode.good : ExitCode.failed;
  }
  if (!json && !quiet) stdout.write(describeSummary(summary, dir, writing ?? undefined));
  if (summary.status === "interrupted") {
    if (!quiet) stderr.write(`interrupted; \`rigor run ${showName(dir)} --resume\` goes on\n`);
    return ExitCode.interrupted;
  }
  if (summary.status === "failed")
    stderr.write(`${showName(summary.scene)}: failed: ${showName(summary.error ?? "no reason was given")}\n`);
  return summary.status === "complete" ? ExitCode.good : ExitCode.failed;
}
