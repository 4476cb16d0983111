/** The scrubber: where we are, how much there is, and when something happened. */
import type { Recording } from "../data/recording.js";
import type { Theme } from "../view/palette.js";
import { find } from "./dom.js";

/** Events beyond this many are not drawn one by one. */
const manyEvents = 4000;

export class Timeline {
  /** Called with the time that the user wants. */
  onSeek: ((t: number) => void) | null = null;
  private readonly input = find<HTMLInputElement>("scrubber");
  private readonly canvas = find<HTMLCanvasElement>("timeline-marks");
  private theme: Theme | null = null;
  private seen = "";

  constructor() {
    this.input.addEventListener("input", () => this.onSeek?.(Number(this.input.value)));
    // arrow keys step by samples, wherever the focus is
    this.input.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") event.preventDefault();
    });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.seen = "";
  }

  /** Nothing is open. */
  clear(): void {
    this.seen = "";
    this.input.max = "1";
    this.input.value = "0";
    this.input.removeAttribute("aria-valuetext");
    this.canvas.getContext("2d")?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** `end` is what the whole width stands for, s. */
  show(time: number, end: number, recording: Recording): void {
    this.input.max = String(end);
    this.input.value = String(time);
    this.input.setAttribute("aria-valuetext", `${time.toFixed(3)} seconds`);
    const { clientWidth, clientHeight } = this.canvas;
    const pulled = recording.pulls.map(({ from, to }) => `${from} ${to}`).join();
    const state = [clientWidth, clientHeight, end, recording.end, recording.events.length, time, pulled].join();
    if (state === this.seen || this.theme === null) return;
    this.seen = state;
    this.draw(time, end, recording, clientWidth, clientHeight, this.theme);
  }

  private draw(time: number, end: number, recording: Recording, width: number, height: number, theme: Theme): void {
    const ratio = globalThis.devicePixelRatio || 1;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext("2d");
    if (context === null) return;
    context.scale(ratio, ratio);
    // the thumb's middle goes from 7 to width − 7
    const place = (t: number) => 7 + (width - 14) * Math.min(1, t / (end || 1));
    const bar = (from: number, to: number, color: string, alpha: number) => {
      context.globalAlpha = alpha;
      context.fillStyle = color;
      context.beginPath();
      context.roundRect(from, height / 2 - 2, Math.max(0, to - from), 4, 2);
      context.fill();
    };
    bar(7, width - 7, theme.axis, 0.22);
    bar(7, place(recording.end), theme.axis, 0.35);
    bar(7, place(time), theme.accent, 0.9);
    this.drawPulls(context, recording, place, theme);
    this.drawEvents(context, recording, place, height, theme);
  }

  /** The intervals of pulls: bars above the timeline, at least as wide as can be seen. */
  private drawPulls(
    context: CanvasRenderingContext2D,
    { pulls }: Recording,
    place: (t: number) => number,
    theme: Theme,
  ): void {
    context.globalAlpha = 1;
    context.fillStyle = theme.joint;
    for (const { from, to } of pulls) {
      context.beginPath();
      context.roundRect(place(from) - 1, 1, Math.max(4, place(to) - place(from) + 1), 5, 2);
      context.fill();
    }
  }

  private drawEvents(
    context: CanvasRenderingContext2D,
    { events }: Recording,
    place: (t: number) => number,
    height: number,
    theme: Theme,
  ): void {
    const every = Math.max(1, Math.ceil(events.length / manyEvents));
    let last = -1;
    context.globalAlpha = 0.75;
    for (let i = 0; i < events.length; i += every) {
      const { t, type } = events[i];
      const x = Math.round(place(t));
      if (x === last) continue;
      last = x;
      context.fillStyle = type === "collision" ? theme.normalForce : theme.axis;
      context.fillRect(x, height - 5, 1, 5);
    }
  }
}
