/**
 * `rigor`: one file a verb, in `verbs/`. Data go to stdout, messages to stderr.
 *
 * Exit codes: 0 good, 1 a run or a check failed, 2 bad input or usage, 130 interrupted by Ctrl-C.
 */
import { Command, CommanderError } from "commander";
import { type Context, ExitCode } from "./context.js";
import { showLines } from "./show-text.js";
import { removeTrials } from "./trial-names.js";
import { addCheck } from "./verbs/check.js";
import { addCompletion } from "./verbs/completion.js";
import { addDemo } from "./verbs/demo.js";
import { addDiff } from "./verbs/diff.js";
import { addExport } from "./verbs/export.js";
import { addInfo } from "./verbs/info.js";
import { addPlot } from "./verbs/plot.js";
import { addReport } from "./verbs/report.js";
import { addRun } from "./verbs/run.js";
import { addScenes } from "./verbs/scenes.js";
import { addStart } from "./verbs/start.js";
import { CommandError, showExamples, type VerbIo } from "./verbs/verb.js";
import { addVerify } from "./verbs/verify.js";
import { addView } from "./verbs/view.js";
import { readVersion } from "./version.js";

/** In the order of the help. */
const verbs = [
  addRun,
  addScenes,
  addCheck,
  addInfo,
  addDiff,
  addPlot,
  addReport,
  addExport,
  addVerify,
  addStart,
  addDemo,
  addCompletion,
  addView,
];

const interrupt = new AbortController();
/** Whether the verb sees to its own end: see `Context.goOn`. */
let goesOn = false;
const context: Context = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupt.signal,
  goOn() {
    goesOn = true;
  },
};
listenToOutside();
process.exitCode = await run(process.argv.slice(2));

/** Runs a command line, and returns the exit code. */
async function run(args: string[]): Promise<number> {
  let code: number = ExitCode.good;
  const program = createProgram({
    context,
    end(result) {
      code = result;
    },
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return await explain(error);
  }
}

/** The command line. Each verb hands its exit code to `io.end`. */
function createProgram(io: VerbIo): Command {
  const program = new Command("rigor")
    .description("Physically based modeling with exact contact forces.")
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor scenes", "what there is to run"],
        ["rigor run destructive-chain", "run a scene, into runs/destructive-chain"],
        ["rigor info runs/destructive-chain", "what came of it"],
        ["rigor help run", "what a verb can do"],
      )}

Exit codes: 0 good, 1 a run or a check failed, 2 bad input or usage, 130 interrupted.`,
    )
    .configureOutput({ outputError: (text, write) => write(showLines(text)) })
    .showHelpAfterError("Run `rigor --help` for what there is.")
    .exitOverride();
  program.hook("preAction", (_, verb) => requireNames(verb));
  for (const addVerb of verbs) addVerb(program, io);
  for (const verb of program.commands)
    verb.showHelpAfterError(`Run \`rigor ${verb.name()} --help\` for what it takes.`);
  return program;
}

/** Names of files and folders are not empty: "" would be the folder that one is in, as of a variable that was never set. */
function requireNames(verb: Command): void {
  const { out } = verb.opts<{ out?: unknown }>();
  if (out === "") throw new CommandError('--out: must be a name, got ""');
  verb.registeredArguments.forEach((argument, k) => {
    if (verb.processedArgs[k] === "") throw new CommandError(`${argument.name()}: must be a name, got ""`);
  });
}

/** Says what went wrong, and with which code to end. */
async function explain(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.good : ExitCode.misused;
  if (error instanceof CommandError) {
    process.stderr.write(`${error.shown}\n`);
    return error.code;
  }
  // by name: the engine is not loaded for a look at the help
  if (error instanceof Error && error.name === "RigorError") {
    const { describeFaults } = await import("./fault-list.js");
    process.stderr.write(`${describeFaults(error)}\n`);
    return ExitCode.misused;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`rigor failed: ${showLines(stack)}\n`);
  return ExitCode.failed;
}

/**
 * Ctrl-C, and the signals of those who end processes politely, ask a verb that sees to its end to stop, a second one does not
 * ask; other verbs end at once, and leave nothing half written. A reader that has gone away ends what only prints, quietly.
 */
function listenToOutside(): void {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (interrupt.signal.aborted || !goesOn) process.exit(ExitCode.interrupted);
      interrupt.abort();
    });
  }
  process.on("exit", removeTrials);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" && goesOn) return;
      if (error.code === "EPIPE") process.exit(ExitCode.good);
      process.stderr.write(`rigor: cannot write: ${error.message}\n`);
      process.exit(ExitCode.failed);
    });
  }
}
