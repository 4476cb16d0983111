/** `rigor plot`: curves of a run as pictures. */
import { extname, join } from "node:path";
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { showName } from "../show-text.js";
import { CommandError, showExamples, type VerbIo } from "./verb.js";

interface PlotOptions {
  readonly what?: readonly string[];
  readonly out?: string;
  readonly dark?: boolean;
}

export function addPlot(program: Command, io: VerbIo): void {
  program
    .command("plot")
    .description("draw energy, momentum, forces or coordinates of a run, as SVG and PNG")
    .argument("<dir>", "folder of a run")
    .option("-w, --what <name...>", "energy, momentum, force, contacts, or <id>.p.y and the like (default: energy)")
    .option("-o, --out <file>", "FILE.svg or FILE.png; - prints SVG (default: <dir>/plot.svg and plot.png)")
    .option("--dark", "light lines on dark ground")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor plot runs/bricks", "energy, into runs/bricks/plot.svg and plot.png"],
        ["rigor plot runs/bricks --what force momentum", "one frame below the other"],
        ["rigor plot runs/bricks --what ball.p.y ball.v.y", "heights and speeds of a body"],
        ["rigor plot runs/chain --what hinge.force --out f.png", "the force of a constraint, as PNG alone"],
        ["rigor plot runs/bricks --out - > energy.svg", "SVG on stdout"],
      )}

Names: energy, momentum, force (of contacts, by pairs), contacts (how many); p, q, v, w of a body; p, v of a particle;
force, torque, error of a constraint; u, rate, p of a body in its own coordinates. With .x, .y, .z, .w one component.`,
    )
    .action(async (dir: string, options: PlotOptions) => io.end(await plotRun(dir, options, io.context)));
}

async function plotRun(dir: string, options: PlotOptions, { stdout }: Context): Promise<number> {
  const { what = ["energy"], out, dark = false } = options;
  const type = out === undefined || out === "-" ? "" : extname(out).toLowerCase();
  if (out !== undefined && out !== "-" && type !== ".svg" && type !== ".png") {
    throw new CommandError(`--out ${out}: must end with .svg or .png`);
  }
  const [{ readRun }, { gatherPanels }, { darkTheme, drawChart, lightTheme }, { writeWholeFile }] = await Promise.all([
    import("../run-folder.js"),
    import("../plot/gather.js"),
    import("../plot/chart.js"),
    import("../files.js"),
  ]);
  const run = await readRun(dir);
  const { times, panels } = await gatherPanels(run, what);
  const title = `${run.scene.name ?? run.summary.scene}: ${what.join(", ")}`;
  const svg = drawChart(times, panels, { theme: dark ? darkTheme : lightTheme, title });
  if (out === "-") {
    stdout.write(svg);
    return ExitCode.good;
  }
  const paths = out === undefined ? [join(dir, "plot.svg"), join(dir, "plot.png")] : [out];
  for (const path of paths) {
    const png = extname(path).toLowerCase() === ".png";
    writeWholeFile(path, png ? (await import("../plot/png.js")).renderPng(svg) : svg);
    stdout.write(`${showName(path)}\n`);
  }
  return ExitCode.good;
}
