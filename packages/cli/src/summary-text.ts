/** The closing words of a run. */
import { formatDuration, formatNumber } from "./progress.js";
import type { Writing } from "./record.js";
import type { RunSummary } from "./run-folder.js";
import { showName } from "./show-text.js";

/** The summary of a run in lines; of one that has just ended, with the wall time of writing. */
export function describeSummary(summary: RunSummary, dir: string, writing?: Writing): string {
  const { status, error, events, warnings, notes = [] } = summary;
  const kinds = Object.entries(events).filter(([, count]) => count > 0);
  const happened = kinds.length === 0 ? "none" : kinds.map(([kind, count]) => `${showName(kind)} ${count}`).join(", ");
  const rows: [string, string][] = [
    ["status", error === undefined ? status : `${status}: ${showName(error)}`],
    [
      "time",
      `${formatNumber(summary.duration)} s${status === "complete" ? "" : " were asked for:"} ${
        status === "complete" ? "in " : ""
      }${summary.steps} steps, took ${formatDuration(summary.wallSeconds)}`,
    ],
    ...describeWriting(writing),
    ["events", happened],
    ["contacts", `at most ${summary.maxContacts} at once`],
    ["penetration", `${formatNumber(summary.worstPenetration)} m at worst`],
    ["constraints", `off by ${formatNumber(summary.worstConstraintError)} m or rad at worst`],
    ["energy", `balance off by ${formatNumber(summary.worstEnergyError)} of the largest term at worst`],
    ...describeAudit(summary),
    ["state hash", showName(summary.stateHash)],
    ["folder", showName(dir)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const remarks = [
    ...warnings.map((text) => `  ${"warning".padEnd(width)}  ${showName(text)}`),
    ...notes.map((text) => `  ${"note".padEnd(width)}  ${showName(text)}`),
  ];
  return `${[showName(summary.scene), ...lines, ...remarks].join("\n")}\n`;
}

/** The figures of the audit, where the run has them. */
function describeAudit(summary: RunSummary): [string, string][] {
  const { worstForceBalance: force, worstKinematicError: way, worstDissipationDrop: drop } = summary;
  const rows: [string, string][] = [];
  if (force !== undefined)
    rows.push(["forces", `balance off by ${formatNumber(force)} of the largest on a body at worst`]);
  if (way !== undefined) rows.push(["positions", `off by ${formatNumber(way)} m from where velocities lead at worst`]);
  if (drop !== undefined) rows.push(["dissipated", `falls by ${formatNumber(drop)} of the energy exchanged at worst`]);
  return rows;
}

function describeWriting(writing?: Writing): [string, string][] {
  if (writing === undefined) return [];
  const { whole, held, worked } = writing;
  const share = `${held.toFixed(3)} s, ${((100 * held) / whole).toFixed(1)} % of the run`;
  return [["writing", `${share} (${worked.toFixed(3)} s of a thread beside it)`]];
}
