/** The contents of the folder of a run, counted by reading it through. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { formatNumber } from "./progress.js";
import { openRecording, type Run, type RunSummary, readRun } from "./run-folder.js";
import { showName } from "./show-text.js";
import { describeSummary } from "./summary-text.js";

export interface RunInfo {
  readonly dir: string;
  /** Null of a run that is under way, or was killed. */
  readonly summary: RunSummary | null;
  readonly samples: number;
  /** s. */
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly events: number;
  readonly bodies: readonly string[];
  readonly particles: readonly string[];
  readonly constraints: readonly string[];
  readonly generalized: readonly string[];
  /** Bytes by name. */
  readonly files: Readonly<Record<string, number>>;
}

export async function measureRun(dir: string): Promise<RunInfo> {
  const isOver = existsSync(join(dir, "summary.json"));
  const run = isOver || !existsSync(join(dir, "trajectory.ndjson")) ? await readRun(dir) : await openRecording(dir);
  let samples = 0;
  let firstTime: number | null = null;
  let lastTime: number | null = null;
  let ids: Pick<RunInfo, "bodies" | "particles" | "constraints" | "generalized"> | null = null;
  for await (const { t, bodies, particles, constraints, generalized = {} } of run.readSamples()) {
    firstTime ??= t;
    lastTime = t;
    samples++;
    ids ??= {
      bodies: Object.keys(bodies),
      particles: Object.keys(particles),
      constraints: Object.keys(constraints),
      generalized: Object.keys(generalized),
    };
  }
  let events = 0;
  for await (const _ of run.readEvents()) events++;
  const files = readdirSync(dir)
    .sort()
    .flatMap((name): [string, number][] => {
      // what a link leads to is no part of the folder, and may not be there
      const found = lstatSync(join(dir, name), { throwIfNoEntry: false });
      return found?.isFile() === true ? [[name, found.size]] : [];
    });
  const none = { bodies: [], particles: [], constraints: [], generalized: [] };
  const counts = { samples, firstTime, lastTime, events };
  const summary = "summary" in run ? (run as Run).summary : null;
  return { dir, summary, ...counts, ...(ids ?? none), files: Object.fromEntries(files) };
}

/** Names that are listed before the rest is counted. */
const mostNames = 12;

export function describeRun(info: RunInfo): string {
  const { samples, firstTime, lastTime, events, files } = info;
  const span =
    firstTime === null || lastTime === null ? "" : `, t = ${formatNumber(firstTime)} … ${formatNumber(lastTime)} s`;
  const rows: [string, string][] = [
    ["samples", `${samples}${span}`],
    ["events", String(events)],
  ];
  for (const kind of ["bodies", "particles", "constraints", "generalized"] as const) {
    if (info[kind].length > 0) rows.push([kind, listNames(info[kind])]);
  }
  for (const [name, size] of Object.entries(files)) rows.push([showName(name), formatSize(size)]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const unfinished = `${showName(info.dir)}\n  under way, or killed: it has no summary.json; go on with rigor run … --resume\n`;
  const head = info.summary === null ? unfinished : describeSummary(info.summary, info.dir);
  return `${head}\n${lines.join("\n")}\n`;
}

function listNames(names: readonly string[]): string {
  const more = names.length > mostNames ? `, … (${names.length})` : "";
  return `${names.slice(0, mostNames).map(showName).join(", ")}${more}`;
}

/** 512 B, 4.2 kB, 13 MB. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  const k = Math.min(units.length - 1, Math.floor((String(bytes).length - 1) / 3) - 1);
  return `${(bytes / 1000 ** (k + 1)).toPrecision(3)} ${units[k]}`;
}
