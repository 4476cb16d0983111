/** `rigor diff`: where two runs part. */
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { type Context, ExitCode } from "../context.js";
import { formatJson } from "../show-text.js";
import { showExamples, type VerbIo } from "./verb.js";

interface DiffOptions {
  readonly tolerance: number;
  readonly json?: boolean;
}

export function addDiff(program: Command, io: VerbIo): void {
  program
    .command("diff")
    .description("show the first time and body at which two runs differ, and by how much")
    .argument("<dir>", "folder of a run")
    .argument("<other>", "folder of another run")
    .option("--tolerance <number>", "differences up to this are none", parseTolerance, 0)
    .option("--json", "print it on stdout as JSON")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor diff runs/a runs/b", "to the last bit"],
        ["rigor diff runs/a runs/b --tolerance 1e-9", "more than 1e-9 apart, in SI units"],
      )}

Ends with 0 if the runs are the same, with 1 if they differ.`,
    )
    .action(async (dir: string, other: string, options: DiffOptions) =>
      io.end(await compare(dir, other, options, io.context)),
    );
}

function parseTolerance(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value < Infinity)) {
    throw new InvalidArgumentError("It must be a number, 0 or more.");
  }
  return value;
}

async function compare(dir: string, other: string, options: DiffOptions, { stdout }: Context): Promise<number> {
  const { compareRuns, describeDifference } = await import("../run-diff.js");
  const difference = await compareRuns(dir, other, options.tolerance);
  stdout.write(options.json ? `${formatJson(difference)}\n` : describeDifference(difference));
  return difference.same ? ExitCode.good : ExitCode.failed;
}
