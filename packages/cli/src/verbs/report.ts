/** `rigor report`: a run on one page. */
import { join } from "node:path";
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { showName } from "../show-text.js";
import { showExamples, type VerbIo } from "./verb.js";

export function addReport(program: Command, io: VerbIo): void {
  program
    .command("report")
    .description("write one HTML page with curves, forces, certificates and events of a run")
    .argument("<dir>", "folder of a run")
    .option("-o, --out <file>", "where to (default: <dir>/report.html); - prints it")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor report runs/bricks", "writes runs/bricks/report.html"],
        ["rigor report runs/bricks --out bricks.html", "to send to somebody"],
      )}

The page needs no other file, no script and no network.`,
    )
    .action(async (dir: string, options: { out?: string }) => io.end(await reportRun(dir, options.out, io.context)));
}

/** Writes the report of a run and returns the exit code. */
export async function reportRun(dir: string, out: string | undefined, { stdout }: Context): Promise<number> {
  const [{ readRun }, { gatherFindings }, { writePage }, { writeWholeFile }] = await Promise.all([
    import("../run-folder.js"),
    import("../report/gather.js"),
    import("../report/page.js"),
    import("../files.js"),
  ]);
  const run = await readRun(dir);
  const page = writePage(run, await gatherFindings(run));
  if (out === "-") {
    stdout.write(page);
    return ExitCode.good;
  }
  const path = out ?? join(dir, "report.html");
  writeWholeFile(path, page);
  stdout.write(`${showName(path)}\n`);
  return ExitCode.good;
}
