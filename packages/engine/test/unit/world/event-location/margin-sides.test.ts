/** Points at a side of the face that they are over: those that go along it take one look, those that go across it are found. */
import { createBox } from "@rigor/engine/collide";
import { ContactForm, ContactTable, Detector, Materials } from "@rigor/engine/contact";
import { createRng, nextInRange, quat } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { MarginGuard } from "../../../../src/world/event-location/margin-guard.js";
import type { StepPath } from "../../../../src/world/trajectory/path.js";
import { createFloorWorld, type Motion, pathOf } from "../../../support/step-paths.js";

const tolerance = 1e-7;
/** The lower one is wider by 1e-9 m at either side: in z the upper one is at its border, and far from it in x. */
const [lower, upper] = [
  [3, 1, 1 + 2e-9],
  [0.5, 0.2, 1],
];
const half = lower[2] / 2;

/** The upper one at (x, z) of the lower one's top, turned by an angle about its normal; both carried along by `frame`. */
function startPair(frame: Motion, across: (t: number) => readonly [number, number, number], duration: number) {
  const { system, parts } = createFloorWorld([createBox({ size: upper }), createBox({ size: lower })]);
  const place: Motion = (t) => {
    const pose = Float64Array.from(frame(t));
    quat.normalize(pose, 3, pose, 3);
    const [x, z, angle] = across(t);
    const out = new Float64Array(7);
    const at = Float64Array.of(x, (lower[1] + upper[1]) / 2, z);
    quat.rotateVector(out, 0, pose, 3, at, 0);
    for (let k = 0; k < 3; k++) out[k] += pose[k];
    quat.multiply(out, 3, pose, 3, Float64Array.of(0, Math.sin(angle / 2), 0, Math.cos(angle / 2)), 0);
    return out;
  };
  const path = pathOf(system, [place, frame], 0, duration);
  const pose = new Float64Array(7);
  for (let body = 0; body < 2; body++) {
    path.writePose(pose, 0, body, path.times);
    system.state.set(pose, 13 * body);
  }
  system.derive();
  for (let k = 0; k < parts.count; k++) parts.place(system, k);
  const detector = new Detector(parts, system, new Materials(), { tolerance });
  detector.fitBoxes(Float64Array.of(1e-3), 0);
  detector.update();
  const table = new ContactTable();
  expect(detector.addContacts(table, detector.findPair(0, 1))).toBe(4);
  return { path, parts, table };
}

/** How far the point of contact c is beyond the border of the top, at most: its corner seen from the lower one, at many times. */
function findFarthest(path: StepPath, table: ContactTable, c: number): number {
  const poses = new Float64Array(14);
  const isPointOfA = table.form[c] === ContactForm.pointPlane;
  const above = (isPointOfA ? table.bodyA[c] : table.bodyB[c]) === 0 ? 0 : 7;
  expect(above).toBe(0);
  const at = new Float64Array(1);
  const p = new Float64Array(3);
  let most = -Infinity;
  for (let k = 0; k <= 500; k++) {
    at[0] = path.times[0] + (k / 500) * (path.times[1] - path.times[0]);
    path.writePose(poses, 0, 0, at);
    path.writePose(poses, 7, 1, at);
    quat.rotateVector(p, 0, poses, 3, isPointOfA ? table.localA : table.localB, 3 * c);
    for (let x = 0; x < 3; x++) p[x] += poses[x] - poses[7 + x];
    quat.rotateVectorInverse(p, 0, poses, 10, p, 0);
    most = Math.max(most, Math.abs(p[2]) - half);
  }
  return most;
}

function watchOf(path: StepPath): MarginGuard {
  const watch = new MarginGuard(tolerance);
  watch.range.set([path.times[0], path.times[1]]);
  return watch;
}

test("a box slides fast along the side of one that tips over: two looks a corner", () => {
  // about z at 2 to 3 rad/s, as a domino that another one slides on
  const frame: Motion = (t) => [0.3 * t, t * t, 0, 0, 0, Math.sin(t + 5 * t * t), Math.cos(t + 5 * t * t)];
  const { path, parts, table } = startPair(frame, (t) => [2 * t, 0, 0], 0.01);
  const watch = watchOf(path);
  for (let c = 0; c < table.count; c++) {
    expect(watch.find(path, parts, table, c)).toBe(false);
    // where it is, and whether it goes to its border
    expect(watch.looks).toBeLessThan(3);
  }
});

test("however both move: what goes beyond a side is found, what does not takes few looks", () => {
  const rng = createRng(8);
  const draw = (size: number) => nextInRange(rng, -size, size);
  const counts = { lost: 0, quick: 0 };
  for (let run = 0; run < 150; run++) {
    const [vx, vy, vz] = [draw(1), draw(1), draw(1)];
    // 1e-7 to 1e-3 m/s across, and as much of a turn
    const [out, turn] = [draw(1), draw(1)].map((sign) => sign * 10 ** nextInRange(rng, -7, -3));
    const spin = [0.1 * draw(1), 0.1 * draw(1), draw(1)].map((w) => w * (run % 3));
    const frame: Motion = (t) => [vx * t, vy * t, vz * t, spin[0] * t, spin[1] * t, spin[2] * t, 1];
    const { path, parts, table } = startPair(frame, (t) => [t, out * t, turn * t], 0.01);
    const watch = watchOf(path);
    for (let c = 0; c < table.count; c++) {
      const isLost = watch.find(path, parts, table, c);
      const beyond = findFarthest(path, table, c);
      // half the tolerance beyond where it began; by looks it is known to 500 of them
      if (beyond > 0.51 * tolerance) expect(isLost).toBe(true);
      if (beyond < 0.48 * tolerance) expect(isLost).toBe(false);
      if (isLost) counts.lost++;
      else if (watch.looks < 3) counts.quick++;
    }
  }
  expect(counts.lost).toBeGreaterThan(100);
  expect(counts.quick).toBeGreaterThan(50);
});
