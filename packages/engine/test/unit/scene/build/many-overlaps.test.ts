/** Bodies in one place: there are as many overlaps as pairs, and few are needed to tell. */
import { expect, test } from "vitest";
import { buildScene, SceneError, type SceneFile } from "../../../../src/scene/index.js";

function listProblems(count: number): string[] {
  const bodies = Array.from({ length: count }, (_, k) => ({
    id: `ball ${k}`,
    shape: { type: "sphere", radius: 0.4 } as const,
  }));
  try {
    buildScene({ rigor: 1, bodies } satisfies SceneFile);
  } catch (error) {
    if (error instanceof SceneError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

test("of 2000 balls in one place two hundred overlaps are told, and that there are more", () => {
  const began = process.cpuUsage();
  const lines = listProblems(2000);
  const { user, system } = process.cpuUsage(began);
  expect(lines).toHaveLength(201);
  expect(lines[0]).toMatch(/^bodies\[1\]: must not overlap another at t = 0, got "ball 1, 0\.8 m deep in ball 0"/);
  const last =
    'scene: must have no further problems, got "more than 800 beside the 200 that are listed"; mend these first';
  expect(lines[200]).toBe(last);
  // 0.4 s on a machine that does nothing else; with all two million pairs it took 30 s and gigabytes
  expect((user + system) / 1e6).toBeLessThan(6);
});

test("of few all are counted", () => {
  expect(listProblems(3)).toHaveLength(3);
  expect(listProblems(40).at(-1)).toBe("scene: must have no further problems, got 580; mend these first");
});
