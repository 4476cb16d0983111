/** `rigor check`: whether a scene can be run, without running it. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import type { Problem } from "../fault-list.js";
import { parseSetting } from "../scene-overrides.js";
import { formatJson, showName } from "../show-text.js";
import { CommandError, showExamples, type VerbIo } from "./verb.js";

interface CheckOptions {
  readonly json?: boolean;
  readonly set?: Readonly<Record<string, unknown>>;
}

export function addCheck(program: Command, io: VerbIo): void {
  program
    .command("check")
    .description("look for everything that is wrong with a scene, without running it")
    .argument("<scene>", "a scene file, or the name of a built-in scene")
    .option(
      "--set <key=value>",
      "a parameter of a built-in scene, or a place in the file; may be repeated",
      parseSetting,
    )
    .option("--json", "print what was found on stdout as JSON")
    .addHelpText(
      "after",
      `${showExamples(
        ["rigor check scene.json", "all problems at once, a line each"],
        ["rigor check scene.json --json", '{"valid":false,"problems":[{"path":"bodies[0].mass","message":"…"}]}'],
      )}

Ends with 0 if the scene is good, and with 2 if it is not.`,
    )
    .action(async (scene: string, options: CheckOptions) => io.end(await checkSource(scene, options, io.context)));
}

async function checkSource(scene: string, options: CheckOptions, context: Context): Promise<number> {
  const { json = false, set } = options;
  const { buildSource, readSceneSource } = await import("../scene-source.js");
  try {
    const source = await readSceneSource(scene, set === undefined ? {} : { set });
    const model = await buildSource(source);
    const { bodies, particles, constraints, forces, generalized, warnings } = model;
    const counts = { bodies, particles, constraints, forces, generalized };
    if (json) {
      context.stdout.write(`${formatJson({ valid: true, problems: [], warnings })}\n`);
      return ExitCode.good;
    }
    const parts = Object.entries(counts).flatMap(([name, list]) => (list.length > 0 ? [`${list.length} ${name}`] : []));
    context.stdout.write(`${showName(model.name)}: good; ${parts.length === 0 ? "empty" : parts.join(", ")}\n`);
    for (const warning of warnings) context.stderr.write(`warning: ${showName(warning)}\n`);
    return ExitCode.good;
  } catch (error) {
    if (!json) throw error;
    const problems = await listProblems(error);
    if (problems === null) throw error;
    context.stdout.write(`${formatJson({ valid: false, problems, warnings: [] })}\n`);
    return ExitCode.misused;
  }
}

/** What an error says is wrong with the scene; null if it says something else. */
async function listProblems(error: unknown): Promise<readonly Problem[] | null> {
  if (error instanceof CommandError) return [{ path: "", message: error.shown }];
  const { listFaults } = await import("../fault-list.js");
  return listFaults(error);
}
