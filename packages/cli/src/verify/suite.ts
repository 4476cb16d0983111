/** The whole suite, group by group, and the table it gives. */
import { bounces } from "./bounce.js";
import { type Case, type Row, runCase } from "./case.js";
import { frictions } from "./friction.js";
import { joints } from "./joints.js";
import { particles } from "./particles.js";
import { rests } from "./rest.js";
import { tops } from "./tops.js";

const groups: Readonly<Record<string, readonly Case[]>> = { bounces, rests, frictions, joints, particles, tops };

/** Every case, with the name of its group. */
export function listCases(): { readonly group: string; readonly case: Case }[] {
  return Object.entries(groups).flatMap(([group, cases]) => cases.map((entry) => ({ group, case: entry })));
}

/** Rows of one case after the other, so that a caller may look up in between. */
export function* runSuite(only?: string): Generator<readonly Row[]> {
  for (const { group, case: entry } of listCases()) {
    if (only === undefined || `${group} ${entry.name}`.includes(only)) yield runCase(group, entry);
  }
}

const columns = ["case", "what", "exact", "got", "error"] as const;

/** A table for people. */
export function formatTable(rows: readonly Row[], color: boolean): string {
  const cells = rows.map((row) => ({
    cells: [row.case, row.what, formatValue(row.exact), formatValue(row.got), formatError(row.error)],
    row,
  }));
  const widths = columns.map((title, c) => Math.max(title.length, ...cells.map((line) => [...line.cells[c]].length)));
  const lay = (line: readonly string[]) =>
    line.map((cell, c) => (c < 2 ? padEnd(cell, widths[c]) : padStart(cell, widths[c]))).join("  ");
  const paint = (text: string, pass: boolean) => (color ? `\x1b[${pass ? 32 : 31}m${text}\x1b[0m` : text);
  const lines: string[] = [lay(columns)];
  let group = "";
  for (const { cells: line, row } of cells) {
    if (row.group !== group) {
      group = row.group;
      lines.push("", group);
    }
    const verdict = row.pass ? "✓" : `✗ more than ${row.within.toExponential()}`;
    lines.push(`${lay(line)}  ${paint(verdict, row.pass)}`);
    if (row.message !== undefined) lines.push(`    ${row.message.split("\n").join("\n    ")}`);
  }
  return `${lines.join("\n")}\n`;
}

function formatValue(value: number): string {
  if (Number.isNaN(value)) return "none";
  return value === 0 ? "0" : Math.abs(value) < 1e-4 ? value.toExponential(3) : value.toPrecision(12);
}

function formatError(error: number): string {
  return Number.isNaN(error) ? "" : error === 0 ? "0" : error.toExponential(1);
}

/** By characters, not by code units. */
function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - [...text].length));
}

function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - [...text].length)) + text;
}
