/** `rigor completion`: a script that lets a shell complete verbs, options, scenes and files. */
import { Argument, type Command } from "commander";
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
      const scenes = catalogue.map(({ name }) => name);
      io.context.stdout.write(writeCompletion(shell, describeVerbs(program), scenes));
      io.end(ExitCode.good);
    });
}

/** The verbs with their options, as the help has them. */
function describeVerbs(program: Command) {
  return program.commands.map((verb) => ({
    name: verb.name(),
    about: verb.description(),
    options: [...verb.options.map(({ long, description }) => ({ long: long ?? "", about: description })), help],
    takesScene: verb.registeredArguments.some((argument) => argument.name().includes("scene")),
  }));
}

const help = { long: "--help", about: "print the help" };
