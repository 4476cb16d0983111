/**
 * `rigor`: one file a verb. Data go to stdout, messages to stderr.
 *
 * Exit codes: 0 good, 1 a check failed, 2 bad input or usage, 130 interrupted by Ctrl-C.
 */
import { readFileSync } from "node:fs";
import { RigorError } from "@rigor/engine/math";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { type Context, ExitCode } from "./context.js";
import { runDemo } from "./demo.js";

const examples = `
Examples:
  rigor demo                   run the demonstration
  rigor demo --duration 1      look at it after one second
  rigor help demo              what the verb can do

Exit codes: 0 good, 1 a check failed, 2 bad input or usage, 130 interrupted.`;

const interrupt = new AbortController();
const context: Context = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interrupt.signal,
};
listenToOutside();
process.exitCode = await run(process.argv.slice(2));

/** Runs a command line, and returns the exit code. */
async function run(args: string[]): Promise<number> {
  let code: number = ExitCode.good;
  const program = createProgram((result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return interrupt.signal.aborted ? ExitCode.interrupted : code;
  } catch (error) {
    return explain(error);
  }
}

/** The command line. Each verb hands its exit code to `end`. */
function createProgram(end: (code: number) => void): Command {
  const program = new Command("rigor")
    .description("Physically based modeling with exact contact forces.")
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", examples)
    .showHelpAfterError("Run `rigor --help` for what there is.")
    .exitOverride();
  program
    .command("demo")
    .description("run the demonstration: a progress line, then a summary")
    .option("--duration <seconds>", "simulated time", parseDuration, 6)
    .action(async (options: { duration: number }) => end(await runDemo(options, context)));
  return program;
}

function parseDuration(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Infinity))
    throw new InvalidArgumentError("It must be a number > 0.");
  return value;
}

function readVersion(): string {
  const description: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (description as { version: string }).version;
}

/** Says what went wrong, and with which code to end. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.good : ExitCode.misused;
  if (error instanceof RigorError) {
    process.stderr.write(`${error.message}\n`);
    return ExitCode.misused;
  }
  process.stderr.write(`rigor failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return ExitCode.failed;
}

/** Ctrl-C asks the verb to stop, a second one does not ask; a reader that has gone away ends the command quietly. */
function listenToOutside(): void {
  process.on("SIGINT", () => {
    if (interrupt.signal.aborted) process.exit(ExitCode.interrupted);
    interrupt.abort();
  });
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(ExitCode.good);
      process.stderr.write(`rigor: cannot write: ${error.message}\n`);
      process.exit(ExitCode.failed);
    });
  }
}
