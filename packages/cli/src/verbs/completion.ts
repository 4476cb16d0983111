/** `rigor completion`: a script that lets a shell complete verbs, options, scenes and files. */
import { Argument, type Command } from "commander";
import type { OptionDescription, VerbDescription } from "../completion.js";
import { ExitCode } from "../context.js";
import { showExamples, type VerbIo } from "./verb.js";

const shells = ["bash", "zsh", "fish"] as const;

export function addCompletion(program: Command, io: VerbIo): void {
  program
    .command("completion")
    .description("print a script that lets your shell complete rigor's verbs, options and scenes")
    .addArgument(new Argument("<shell>", "your shell").choices(shells))
    .addHelpText(
      "after",
      showExamples(
        ["source <(rigor completion bash)", "in ~/.bashrc"],
        ["source <(rigor completion zsh)", "in ~/.zshrc, after compinit"],
        ["rigor completion fish > ~/.config/fish/completions/rigor.fish", ""],
      ),
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { writeCompletion } = await import("../completion.js");
      const { catalogue } = await import("@rigor/scenes");
      const verbs = describeVerbs(
        program,
        catalogue.map(({ name }) => name),
      );
      io.context.stdout.write(writeCompletion(shell, verbs));
      io.end(ExitCode.good);
    });
}

/** The verbs with their options, as the help has them. */
function describeVerbs(program: Command, scenes: readonly string[]): VerbDescription[] {
  const verbs = program.commands.map((verb): VerbDescription => {
    const takes = verb.registeredArguments;
    const options = verb.options.map(({ long, description, required, flags }): OptionDescription => {
      const value = !required ? "none" : /<(dir|file|path)>/.test(flags) ? "file" : "text";
      return { long: long ?? "", about: description, value };
    });
    const takesScene = takes.some((argument) => argument.description.includes("built-in scene"));
    const choices = takes.flatMap(({ argChoices = [] }) => argChoices);
    return {
      name: verb.name(),
      about: verb.description(),
      options: [...options, { long: "--help", about: "print the help", value: "none" }],
      words: takesScene ? scenes : choices,
      takesFile: takes.length > 0 && choices.length === 0,
    };
  });
  const names = verbs.map(({ name }) => name);
  return [...verbs, { name: "help", about: "print the help of a verb", options: [], words: names, takesFile: false }];
}
