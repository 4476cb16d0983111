/** Plots that follow the scrubber: the energy balance, and the forces on the selected body. */
import uPlot from "uplot";
import type { Drawing } from "../data/drawing.js";
import { ContactSlot, contactStride, energyNames, type Frame, jointStride } from "../data/frame.js";
import type { Recording } from "../data/recording.js";
import type { Theme } from "../view/palette.js";
import { find } from "./dom.js";
import { escapeHtml, formatShort } from "./format.js";

const forceNames = ["normal", "friction", "joints"] as const;
/** Height of a plot, px; and how often what grows is drawn anew, ms. */
const [plotHeight, drawEvery] = [132, 250];

/** One plot with its legend. */
class Chart {
  readonly element = document.createElement("div");
  onSeek: ((t: number) => void) | null = null;
  private readonly title = document.createElement("h2");
  private readonly legend = document.createElement("div");
  private readonly names: readonly string[];
  private readonly unit: string;
  private plot: uPlot | null = null;
  private readonly playhead = document.createElement("div");
  /** Of every sample: the time, then a value a name, as recorded. */
  readonly columns: number[][];
  private time = 0;
  /** The formatting of a value. */
  show: (value: number) => number = (value) => value;

  constructor(names: readonly string[], unit: string) {
    this.names = names;
    this.unit = unit;
    this.columns = [[], ...names.map(() => [])];
    this.element.className = "plot";
    this.legend.className = "legend";
    this.playhead.className = "playhead";
    this.element.append(this.title, this.legend);
  }

  setTitle(text: string): void {
    this.title.textContent = text;
  }

  /** Makes the plot anew: of another width, or in other colours. */
  build(width: number, theme: Theme, colors: readonly string[]): void {
    this.plot?.destroy();
    const axis = {
      stroke: theme.axis,
      grid: { stroke: theme.grid, width: 0.5 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    this.plot = new uPlot(
      {
        width,
        height: plotHeight,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        hooks: { draw: [() => this.moveLine()] },
        padding: [6, 8, 0, 0],
        axes: [
          { ...axis, size: 22, values: (_, ticks) => ticks.map((t) => formatShort(t)) },
          { ...axis, size: fitLabels, values: (_, ticks) => ticks.map((v) => formatShort(v)) },
        ],
        series: [
          {},
          ...this.names.map((label, k) => ({ label, stroke: colors[k], width: 1.5, points: { show: false } })),
        ],
      },
      this.shown(),
      this.element,
    );
    this.plot.over.append(this.playhead);
    this.listen(this.plot);
    this.legend.innerHTML = this.names
      .map((name, k) => `<span><i style="background:${colors[k]}"></i>${escapeHtml(name)}<b></b></span>`)
      .join("");
  }

  private listen({ over }: uPlot): void {
    const seek = (event: PointerEvent) => {
      if (event.buttons === 0 || this.plot === null) return;
      this.onSeek?.(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    };
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      seek(event);
    });
    over.addEventListener("pointermove", seek);
  }

  redraw(): void {
    this.plot?.setData(this.shown());
  }

  private shown(): uPlot.AlignedData {
    return this.columns.map((column, k) => (k === 0 ? column : column.map(this.show))) as uPlot.AlignedData;
  }

  /** Moves the line to a time, and shows the values of sample i. */
  follow(time: number, i: number): void {
    this.time = time;
    this.moveLine();
    this.legend.querySelectorAll("b").forEach((cell, k) => {
      const value = this.columns[k + 1][i];
      cell.textContent = value === undefined ? "" : formatShort(this.show(value), this.unit);
    });
  }

  /** Also after drawing: the scales are known only then. */
  private moveLine(): void {
    if (this.plot === null) return;
    const { min, max } = this.plot.scales.x;
    const isInside = min != null && max != null && this.time >= min && this.time <= max;
    this.playhead.hidden = !isInside;
    if (isInside) this.playhead.style.left = `${this.plot.valToPos(this.time, "x")}px`;
  }
}

export class Plots {
  onSeek: ((t: number) => void) | null = null;
  private readonly panel = find("plots");
  private readonly energy = new Chart(energyNames, "J");
  private readonly forces = new Chart(forceNames, "N");
  private theme: Theme | null = null;
  private selected: number | null = null;
  private drawing: Drawing | null = null;
  private count = 0;
  private drawn = -1;
  private drawnAt = 0;
  private width = 0;

