/** Runs one verb as the command does, and keeps what it wrote. */
import { Command } from "commander";
import { CommandError, type VerbIo } from "../../src/verbs/verb.js";

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runVerb(add: (program: Command, io: VerbIo) => void, args: readonly string[]): Promise<Result> {
  let code = 0;
  const out: string[] = [];
  const err: string[] = [];
  const write = (list: string[]) => (text: string) => void list.push(text);
  const io: VerbIo = {
    context: {
      stdout: { write: write(out) },
      stderr: { write: write(err) },
      env: {},
      signal: new AbortController().signal,
      goOn() {},
    },
    end(result) {
      code = result;
    },
  };
  const program = new Command("rigor").exitOverride().configureOutput({ writeOut: write(out), writeErr: write(err) });
  add(program, io);
  for (const verb of program.commands) verb.copyInheritedSettings(program);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommandError) {
      err.push(`${error.message}\n`);
      code = error.code;
    } else if (error instanceof Error && "exitCode" in error) code = error.exitCode === 0 ? 0 : 2;
    else throw error;
  }
  return { code, stdout: out.join(""), stderr: err.join("") };
}
