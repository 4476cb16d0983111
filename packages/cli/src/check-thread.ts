/**
 * The thread in which `rigor check` builds a scene. The command itself stays awake, so that Ctrl-C is heard and progress is shown
 * at any time, however long that takes.
 */
import { parentPort, workerData } from "node:worker_threads";
import { ExitCode } from "./context.js";
import { describeFaults, listFaults, type Problem } from "./fault-list.js";
import { buildSource, readSceneSource } from "./scene-source.js";
import { reportSetup, type SetupMessage } from "./setup-line.js";
import { CommandError } from "./verbs/verb.js";

export interface CheckTask {
  readonly scene: string;
  readonly set: Readonly<Record<string, unknown>> | null;
}

export type CheckMessage =
  | SetupMessage
  | {
      readonly type: "good";
      readonly name: string;
      readonly counts: Readonly<Record<string, number>>;
      readonly warnings: readonly string[];
    }
  /** `code` is how the command ends by it, and null for what nobody has foreseen; so are the problems then. */
  | {
      readonly type: "bad";
      readonly message: string;
      readonly code: number | null;
      readonly problems: readonly Problem[] | null;
    };

const send = (message: CheckMessage) => parentPort?.postMessage(message);
send(await check(workerData as CheckTask).catch(explain));

async function check({ scene, set }: CheckTask): Promise<CheckMessage> {
  const source = await readSceneSource(scene, set === null ? {} : { set });
  const model = await buildSource(source, reportSetup(send));
  const { name, bodies, particles, constraints, forces, generalized, warnings } = model;
  const lists = Object.entries({ bodies, particles, constraints, forces, generalized });
  return { type: "good", name, counts: Object.fromEntries(lists.map(([key, list]) => [key, list.length])), warnings };
}

function explain(error: unknown): CheckMessage {
  if (error instanceof CommandError) {
    const { shown: message, code } = error;
    return { type: "bad", message, code, problems: [{ path: "", message }] };
  }
  if (!(error instanceof Error)) return { type: "bad", message: String(error), code: null, problems: null };
  const problems = listFaults(error);
  if (problems === null) return { type: "bad", message: error.stack ?? error.message, code: null, problems };
  return { type: "bad", message: describeFaults(error), code: ExitCode.misused, problems };
}