  constructor() {
    this.energy.setTitle("Energy");
    this.forces.setTitle("Forces");
    for (const chart of [this.energy, this.forces]) {
      chart.onSeek = (t) => this.onSeek?.(t);
      this.panel.append(chart.element);
    }
  }

  get isShown(): boolean {
    return !this.panel.hidden;
  }

  toggle(isShown = !this.isShown): void {
    this.panel.hidden = !isShown;
    this.width = 0;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.width = 0;
  }

  /** Nothing is open. */
  clear(): void {
    this.drawing = null;
    for (const chart of [this.energy, this.forces]) {
      for (const column of chart.columns) column.length = 0;
      chart.redraw();
    }
    this.select(null);
  }

  /** Begins with another recording. */
  reset(drawing: Drawing): void {
    this.drawing = drawing;
    this.count = 0;
    this.drawn = -1;
    for (const column of [...this.energy.columns, ...this.forces.columns]) column.length = 0;
    this.select(null);
  }

  /** Forces on a body (particle j as −1 − j), or of all. */
  select(who: number | null): void {
    this.selected = who;
    this.count = 0;
    this.drawn = -1;
    const { bodies = [], particles = [] } = this.drawing ?? {};
    const name = who === null ? null : who >= 0 ? bodies[who]?.id : particles[-1 - who]?.id;
    this.forces.setTitle(name == null ? "Forces, all together" : `Forces on ${name}`);
  }

  show(recording: Recording, time: number): void {
    if (!this.isShown || this.theme === null || this.drawing === null || recording.count === 0) return;
    const width = this.panel.clientWidth - 24;
    if (width !== this.width) {
      this.width = width;
      this.energy.build(width, this.theme, this.theme.series);
      this.forces.build(width, this.theme, [this.theme.normalForce, this.theme.friction, this.theme.joint]);
      this.drawn = -1;
    }
    this.collect(recording, this.drawing);
    const { magnitudes } = recording;
    this.energy.show = (value) => magnitudes.showEnergy(value);
    this.forces.show = (value) => magnitudes.showForce(value);
    const now = performance.now();
    if (this.drawn !== this.count && (this.drawn < 0 || now - this.drawnAt > drawEvery)) {
      this.drawn = this.count;
      this.drawnAt = now;
      this.energy.redraw();
      this.forces.redraw();
    }
    const i = recording.find(time);
    this.energy.follow(time, i);
    this.forces.follow(time, i);
  }

  /** Takes in the frames that are new. */
  private collect({ frames }: Recording, drawing: Drawing): void {
    const { energy, forces } = this;
    if (this.count === 0) for (const column of [...energy.columns, ...forces.columns]) column.length = 0;
    for (; this.count < frames.length; this.count++) {
      const frame = frames[this.count];
      energy.columns[0].push(frame.t);
      append(energy.columns, frame.energy);
      forces.columns[0].push(frame.t);
      append(forces.columns, sumForces(frame, this.selected, drawing));
    }
  }
}

/** Room for the longest label of an axis, px. */
function fitLabels(_: uPlot, labels: readonly string[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length));
  return Math.max(44, 14 + 7 * longest);
}

/** One value a column, after the first. */
function append(columns: readonly number[][], values: ArrayLike<number>): void {
  for (let k = 0; k < values.length; k++) columns[k + 1].push(values[k]);
}

/** Sums of the sizes of normal forces, friction and joint forces: on one, or of all. */
function sumForces({ contacts, pairs, joints }: Frame, who: number | null, drawing: Drawing): number[] {
  let [normal, friction, joint] = [0, 0, 0];
  for (let c = 0; c < pairs.length / 2; c++) {
    if (who !== null && pairs[2 * c] !== who && pairs[2 * c + 1] !== who) continue;
    const o = contactStride * c;
    const t = o + ContactSlot.friction;
    normal += contacts[o + ContactSlot.force];
    friction += Math.hypot(contacts[t], contacts[t + 1], contacts[t + 2]);
  }
  const id = who === null ? null : who >= 0 ? drawing.bodies[who].id : drawing.particles[-1 - who].id;
  drawing.joints.forEach(({ a, b }, j) => {
    const o = jointStride * j;
    if (id === null || a === id || b === id) joint += Math.hypot(joints[o], joints[o + 1], joints[o + 2]);
  });
  return [normal, friction, joint];
}
