/** `rigor start`, which is `npm start`: a scene from its beginning to a report and a page that plays it. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { parsePositive, showExamples, type VerbIo } from "./verb.js";

interface StartOptions {
  readonly once?: boolean;
  readonly open: boolean;
  readonly duration?: number;
}

const scene = "destructive-chain";
const dir = "runs/start";

export function addStart(program: Command, io: VerbIo): void {
  program
    .command("start")
    .description(`the first look: run ${scene}, write its report, and show it in the browser`)
    .option("--once", "end when the report is written; so it does where there is no terminal")
    .option("--duration <seconds>", "simulated time", parsePositive)
    .option("--no-open", "print the address, but do not open the browser")
    .addHelpText(
      "after",
      showExamples(["npm start", "the same, from the repository"], ["rigor start --once", `write into ${dir} and end`]),
    )
    .action(async (options: StartOptions) => io.end(await start(options, io.context)));
}

async function start({ once = false, open, duration }: StartOptions, context: Context): Promise<number> {
  const [{ runScene }, { reportRun }] = await Promise.all([import("./run.js"), import("./report.js")]);
  const options = { out: dir, force: true, checkpointInterval: 2, ...(duration === undefined ? {} : { duration }) };
  const code = await runScene(scene, options, context);
  if (code !== ExitCode.good || context.signal.aborted) return code;
  context.stderr.write("report: ");
  const reported = await reportRun(dir, undefined, context);
  if (reported !== ExitCode.good || once || context.stdout.isTTY !== true) {
    context.stderr.write(`\`rigor view ${dir}\` plays it\n`);
    return reported;
  }
  const { viewTarget } = await import("../server/open-viewer.js");
  return viewTarget(dir, { open }, context);
}
