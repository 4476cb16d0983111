/** `rigor scenes`: the built-in scenes. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { formatJson, showName } from "../show-text.js";
import { showExamples, type VerbIo } from "./verb.js";

export function addScenes(program: Command, io: VerbIo): void {
  program
    .command("scenes")
    .description("list the built-in scenes, a line each")
    .option("--json", "print them on stdout as JSON, with their parameters")
    .addHelpText(
      "after",
      showExamples(
        ["rigor scenes", "names and what they show"],
        ["rigor scenes --json", "with parameters and their defaults"],
        ["rigor run newtons-cradle", "run one"],
      ),
    )
    .action(async (options: { json?: boolean }) => io.end(await showScenes(options.json ?? false, io.context)));
}

async function showScenes(json: boolean, { stdout }: Context): Promise<number> {
  const { catalogue } = await import("@rigor/scenes");
  if (json) {
    const scenes = catalogue.map(({ name, line, parameters }) => ({ name, line, parameters }));
    stdout.write(`${formatJson(scenes, 2)}\n`);
    return ExitCode.good;
  }
  const width = Math.max(...catalogue.map(({ name }) => name.length));
  for (const { name, line, parameters } of catalogue) {
    const settings = Object.entries(parameters).map(([key, { default: value }]) => `${key}=${value}`);
    const tail = settings.length === 0 ? "" : ` (${settings.join(", ")})`;
    stdout.write(`${showName(`${name.padEnd(width)}  ${line}${tail}`)}\n`);
  }
  return ExitCode.good;
}
