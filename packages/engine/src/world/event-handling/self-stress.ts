/**
 * Self-stress of contacts: forces in their cones whose sum is zero on every body, as of a body between walls at exactly its
 * width. No law determines their size. Sliding contacts with nothing but self-stress are released.
 *
 * A body has no self-stress if all of its contacts push it the same way, whatever their friction:
 *
 *   n·d > μ/√(1 + μ²)    of all its contacts, with some direction d
 *
 * Such bodies are left out with their contacts, one after the other. The contacts of those that remain may have a self-stress.
 *
 * Pellegrino and Calladine, Matrix Analysis of Statically and Kinematically Indeterminate Frameworks (1986).
 */
import { FrictionContactFigure, FrictionContactStatus } from "../../linalg/index.js";
import { vec3 } from "../../math/index.js";
import { slides } from "../active-set/index.js";
import type { EventContext } from "./context.js";
import { directionTurns, pullPart, releasingPart, turnLength } from "./parameters.js";

const d = new Float64Array(3);

/**
 * Releases sliding contacts with nothing but self-stress. A body that just fits between others may have forces that satisfy the
 * conditions and cause friction, and rounding of the rows may cause them. A sliding contact is released if it has no force where
 * all contacts may approach a little, or if it would pull with the forces of vanishing compliance of the active contacts. The
 * self-stress of sticking contacts affects no motion. Returns whether a contact is released.
 */
export function letGo(context: EventContext, active: readonly number[]): boolean {
  if (context.island.active.solver.redundant === 0) return false;
  const sliding = new Set(active.filter((c) => slides(context, c)));
  if (sliding.size === 0) return false;
  const pulling = listPulling(context);
  if (pulling.length === 0 && !mayHaveSelfStress(context, active)) return false;
  if (loosen(context, sliding)) return true;
  for (const c of pulling) context.memory.releasing.add(context.contactSet.contacts, c);
  return pulling.length > 0;
}

/** Returns the sliding contacts that would pull. */
function listPulling(context: EventContext): number[] {
  const { island } = context;
  const { activeRows: held } = context.contactSet;
  island.computeForces();
  const { lambda, rowStart } = island.active.table;
  const first = rowStart[island.model.parts.joints.length];
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

/**
 * Releases those of the sliding contacts without a force where all contacts may approach a little. Returns whether there are any.
 */
function loosen(context: EventContext, sliding: ReadonlySet<number>): boolean {
  const { cones, coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { releasing } = context.memory;
  const { problem, row, list, contactCount } = cones;
  const { result } = coneSolver;
  const { c } = problem.rows;
  const slack = 0.5 * releasingPart * result.figures[FrictionContactFigure.scale];
  for (let k = 0; k < contactCount; k++) c[row[k]] += slack;
  const isFound = coneSolver.solve(problem) === FrictionContactStatus.solved;
  for (let k = 0; k < contactCount; k++) {
    c[row[k]] -= slack;
    const isIdle = isFound && result.active[row[k]] === 0;
    if (isIdle && sliding.has(list[k])) releasing.add(contacts, list[k]);
  }
  return !releasing.isEmpty;
}

/** Whether the contacts of a list may have a self-stress. */
export function mayHaveSelfStress(context: EventContext, list: readonly number[]): boolean {
  const { island } = context;
  const { contacts } = context.contactSet;
  const ofBody = new Map<number, Set<number>>();
  for (const c of list) {
    for (const body of [contacts.bodyA[c], contacts.bodyB[c]]) {
      if (body < 0 || !island.model.moves(body)) continue;
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

/** Whether all contacts push a body the same way, or none does. The direction d is turned towards the farthest n, step by step. */
function isOneSided({ contactSet: { contacts } }: EventContext, body: number, own: ReadonlySet<number>): boolean {
  const { normal, bodyA, staticFriction } = contacts;
  d.fill(0);
  for (const c of own) vec3.addScaled(d, 0, d, 0, bodyA[c] === body ? 1 : -1, normal, 3 * c);
  for (let turn = 0; turn < directionTurns; turn++) {
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
    vec3.addScaled(d, 0, d, 0, bodyA[worst] === body ? turnLength : -turnLength, normal, 3 * worst);
  }
  return false;
}
