/** `rigor info`: what the folder of a run contains. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { formatJson } from "../show-text.js";
import { showExamples, type VerbIo } from "./verb.js";

export function addInfo(program: Command, io: VerbIo): void {
  program
    .command("info")
    .description("show the contents of the folder of a run")
    .argument("<dir>", "folder of a run")
    .option("--json", "print it on stdout as JSON")
    .addHelpText(
      "after",
      showExamples(
        ["rigor info runs/newtons-cradle", "summary, samples, bodies, files"],
        ["rigor info runs/newtons-cradle --json", "for programs"],
      ),
    )
    .action(async (dir: string, options: { json?: boolean }) =>
      io.end(await showInfo(dir, options.json ?? false, io.context)),
    );
}

async function showInfo(dir: string, json: boolean, { stdout }: Context): Promise<number> {
  const { describeRun, measureRun } = await import("../run-info.js");
  const info = await measureRun(dir);
  stdout.write(json ? `${formatJson(info, 2)}\n` : describeRun(info));
  return ExitCode.good;
}
