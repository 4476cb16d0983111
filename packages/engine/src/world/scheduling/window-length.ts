/**
 * How long the next window of islands is to be (timewarp-scheduler.ts). What meets within one goes through it once more, and so do all
 * others where an island with many events ends it early; a window that is over costs little. So they grow while nothing meets,
 * and shrink where much does, or where much of the work was for nothing.
 */

/** The first window, and the shortest and longest, s. */
export const firstWindow = 1 / 64;
const shortestWindow = 1 / 4096;
export const longestWindow = 1;
/** More meetings than this and this part of the islands, or more of its work undone, and the next window is shorter. */
const mostMeetings = 4;
const mostMeeting = 0.5;
const mostWaste = 0.25;

/** The window that is over: its length as it was meant, when it began and was to end, and how far it came, s. */
export interface PastWindow {
  readonly length: number;
  readonly start: number;
  readonly end: number;
  readonly reached: number;
  /** Islands, and meetings of them in it; the work that was done, and that of it which was undone. */
  readonly islands: number;
  readonly met: number;
  readonly taken: number;
  readonly undone: number;
}

/** The length of the next window, s. */
export function chooseWindow({ length, start, end, reached, islands, met, taken, undone }: PastWindow): number {
  const waste = undone / (taken + 1);
  const most = Math.max(mostMeetings, mostMeeting * islands);
  let next = reached < end ? reached - start : length;
  if (met > most || waste > mostWaste) next = Math.min(next, length / 2);
  else if (reached === end && met <= most / 2 && waste < mostWaste / 2) next = 2 * length;
  return Math.min(longestWindow, Math.max(shortestWindow, next));
}
