/** The report of a run as one HTML file that needs nothing else: no script, no picture, no font from elsewhere. */
import type { SceneFile } from "@rigor/engine/scene";
import { isAudited, listBounds, reportsBroken } from "@rigor/engine/world";
import { drawChart, escapeText, pageTheme } from "../plot/chart.js";
import { formatNumber } from "../progress.js";
import type { Run, RunSummary } from "../run-folder.js";
import type { ConstraintForces, Findings, PairForces } from "./gather.js";
import { style } from "./style.js";

export function writePage(run: Run, findings: Findings): string {
  const { scene, summary } = run;
  const name = scene.name ?? summary.scene;
  const sections = [
    writeHead(scene, summary, name),
    section("Curves", writeCharts(findings)),
    section("Forces", writeForces(findings)),
    section("Certificates", writeCertificates(scene, summary, findings)),
    section("Events", writeEvents(summary, findings)),
    section("Scene", writeScene(scene)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="rigor ${escapeText(summary.version)}">
<title>${escapeText(name)}: report</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function section(title: string, body: string): string {
  return `<section>\n<h2>${title}</h2>\n${body}\n</section>`;
}

function writeHead(scene: SceneFile, summary: RunSummary, name: string): string {
  const { status, error, events } = summary;
  const happened = Object.values(events).reduce((sum, count) => sum + count, 0);
  const cards: [string, string][] = [
    ["simulated time", `${formatFigure(summary.duration)} s`],
    ["wall-clock time", `${formatFigure(summary.wallSeconds)} s`],
    ["steps", group(summary.steps)],
    ["events", group(happened)],
    ["contacts at once", group(summary.maxContacts)],
    ["worst penetration", `${formatFigure(summary.worstPenetration)} m`],
    ["worst constraint error", formatFigure(summary.worstConstraintError)],
    ["energy balance off by", formatFigure(summary.worstEnergyError)],
  ];
  const { worstForceBalance, worstKinematicError } = summary;
  const isOff =
    summary.warnings.some(reportsBroken) || listCertificates(scene, summary, Infinity).some(({ holds }) => !holds);
  const isLeft = !isOff && status === "complete" && !isAudited(scene.method ?? {});
  const mark = isOff ? "failed" : isLeft ? "interrupted" : escapeText(status);
  const words = status !== "complete" ? "" : isOff ? ", off its bounds" : isLeft ? ", not audited" : "";
  if (worstForceBalance !== undefined) cards.push(["force balance off by", formatFigure(worstForceBalance)]);
  if (worstKinematicError !== undefined) cards.push(["positions off by", `${formatFigure(worstKinematicError)} m`]);
  return `<header>
<h1>${escapeText(name)} <span class="status ${mark}">${escapeText(status)}${words}</span></h1>
${scene.description ? `<p>${escapeText(scene.description)}</p>` : ""}
${error ? `<p class="bad">${escapeText(error)}</p>` : ""}
<p class="faint">rigor ${escapeText(summary.version)} · scene <code>${escapeText(summary.sceneHash)}</code> · state <code>${escapeText(summary.stateHash)}</code></p>
<dl class="cards">
${cards.map(([what, value]) => `<div><dt>${escapeText(what)}</dt><dd>${escapeText(value)}</dd></div>`).join("\n")}
</dl>
</header>`;
}

function writeCharts({ times, panels }: Findings): string {
  const figures = panels.map((panel) => {
    const chart = drawChart(times, [panel], { theme: pageTheme, title: panel.title, width: 440, height: 250 });
    return `<figure>${chart}</figure>`;
  });
  return `<div class="charts">\n${figures.join("\n")}\n</div>`;
}

/** Cells are text; those of a mark are written as they are. */
type Column<T> = readonly [head: string, cell: (row: T) => string, kind?: "left" | "wrap" | "mark"];

function writeTable<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const style = (kind?: string) => (kind === undefined ? ' class="n"' : kind === "wrap" ? ' class="wrap"' : "");
  const head = columns.map(([title, , kind]) => `<th${style(kind)}>${escapeText(title)}</th>`).join("");
  const write = (text: string, kind?: string) => (kind === "mark" ? text : escapeText(text));
  const lines = rows.map(
    (row) => `<tr>${columns.map(([, cell, kind]) => `<td${style(kind)}>${write(cell(row), kind)}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table></div>`;
}

/** Rows of a table of forces. */
const mostRows = 40;

function writeForces({ pairs, constraints }: Findings): string {
  const touching = pairs.slice(0, mostRows);
  const pairColumns: Column<PairForces>[] = [
    ["contact", ({ pair }) => pair, "left"],
    ["largest, N", ({ peak }) => formatFigure(peak)],
    ["at, s", ({ peakTime }) => (Number.isNaN(peakTime) ? "" : formatFigure(peakTime))],
    ["at the end, N", ({ last }) => formatFigure(last)],
    ["largest friction, N", ({ friction }) => formatFigure(friction)],
    ["collisions", ({ collisions }) => group(collisions)],
    ["impulse of all, N·s", ({ impulse }) => formatFigure(impulse)],
  ];
  const constraintColumns: Column<ConstraintForces>[] = [
    ["constraint", ({ id }) => id, "left"],
    ["type", ({ type }) => type, "left"],
    ["largest force, N", ({ peak }) => formatFigure(peak)],
    ["at, s", ({ peakTime }) => formatFigure(peakTime)],
    ["largest torque, N·m", ({ peakTorque }) => formatFigure(peakTorque)],
    ["worst error", ({ worstError }) => formatFigure(worstError)],
  ];
  const parts: string[] = [];
  if (pairs.length > 0)
    parts.push(writeTable(touching, pairColumns), writeRest(pairs.length - touching.length, "pairs"));
  if (constraints.length > 0) {
    const ranked = [...constraints].sort((a, b) => b.peak - a.peak).slice(0, mostRows);
    parts.push(writeTable(ranked, constraintColumns), writeRest(constraints.length - ranked.length, "constraints"));
  }
  return parts.length === 0 ? `<p class="faint">There were no contacts and no constraints.</p>` : parts.join("\n");
}

function writeRest(count: number, what: string): string {
  return count > 0 ? `<p class="faint">and ${group(count)} more ${what}, with smaller forces</p>` : "";
}

interface Certificate {
  readonly what: string;
  readonly worst: string;
  readonly bound: string;
  readonly holds: boolean;
}

/** The guarantees of the engine beside the figures of the run; the least gap of all samples may be ∞. */
function listCertificates(scene: SceneFile, summary: RunSummary, leastGap: number): Certificate[] {
  const { tolerance = 1e-8, contactTolerance = 1e-7, integrator = "dopri5" } = scene.method ?? {};
  const bounds = listBounds({ tolerance, contactTolerance, integrator }, summary.warnings);
  const judged = (what: string, value: number, unit: string, bound: number): Certificate => ({
    what,
    worst: `${formatFigure(value)}${unit}`,
    bound: `≤ ${bound.toExponential()}${unit}`,
    // a figure that was no number is null in the file
    holds: Number.isFinite(value) && value <= bound,
  });
  const rows = [judged("penetration, at any time", summary.worstPenetration, " m", contactTolerance)];
  if (leastGap < Infinity)
    rows.push(judged("depth of any contact at a sample", Math.max(0, -leastGap), " m", contactTolerance));
  const isExact = isAudited({ integrator });
  if (isExact && (scene.constraints ?? []).length > 0)
    rows.push(judged("constraint error", summary.worstConstraintError, "", bounds.constraintError));
  rows.push(judged("energy balance, relative to the largest term", summary.worstEnergyError, "", bounds.energyError));
  return isExact ? [...rows, ...listAudit(summary, judged, bounds)] : rows;
}

function writeCertificates(scene: SceneFile, summary: RunSummary, { leastGap }: Findings): string {
  const rows = listCertificates(scene, summary, leastGap);
  const table = writeTable(rows, [
    ["what must hold", ({ what }) => what, "wrap"],
    ["worst", ({ worst }) => worst],
    ["bound", ({ bound }) => bound],
    [
      "",
      ({ holds }) => (holds ? '<span class="good">✓ holds</span>' : '<span class="bad">✗ does not hold</span>'),
      "mark",
    ],
  ]);
  const { warnings, notes = [] } = summary;
  const list = [
    ...warnings.map((text) => `<li class="warn">${escapeText(text)}</li>`),
    ...notes.map((text) => `<li>${escapeText(`Note: ${text}`)}</li>`),
  ].join("\n");
  const none = warnings.length === 0 ? `\n<p class="faint">No warnings.</p>` : "";
  return table + none + (list === "" ? "" : `\n<ul>\n${list}\n</ul>`);
}

type Judge = (what: string, value: number, unit: string, bound: number) => Certificate;

/** The figures of the audit that the run has. */
function listAudit(summary: RunSummary, judged: Judge, bounds: ReturnType<typeof listBounds>): Certificate[] {
  const { worstForceBalance: force, worstKinematicError: way, worstDissipationDrop: drop } = summary;
  const balance = "force and moment balance of every body, relative to the largest force on it";
  const position = "position of every body against the integral of its velocity";
  const fall = "fall of the dissipated energy, relative to the most energy exchanged";
  return [
    ...(force === undefined ? [] : [judged(balance, force, "", bounds.forceBalance)]),
    ...(way === undefined ? [] : [judged(position, way, " m", bounds.kinematicError)]),
    ...(drop === undefined ? [] : [judged(fall, drop, "", bounds.dissipationDrop)]),
  ];
}

function writeEvents({ events: counts }: RunSummary, { events, eventCount }: Findings): string {
  if (eventCount === 0) return `<p class="faint">None.</p>`;
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  const sum = kinds.map(([kind, count]) => `${group(count)} × ${escapeText(kind)}`).join(", ");
  const table = writeTable(events, [
    ["t, s", ({ t }) => t.toFixed(6)],
    ["event", ({ type }) => type, "left"],
    ["bodies", ({ a, b }) => `${a} on ${b}`, "left"],
    ["impulse, N·s", ({ type, impulse }) => (type === "collision" ? formatFigure(impulse) : "")],
    [
      "gap’s rate before and after, m/s",
      ({ type, vBefore, vAfter }) => (type === "collision" ? `${formatFigure(vBefore)} → ${formatFigure(vAfter)}` : ""),
    ],
    ["where, m", ({ p }) => p.map((x) => (Math.round(x * 1000) / 1000 + 0).toFixed(3)).join(", ")],
  ]);
  const rest =
    eventCount > events.length ? `<p class="faint">the first ${events.length}; all are in events.ndjson</p>` : "";
  return `<p>${sum}</p>\n<details${events.length <= 30 ? " open" : ""}><summary>list</summary>\n${table}\n${rest}</details>`;
}

/** Characters of the scene file that are shown. */
const longestScene = 60_000;

function writeScene(scene: SceneFile): string {
  const { bodies = [], particles = [], constraints = [], forces = [], generalized = [] } = scene;
  const counts = { bodies, particles, forces, constraints, generalized };
  const list = Object.entries(counts)
    .filter(([, things]) => things.length > 0)
    .map(
      ([what, things]) => `${group(things.length)} ${what === "generalized" ? "in coordinates of their own" : what}`,
    );
  const text = JSON.stringify(scene, null, 2);
  const shown = text.length > longestScene ? `${text.slice(0, longestScene)}\n…` : text;
  return `<p>${list.join(", ")}</p>\n<details><summary>scene.json</summary>\n<pre>${escapeLines(shown)}</pre></details>`;
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}

/** The number of an unchecked summary as text, whatever its type is. */
function formatFigure(value: number): string {
  return typeof value === "number" ? formatNumber(value) : String(value);
}

/** 12 345. */
function group(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
