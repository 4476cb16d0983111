/** `rigor export`: a run for other programs. */
import { join } from "node:path";
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { showName } from "../show-text.js";
import { CommandError, parsePositive, showExamples, type VerbIo } from "./verb.js";

interface ExportOptions {
  readonly gltf?: boolean;
  readonly csv?: boolean;
  readonly parquet?: boolean;
  readonly out?: string;
  readonly error?: number;
}

export function addExport(program: Command, io: VerbIo): void {
  program
    .command("export")
    .description("write a run as a glTF animation, or as tables in CSV or Parquet")
    .argument("<dir>", "folder of a run")
    .option("--gltf", "an animation with key frames: <dir>/animation.glb")
    .option("--csv", "tables of bodies, contacts, energy, events …: <dir>/csv/*.csv")
    .option("--parquet", "the same tables: <dir>/parquet/*.parquet")
    .option("-o, --out <path>", "the folder of the tables; with --gltf alone, the file")
    .option("--error <metres>", "how far the animation may be from the recording (default: 0.0001)", parsePositive)
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor export runs/bricks --gltf", "for Blender, three.js and the like"],
        ["rigor export runs/bricks --gltf --error 0.01 --out small.glb", "fewer key frames, a smaller file"],
        ["rigor export runs/bricks --csv --parquet", "for pandas, R, DuckDB, spreadsheets"],
      )}

Numbers in tables are the doubles of the recording, to the last bit.`,
    )
    .action(async (dir: string, options: ExportOptions) => io.end(await exportRun(dir, options, io.context)));
}

async function exportRun(dir: string, options: ExportOptions, { stdout, stderr }: Context): Promise<number> {
  const { gltf = false, csv = false, parquet = false, out, error } = options;
  if (!gltf && !csv && !parquet) throw new CommandError("say what to write: --gltf, --csv or --parquet");
  if (error !== undefined && !gltf) throw new CommandError("--error: goes with --gltf");
  const { readRun } = await import("../run-folder.js");
  const run = await readRun(dir);
  const formats = (["csv", "parquet"] as const).filter((format) => (format === "csv" ? csv : parquet));
  for (const format of formats) {
    const [{ exportTables }, { refuseLink }] = await Promise.all([
      import("../export/export-run.js"),
      import("../files.js"),
    ]);
    // a link in the folder of a run may lead anywhere
    if (out === undefined) refuseLink(join(dir, format));
    for (const path of await exportTables(run, out ?? join(dir, format), format)) stdout.write(`${showName(path)}\n`);
  }
  if (gltf) {
    const { writeAnimation } = await import("../gltf/animation.js");
    const path = out === undefined ? undefined : csv || parquet ? join(out, "animation.glb") : out;
    const limits = { ...(error === undefined ? {} : { error }), ...(path === undefined ? {} : { path }) };
    const report = await writeAnimation(dir, limits);
    const share = `${report.keys} keys for ${report.samples} samples`;
    stdout.write(`${showName(report.path)}\n`);
    stderr.write(`${showName(report.path)}: ${share}, within ${report.worst.toExponential(1)} m of the recording\n`);
  }
  return ExitCode.good;
}
