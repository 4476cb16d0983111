/** `rigor check`: whether a scene can be run, without running it. */
import type { Command } from "commander";
import { type Context, ExitCode } from "../context.js";
import { parseSetting } from "../scene-overrides.js";
import { formatJson, showName } from "../show-text.js";
import { reviveError, showExamples, type VerbIo } from "./verb.js";

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
  const { json = false, set = null } = options;
  const [{ followCheck }, { createSetupLine }] = await Promise.all([
    import("../follow-check.js"),
    import("../setup-line.js"),
  ]);
  const line = createSetupLine(context.stderr, context.env);
  const found = await followCheck({ scene, set }, line.update).finally(line.end);
  if (found.type === "good") {
    const { name, counts, warnings } = found;
    if (json) {
      context.stdout.write(`${formatJson({ valid: true, problems: [], warnings })}\n`);
      return ExitCode.good;
    }
    const parts = Object.entries(counts).flatMap(([key, count]) => (count > 0 ? [`${count} ${key}`] : []));
    context.stdout.write(`${showName(name)}: good; ${parts.length === 0 ? "empty" : parts.join(", ")}\n`);
    for (const warning of warnings) context.stderr.write(`warning: ${showName(warning)}\n`);
    return ExitCode.good;
  }
  if (!json || found.problems === null) throw reviveError(found);
  context.stdout.write(`${formatJson({ valid: false, problems: found.problems, warnings: [] })}\n`);
  return ExitCode.misused;
}
