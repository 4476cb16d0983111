/**
 * Whether contacts could squeeze what is between them, with nothing that presses from outside: forces in their cones that add up
 * to none on every body, as between walls that something just fits between. How large these are no law tells. And what becomes
 * of contacts that do.
 *
 * A body whose contacts all push it the same way, within what friction could turn them by, has no part in it:
 *
 *   n·d > μ/√(1 + μ²)    of all its contacts, with some direction d
 *
 * Such are left out with their contacts, until there are none. What remains may be squeezed.
 */
import { ConeFigure, ConeStatus } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { slides } from "../active-set/index.js";
import type { EventContext } from "./context.js";

/** Accelerations towards each other below this fraction of the largest are none, of contacts whose force is spent. */
export const releasingPart = 1e-8;
/** Forces that pull by less than this part of the largest are rounding. */
const pullPart = 1e-9;

/** How often d is turned, and by how much. */
const turns = 24;
const turned = 0.3;

const d = new Float64Array(3);

/**
 * Where something just fits between others, forces that satisfy the law may squeeze it, and rub; and what rounding contradicts may
 * make them do it. What slides, and presses nothing where all may approach a little, is let go: its force is spent. So is what
 * slides and would pull with the forces of what is held, which are those of vanishing compliance. Tells whether there is any. How
 * hard things that stick are squeezed matters to no motion.
 */
export function letGo(context: EventContext, pressing: readonly number[]): boolean {
  if (context.island.solver.redundant === 0) return false;
  const sliding = new Set(pressing.filter((c) => slides(context, c)));
  if (sliding.size === 0) return false;
  const pulling = listPulling(context);
  if (pulling.length === 0 && !mayHaveSelfStress(context, pressing)) return false;
  if (loosen(context, sliding)) return true;
  for (const c of pulling) context.memory.releasing.add(context.contactSet.contacts, c);
  return pulling.length > 0;
}

/** The contacts that slide, and would pull. */
function listPulling(context: EventContext): number[] {
  const { island } = context;
  const { activeRows: held } = context.contactSet;
  island.computeForces();
  const { lambda, rowStart } = island.table;
  const first = rowStart[island.parts.joints.length];
  const pulling: number[] = [];
  let count = 0;
  for (const { rows } of held) count += rows;
  let most = 0;
  for (let k = 0; k < count; k++) most = Math.max(most, lambda[first + k]);
  for (let k = 0; k < count; k++) {
    if (lambda[first + k] < -pullPart * most && slides(context, context.contactSet.contactOfRow(k)))
      pulling.push(context.contactSet.contactOfRow(k));
  }
  return pulling;
}

/** Lists those of the contacts given that would not press where all may approach a little as spent; tells whether there are any. */
function loosen(context: EventContext, pressing: ReadonlySet<number>): boolean {
  const { cones, coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { releasing } = context.memory;
  const { problem, row, list, contactCount } = cones;
  const { result } = coneSolver;
  const { c } = problem.rows;
  const slack = 0.5 * releasingPart * result.figures[ConeFigure.scale];
  for (let k = 0; k < contactCount; k++) c[row[k]] += slack;
  const isFound = coneSolver.solve(problem) === ConeStatus.solved;
  for (let k = 0; k < contactCount; k++) {
    c[row[k]] -= slack;
    const isIdle = isFound && result.pressed[row[k]] === 0;
    if (isIdle && pressing.has(list[k])) releasing.add(contacts, list[k]);
  }
  return !releasing.isEmpty;
}

/** Whether contacts of a list may. */
export function mayHaveSelfStress(context: EventContext, list: readonly number[]): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  const ofBody = new Map<number, Set<number>>();
  for (const c of list) {
    for (const body of [contacts.bodyA[c], contacts.bodyB[c]]) {
      if (body < 0 || !island.moves(body)) continue;
      const own = ofBody.get(body);
      if (own === undefined) ofBody.set(body, new Set([c]));
      else own.add(c);
    }
  }
  const waiting = [...ofBody.keys()];
  for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
    const own = ofBody.get(body);
    if (own === undefined || !isOneSided(context, body, own)) continue;
    ofBody.delete(body);
    for (const c of own) {
      const other = contacts.bodyA[c] === body ? contacts.bodyB[c] : contacts.bodyA[c];
      ofBody.get(other)?.delete(c);
      waiting.push(other);
    }
  }
  return ofBody.size > 0;
}

/** Whether all that pushes a body goes the same way; or nothing does. d is turned to the n that is the farthest off, step by step. */
function isOneSided({ contactSet: { contacts } }: EventContext, body: number, own: ReadonlySet<number>): boolean {
  const { normal, bodyA, staticFriction } = contacts;
  d.fill(0);
  for (const c of own) vec3.addScaled(d, 0, d, 0, bodyA[c] === body ? 1 : -1, normal, 3 * c);
  for (let turn = 0; turn < turns; turn++) {
    if (own.size > 0 && !vec3.normalize(d, 0, d, 0)) return false;
    let least = Infinity;
    let worst = -1;
    for (const c of own) {
      const mu = staticFriction[c];
      const along = (bodyA[c] === body ? 1 : -1) * vec3.dot(normal, 3 * c, d, 0) - mu / Math.sqrt(1 + mu * mu);
      if (along >= least) continue;
      least = along;
      worst = c;
    }
    if (least > 0) return true;
    vec3.addScaled(d, 0, d, 0, bodyA[worst] === body ? turned : -turned, normal, 3 * worst);
  }
  return false;
}
