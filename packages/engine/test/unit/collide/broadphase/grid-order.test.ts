/** packages/engine/src/collide/broadphase/grid-order.ts */
import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { GridCells } from "../../../../src/collide/broadphase/grid-cells.js";
import { GridOrder } from "../../../../src/collide/broadphase/grid-order.js";

/** Unit cubes anywhere in a room of 60 m, in their cells. */
function fill(count: number): { cells: GridCells; list: Int32Array; order: GridOrder } {
  const rng = createRng(3);
  const cells = new GridCells();
  const order = new GridOrder();
  cells.reserve(count);
  order.reserve(cells.next.length);
  const boxes = new Float64Array(6 * count);
  for (let id = 0; id < count; id++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * id + k] = nextInRange(rng, -30, 30);
      boxes[6 * id + 3 + k] = boxes[6 * id + k] + 1;
    }
    cells.link(id, boxes);
  }
  return { cells, list: Int32Array.from({ length: count }, (_, id) => id), order };
}

/** How many of neighbours in the list are in one region of 4 × 4 × 4 cells. */
function countTogether({ cell }: GridCells, list: Int32Array): number {
  const region = (id: number): string => [0, 1, 2].map((k) => cell[4 * id + 1 + k] >> 2).join();
  return list.reduce((sum, id, m) => sum + (m > 0 && region(id) === region(list[m - 1]) ? 1 : 0), 0);
}

describe("boxes that have moved", () => {
  test("of one region come one after another, and none is lost", () => {
    const { cells, list, order } = fill(8000);
    const before = countTogether(cells, list);
    order.arrange(list, list.length, cells);
    expect(Array.from(list).sort((a, b) => a - b)).toEqual(Array.from({ length: list.length }, (_, id) => id));
    // 512 regions or fewer, in which by chance 1 of 512 follows one of its own; numbers that coincide break some apart
    expect(before).toBeLessThan(0.01 * list.length);
    expect(countTogether(cells, list)).toBeGreaterThan(0.5 * list.length);
  });

  test("that are few stay as they are", () => {
    const { cells, list, order } = fill(500);
    order.arrange(list, list.length, cells);
    expect(Array.from(list)).toEqual(Array.from({ length: 500 }, (_, id) => id));
  });
});
