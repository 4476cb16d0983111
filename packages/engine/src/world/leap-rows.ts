/**
 * Rows and cones of a leap: all contacts within reach, what resists rolling and spinning at them, and the friction of joints.
 *
 *   contact, rolling, spinning   |p_t| ≤ μ p_n, with the impulse of the whole leap
 *   joint                        |p| ≤ δ T: a force that has a bound passes no more within δ
 *
 * What did not slide up to now has the coefficient of what sticks.
 */
import { ConeMode } from "../linalg/index.js";
import { vec3 } from "../math/index.js";
import { alignNormals } from "./flush-normals.js";
import { evaluateRubbing, evaluateTurningOf } from "./friction-flow.js";
import { type IslandRun, nameContact } from "./run.js";

/** What a contact did in the leap before. */
export interface Trace {
  readonly pressed: number;
  readonly mode: ConeMode;
  readonly f: readonly [number, number, number];
}

/** The problem of a leap of that duration, with the velocities that there are without contacts; of the contacts in a list. */
export function prepareLeap(
  run: IslandRun,
  duration: number,
  list: readonly number[],
  traces: ReadonlyMap<string, Trace>,
): void {
  const { contacts, cones } = run;
  for (const c of list) evaluateRubbing(run, contacts, c);
  alignNormals(contacts, list, run.island.system, duration);
  cones.build(contacts, list, list.length);
  if (cones.rubStart > cones.contactCount) {
    evaluateTurningOf(run, contacts, cones);
    // contacts are evaluated for it, each with its own normal
    alignNormals(contacts, list, run.island.system, duration);
  }
  cones.setResting(contacts);
  cones.writeVelocities(contacts);
  holdStill(run, duration, traces);
  setDiscs(run, duration, traces);
}

function holdStill({ cones, contacts, kit }: IslandRun, duration: number, traces: ReadonlyMap<string, Trace>): void {
  const { problem, list, cone, rubStart } = cones;
  const { staticFriction, friction, slip } = contacts;
  const [x, y, z] = kit.settings.gravity;
  const slow = 2 * duration * Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < rubStart; k++) {
    const c = list[k];
    if (cone[k] < 0 || !(staticFriction[c] > friction[c])) continue;
    const mode = traces.get(nameContact(contacts, c))?.mode ?? ConeMode.open;
    const isSlow = vec3.lengthSquared(slip, 3 * c) <= slow * slow;
    if (mode === ConeMode.open ? isSlow : mode !== ConeMode.slip) problem.mu[cone[k]] = staticFriction[c];
  }
}

/** δ T of the friction of joints. */
function setDiscs(run: IslandRun, duration: number, traces: ReadonlyMap<string, Trace>): void {
  const { cones, contacts, sliding } = run;
  const { list, rubStart, count } = cones;
  for (let k = rubStart; k < count; k++) {
    const c = list[k];
    const mode = traces.get(nameContact(contacts, c))?.mode;
    const isSlipping = mode === undefined ? sliding.has(-1 - contacts.keyA[c]) : mode === ConeMode.slip;
    cones.setStill(k, duration * (isSlipping ? contacts.friction[c] : contacts.staticFriction[c]));
  }
}

/** Friction of joints that grows with what they carry, with the impulses found; tells whether that is another. */
export function followLoads(run: IslandRun, duration: number, traces: ReadonlyMap<string, Trace>): boolean {
  const { cones, coneSolver, contacts, rubs, rows } = run;
  if (!rubs.hasLoads || cones.count === cones.rubStart) return false;
  const forces = coneSolver.result.f.map((p) => p / duration);
  if (!rubs.followLoads(contacts, rows.joints, forces)) return false;
  run.balls.begin();
  setDiscs(run, duration, traces);
  return true;
}
