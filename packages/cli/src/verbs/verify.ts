/** `rigor verify`: scenes with known answers, and how near the engine comes. */
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { CommandError, showExamples, type VerbIo } from "./verb.js";

interface VerifyOptions {
  readonly only?: string;
  readonly json?: boolean;
}

export function addVerify(program: Command, io: VerbIo): void {
  program
    .command("verify")
    .description("run scenes with answers in closed form, and print exact value, value found and error of each")
    .option("--only <text>", "only cases whose group or name has this text")
    .option("--json", "print the rows on stdout as JSON")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor verify", "all cases; ends with 1 if one fails"],
        ["rigor verify --only bounces", "one group: bounces, rests, joints, particles, tops"],
        ["rigor verify --json | jq '.[] | select(.pass | not)'", "for programs"],
      )}

Errors are relative to the larger of 1 and the exact value.`,
    )
    .action(async (options: VerifyOptions) => io.end(await verify(options, io.context)));
}

async function verify({ only, json = false }: VerifyOptions, context: Context): Promise<number> {
  const { stdout, stderr, env, signal } = context;
  context.goOn();
  const { formatTable, runSuite } = await import("../verify/suite.js");
  const began = performance.now();
  const rows = [];
  for (const some of runSuite(only)) {
    rows.push(...some);
    // Ctrl-C is heard between two cases
    await yieldToEvents();
    if (signal.aborted) return ExitCode.interrupted;
  }
  if (rows.length === 0) throw new CommandError(`--only ${only}: no case has this text in its group or name`);
  const color = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : formatTable(rows, color));
  const failed = rows.filter(({ pass }) => !pass);
  const worst = rows.reduce((most, { error }) => Math.max(most, error), 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const verdict = failed.length === 0 ? "all hold" : `${failed.length} do not hold`;
  stderr.write(`\n${rows.length} values, ${verdict}; largest error ${worst.toExponential(1)}; ${seconds} s\n`);
  return failed.length === 0 ? ExitCode.good : ExitCode.failed;
}
