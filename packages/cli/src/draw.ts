/** Pictures in letters: a side view of particles, x to the right and y up. */

export interface View {
  /** The window of a drawing: x from left to right, y from 0 to height, m. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

const columns = 60;
const rows = 10;
/** None, one, two, three, four and more particles in a place. */
const marks = [" ", "·", "o", "O", "@"];

/** Draws particles (x, y, z, v of each, six numbers) between two walls and a floor. */
export function drawSide(state: Float64Array, count: number, view: View): string {
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (let i = 0; i < count; i++) {
    const column = Math.floor(((state[6 * i] - view.left) / (view.right - view.left)) * columns);
    const row = Math.floor((state[6 * i + 1] / view.height) * rows);
    if (row < 0 || row >= rows) continue;
    const place = Math.min(columns - 1, Math.max(0, column));
    cells[row][place] = Math.min(marks.length - 1, cells[row][place] + 1);
  }
  const lines = cells.reverse().map((row) => `  │${Array.from(row, (n) => marks[n]).join("")}│`);
  return [...lines, `  └${"─".repeat(columns)}┘`].join("\n");
}
