/** `rigor view`: a run or a scene in the browser. */
import { type Command, InvalidArgumentError } from "commander";
import { parseSetting } from "../scene-overrides.js";
import type { ViewOptions } from "../server/open-viewer.js";
import { showExamples, type VerbIo } from "./verb.js";

export function addView(program: Command, io: VerbIo): void {
  program
    .command("view")
    .description("show a run, or a scene simulated live, in the browser")
    .argument("<target>", "the folder of a run, a scene file, or the name of a built-in scene")
    .option("--port <number>", "port to serve on (default: any that is free)", parsePort)
    .option("--set <key=value>", "of a scene: a parameter or a place in the file; may be repeated", parseSetting)
    .option("--method <key=value>", "of a scene: a key of `method`; may be repeated", parseSetting)
    .option("--no-open", "print the address, but do not open the browser")
    .option("--once", "end once the page was served")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor view runs/dominoes", "play a run that was recorded"],
        ["rigor view scene.json", "simulate a scene in the page; pull its bodies with the mouse"],
        ["rigor view newtons-cradle --port 8080 --no-open", "a built-in scene, at a fixed address"],
      )}

It serves on this machine's own address alone, until Ctrl-C. Press ? in the page for its keys.`,
    )
    .action(async (target: string, options: ViewOptions) => {
      const { viewTarget } = await import("../server/open-viewer.js");
      io.end(await viewTarget(target, options, io.context));
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError("It must be a port, 0 to 65535.");
  return port;
}
