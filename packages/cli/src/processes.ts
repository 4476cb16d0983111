/** Whether a process is still at work, by its number and, where the system gives it, the time of its start. */
import { readdirSync, readFileSync } from "node:fs";

/** Whether the process that has this number is that one, and runs. One that has ended and waits for its parent does not. */
export function isRunning(pid: number, started: string | null): boolean {
  if (!exists(pid)) return false;
  const tasks = listTasks(pid);
  // where the system gives no state, it may be the one; unless it has ended just now
  if (tasks === null) return exists(pid);
  // another process may have got its number
  if (started !== null && readStart(pid) !== started) return false;
  return tasks.some((state) => !"ZXx".includes(state));
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, in the words of Linux. */
export function readStart(pid: number): string | null {
  return readFields(`/proc/${pid}/stat`)?.[19] ?? null;
}

/**
 * The states of the threads of a process, a letter each; null where the system gives none. The first thread of a process that was
 * killed is a zombie (Z) while another one may still be writing: the process has ended when all of them have.
 */
function listTasks(pid: number): string[] | null {
  try {
    const states = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
      return readFields(`/proc/${pid}/task/${task}/stat`)?.[0] ?? [];
    });
    return states.length > 0 ? states : null;
  } catch {
    const state = readFields(`/proc/${pid}/stat`)?.[0];
    return state === undefined ? null : [state];
  }
}

/** The fields of the system's status of a process or thread behind its name: the state, …, the start time. */
function readFields(path: string): string[] | null {
  try {
    const stat = readFileSync(path, "latin1");
    // the name, in brackets, may hold anything
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
