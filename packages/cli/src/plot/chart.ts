/**
 * Charts as SVG, laid out by hand: a title, a legend, thin lines, one frame below the other. Colours come from a theme, so
 * that the same chart serves a file and a page in the light or in the dark.
 */

import { showName } from "../show-text.js";
import type { Panel, Series } from "./quantities.js";
import { createScale, type Scale } from "./scale.js";

export interface Theme {
  /** Absent where the page shows through. */
  readonly background?: string;
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly colors: readonly string[];
}

export const lightTheme: Theme = {
  background: "#ffffff",
  ink: "#1d2329",
  faint: "#66707a",
  grid: "#e4e8ec",
  colors: ["#2f74c0", "#d9772b", "#2f9a6c", "#c5484b", "#7d5fc0", "#a58a1a", "#2a97ab", "#b8568f"],
};

export const darkTheme: Theme = {
  background: "#14181d",
  ink: "#e8ecf0",
  faint: "#97a2ad",
  grid: "#2b323a",
  colors: ["#6aa9ec", "#f0a058", "#5cc79a", "#ee7d7b", "#ab92ea", "#d2b950", "#5ec4d6", "#e08cbb"],
};

/** Colours of the page, by custom properties. */
export const pageTheme: Theme = {
  ink: "var(--ink)",
  faint: "var(--faint)",
  grid: "var(--grid)",
  colors: lightTheme.colors.map((_, k) => `var(--c${k})`),
};

export interface ChartOptions {
  readonly theme: Theme;
  /** px. Default 800. */
  readonly width?: number;
  /** Of one panel, px. Default 300. */
  readonly height?: number;
  /** For those who cannot see it. */
  readonly title: string;
}

const margin = { left: 62, right: 30, bottom: 30 };
const font = "DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif";

