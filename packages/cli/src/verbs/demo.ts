import type { Command } from "commander";
import { parsePositive, showExamples, type VerbIo } from "./verb.js";

export function addDemo(program: Command, io: VerbIo): void {
  program
    .command("demo")
    .description("run scenes with known answers, and print tables of what was found beside them")
    .option("--duration <seconds>", "simulated time of the first scene", parsePositive, 6)
    .addHelpText(
      "after",
      showExamples(["rigor demo", "run it"], ["rigor demo --duration 1", "look at the first scene after one second"]),
    )
    .action(async (options: { duration: number }) => {
      const { runDemo } = await import("../demo.js");
      io.end(await runDemo(options, io.context));
    });
}
