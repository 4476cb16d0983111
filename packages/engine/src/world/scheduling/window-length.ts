/**
 * The length of the next window of islands (timewarp-window.ts). Where two islands meet, the rest of the window is integrated once
 * more, and an island with many events ends the window for all; a window that is over costs little. So windows grow while no
 * islands meet, and shrink where many do, or where much of the work was undone.
 */
import { fewMeetings, fewMeetingsPart, longestWindow, shortestWindow, tolerableWaste } from "./parameters.js";

/** Figures of a window that is over. */
export interface PastWindow {
  /** The length that was planned, s. */
  readonly length: number;
  /** The time at which the window began, s. */
  readonly start: number;
  /** The time at which it was to end, s. */
  readonly end: number;
  /** The time at which it has ended, s. */
  readonly reached: number;
  /** The number of islands. */
  readonly islands: number;
  /** The number of meetings of islands. */
  readonly met: number;
  /** The work that was done: see `IslandFlow.work`. */
  readonly taken: number;
  /** The part of that work that was undone by rollbacks. */
  readonly undone: number;
}

/** Returns the length of the next window, s. */
export function chooseWindow({ length, start, end, reached, islands, met, taken, undone }: PastWindow): number {
  const waste = undone / (taken + 1);
  const most = Math.max(fewMeetings, fewMeetingsPart * islands);
  let next = reached < end ? reached - start : length;
  if (met > most || waste > tolerableWaste) next = Math.min(next, length / 2);
  else if (reached === end && met <= most / 2 && waste < tolerableWaste / 2) next = 2 * length;
  return Math.min(longestWindow, Math.max(shortestWindow, next));
}
