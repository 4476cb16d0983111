/**
 * The common parts of the verbs of the command. A verb is a file of this folder with a function that adds it to the program:
 *
 *   export function addInfo(program: Command, io: VerbIo): void {
 *     program.command("info").argument("<dir>", "folder of a run")
 *       .action(async (dir) => io.end(await showInfo(dir, io.context)));
 *   }
 *
 * Heavy modules are loaded inside the action, so that `rigor --help` answers at once.
 */
import { InvalidArgumentError } from "commander";
import { type Context, ExitCode } from "../context.js";
import { showName } from "../show-text.js";

export interface VerbIo {
  readonly context: Context;
  /** Takes the exit code of the verb. */
  end(code: number): void;
}

/**
 * An error that the user can correct or must know: one message without a stack, in one line unless several are given. The exit
 * code is 2 (bad input) unless `code` is another.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;
  private readonly lines: readonly string[];

  constructor(message: string | readonly string[], code: number = ExitCode.misused) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"));
    this.lines = lines;
    this.code = code;
  }

  /** As it may be written to a terminal, whatever names are in it. */
  get shown(): string {
    return this.lines.map(showName).join("\n");
  }
}

/** The examples at the end of a verb's help. */
export function showExamples(...examples: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...examples.map(([command]) => command.length));
  return `\nExamples:\n${examples.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join("\n")}`;
}

/** A number above zero, as the value of an option. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Infinity))
    throw new InvalidArgumentError("It must be a finite number > 0.");
  return value;
}

/** An error of another thread, as it was shown there; without a code it is one that nobody has foreseen. */
export function reviveError({ message, code }: { readonly message: string; readonly code: number | null }): Error {
  if (code === null) return Object.assign(new Error(message), { stack: message });
  return new CommandError(message.split("\n"), code);
}