/** One picture with all panels over the same times. */
export function drawChart(times: readonly number[], panels: readonly Panel[], options: ChartOptions): string {
  const { theme, width = 800, height = 300, title } = options;
  const drawn: string[] = [];
  let top = 0;
  for (const panel of panels) {
    const { body, used } = drawPanel(times, panel, theme, width, height);
    drawn.push(`<g transform="translate(0 ${top})">${body}</g>`);
    top += used;
  }
  const paper = theme.background ? `<rect width="${width}" height="${top}" fill="${theme.background}"/>` : "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="${escapeText(title)}" font-family="${font}" font-size="12">`,
    `<title>${escapeText(title)}</title>${paper}`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function drawPanel(times: readonly number[], panel: Panel, theme: Theme, width: number, height: number) {
  const legend = layLegend(panel.series, width - margin.left - margin.right);
  const top = 34 + 20 * legend.rows;
  const used = height + Math.max(0, legend.rows - 1) * 20;
  const inner = { left: margin.left, right: width - margin.right, top, bottom: used - margin.bottom };
  const xScale = createScale(times, Math.max(3, Math.floor(width / 110)), { tight: true });
  const yScale = createScale(eachValue(panel.series), Math.max(3, Math.floor(height / 60)), {
    whole: panel.whole === true,
  });
  const x = (t: number) => inner.left + ((t - xScale.low) / (xScale.high - xScale.low)) * (inner.right - inner.left);
  const y = (v: number) => inner.bottom - ((v - yScale.low) / (yScale.high - yScale.low)) * (inner.bottom - inner.top);
  const lines = panel.series.map(({ values }, k) => {
    const path = tracePath(times, values, x, y);
    return `<path d="${path}" fill="none" stroke="${colorOf(theme, k)}" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"/>`;
  });
  const none = panel.series.length === 0 ? drawNote(inner, theme) : "";
  const body = [
    `<text x="${inner.left}" y="22" font-size="14" font-weight="bold" fill="${theme.ink}">${escapeText(panel.title)}<tspan dx="9" font-weight="normal" font-size="12" fill="${theme.faint}">${escapeText(describeUnit(panel.unit, yScale))}</tspan></text>`,
    drawLegend(panel.series, legend.places, theme),
    drawAxes(xScale, yScale, x, y, inner, theme),
    ...lines,
    none,
  ].join("\n");
  return { body, used };
}

function* eachValue(series: readonly Series[]): Generator<number> {
  for (const { values } of series) yield* values;
}

/** "  N × 10³", and what was taken off. */
function describeUnit(unit: string, { power, offset }: Scale): string {
  const factor = power === 0 ? "" : ` × 10${[...String(power)].map((c) => superscript[c]).join("")}`;
  const shift = offset === 0 ? "" : `, less ${Number(offset.toPrecision(12))}`;
  return unit + factor + shift === "" ? "" : `  ${unit}${factor}${shift}`;
}

const superscript: Readonly<Record<string, string>> = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function drawAxes(
  xs: Scale,
  ys: Scale,
  x: (t: number) => number,
  y: (v: number) => number,
  f: Frame,
  theme: Theme,
): string {
  const level = ys.ticks.map(({ value, label }) => {
    const at = round(y(value));
    return `<line x1="${f.left}" x2="${f.right}" y1="${at}" y2="${at}" stroke="${value === 0 ? theme.faint : theme.grid}" stroke-width="1"/><text x="${f.left - 8}" y="${at + 4}" text-anchor="end" fill="${theme.faint}">${label}</text>`;
  });
  const unit = xs.power === 0 && xs.offset === 0 ? " s" : "";
  const upright = xs.ticks.map(({ value, label }, k) => {
    const at = round(x(value));
    const text = k === xs.ticks.length - 1 ? label + unit : label;
    return `<line x1="${at}" x2="${at}" y1="${f.bottom}" y2="${f.bottom + 4}" stroke="${theme.faint}"/><text x="${at}" y="${f.bottom + 18}" text-anchor="middle" fill="${theme.faint}">${text}</text>`;
  });
  const base = `<line x1="${f.left}" x2="${f.right}" y1="${f.bottom}" y2="${f.bottom}" stroke="${theme.faint}"/>`;
  const scaled = `<text x="${f.right}" y="22" text-anchor="end" fill="${theme.faint}">t in ${escapeText(describeUnit("s", xs).trim())}</text>`;
  return [...level, base, ...upright, unit === "" ? scaled : ""].join("");
}

function drawNote(f: Frame, theme: Theme): string {
  const [x, y] = [(f.left + f.right) / 2, (f.top + f.bottom) / 2];
  return `<text x="${x}" y="${y}" text-anchor="middle" fill="${theme.faint}">none in this run</text>`;
}

/** Names in rows, cut where they are long. */
function layLegend(series: readonly Series[], room: number) {
  const places: { x: number; y: number; name: string }[] = [];
  let [x, row] = [0, 1];
  for (const { name } of series) {
    const short = name.length > 34 ? `${name.slice(0, 33)}…` : name;
    const size = 28 + 7.1 * short.length;
    if (x > 0 && x + size > room) [x, row] = [0, row + 1];
    places.push({ x: margin.left + x, y: 40 + 20 * (row - 1), name: short });
    x += size + 10;
  }
  return { places, rows: series.length > 0 ? row : 0 };
}

function drawLegend(
  series: readonly Series[],
  places: readonly { x: number; y: number; name: string }[],
  theme: Theme,
) {
  return series
    .map((_, k) => {
      const { x, y, name } = places[k];
      const stroke = `stroke="${colorOf(theme, k)}" stroke-width="2.5" stroke-linecap="round"`;
      return `<line x1="${round(x + 1)}" x2="${round(x + 15)}" y1="${y}" y2="${y}" ${stroke}/><text x="${round(x + 22)}" y="${y + 4}" fill="${theme.ink}">${escapeText(name)}</text>`;
    })
    .join("");
}

function colorOf({ colors }: Theme, k: number): string {
  return colors[k % colors.length];
}

/** Points of a curve beyond which only the least and the greatest of each column are drawn. */
const mostPoints = 1500;

function tracePath(
  times: readonly number[],
  values: readonly number[],
  x: (t: number) => number,
  y: (v: number) => number,
): string {
  const picked = times.length > mostPoints ? pickExtremes(values, mostPoints / 2) : times.map((_, k) => k);
  let path = "";
  let pen = "M";
  for (const k of picked) {
    // a gap where there is no number
    if (!Number.isFinite(values[k])) {
      pen = "M";
      continue;
    }
    path += `${pen}${round(x(times[k]))} ${round(y(values[k]))}`;
    pen = "L";
  }
  return path;
}

/** In each column the places of the least and of the greatest value, in order. */
function pickExtremes(values: readonly number[], columns: number): number[] {
  const picked = [0];
  for (let c = 0; c < columns; c++) {
    const [from, to] = [c, c + 1].map((edge) => Math.floor((edge * values.length) / columns));
    let [low, high] = [from, from];
    for (let k = from; k < to; k++) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
    }
    picked.push(Math.min(low, high), Math.max(low, high));
  }
  picked.push(values.length - 1);
  return picked.filter((k, m) => m === 0 || k > picked[m - 1]);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Text for a place between tags or in an attribute. Characters that are hidden are shown. */
export function escapeText(text: string): string {
  return showName(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replace(/[\uFFFE\uFFFF]/g, " ");
}
