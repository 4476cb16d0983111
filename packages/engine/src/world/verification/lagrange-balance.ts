/**
 * The balance of the reported forces with the motion of a system in generalized coordinates, by Lagrange's equations from its
 * energies alone (audit-energies.ts), with L = T − V and V that of the weights of its parts:
 *
 *   dp/dt = ∂L/∂u + Q,   p = ∂T/∂u̇        at the instant of a query, with the ü at the end of the last step
 *   p(t₁) − p(t₀) = ∫ (∂L/∂u + Q) dt      over the last step, by the quadrature of step-balance.ts
 *
 * Q are the forces given, of springs, motors and placed forces, and the reported forces of joints and limits. At rest, u̇ = 0 and
 * ü = 0, the forces balance: ∂V/∂u = Q. Neither the velocity terms nor the mass matrix of the solver are used.
 *
 * Follows: Constrained Dynamics, section 5.
 */
import { readParts, type ThingOfParts } from "../../lagrange/index.js";
import {
  type AuditThings,
  countFree,
  findFirst,
  judgeAudit,
  measureDisplacement,
  measureForce,
  measureMass,
  mostJudged,
  mostUncarried,
  noteThing,
  writeMomenta,
  writeMomentumRates,
  writeSlopes,
} from "../audit/index.js";
import type { IslandModel } from "../island/index.js";
import { stillSpeed } from "../island/index.js";
import { addFallback } from "../record/index.js";
import type { AuditedFlow } from "./audited-flow.js";
import { uncertaintyFactor } from "./parameters.js";

/** Terms of one system, a number for each coordinate. */
let given = new Float64Array(0);
let slope = new Float64Array(0);
let momentum = new Float64Array(0);
let doubt = new Float64Array(0);
let off = new Float64Array(0);
/** A vector with one entry that is not zero. */
let single = new Float64Array(0);
/** ∫ (∂L/∂u + Q) dt of all systems of an island, one behind the other, its uncertainty, and the largest force of each system. */
let sum = new Float64Array(0);
let sumDoubt = new Float64Array(0);
let largest = new Float64Array(0);

function reserve(width: number): void {
  if (given.length >= width) return;
  given = new Float64Array(2 * width);
  slope = new Float64Array(2 * width);
  momentum = new Float64Array(4 * width);
  doubt = new Float64Array(4 * width);
  off = new Float64Array(2 * width);
  single = new Float64Array(2 * width);
}

/** The first coordinate of a system that is judged now: the coordinates of large systems are judged in turn. */
function takeTurn(things: AuditThings, thing: ThingOfParts): number {
  const free = countFree(thing);
  return free <= mostJudged ? 0 : things.turn % free;
}

/** The largest of the terms on a system, N: of its reported forces, its slope and its weight. */
function measureTerms(thing: ThingOfParts, size: number): number {
  const { gravity: g } = thing;
  const weight = measureMass(thing) * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  return Math.max(size, weight, measureForce(thing, slope, 0));
}

/** Bound of the uncertainty of the terms of a system, N, from the absolute values in `doubt`. */
function measureDoubt(thing: ThingOfParts): number {
  let most = 0;
  for (let k = 0; k < countFree(thing); k++) {
    if (doubt[k] === 0) continue;
    single.fill(0);
    single[k] = doubt[k];
    most += measureForce(thing, single, 0);
  }
  return most;
}

/**
 * Records the differences between the reported forces and the slope of the last step: u̇ and ü of the systems from `findFirst`
 * on.
 */
export function compareThings({ context }: AuditedFlow, rates: Float64Array): void {
  const { island, world } = context;
  const { coordinates, ownStart, own, parts } = island.model;
  const { worst, audit } = world;
  const { things } = audit;
  let y = findFirst(island.model);
  for (let g = 0; g < coordinates.length; g++) {
    const { width } = coordinates[g];
    const thing = readParts(coordinates[g]);
    y += 2 * width;
    if (thing === null) continue;
    const o = ownStart[g];
    const i = parts.coordinates[g];
    const first = takeTurn(things, thing);
    clearTerms(width);
    writeSlopes(slope, doubt, 0, thing, own, o, first);
    writeMomentumRates(momentum, doubt, width, thing, own, o, rates, y - 2 * width, first);
    const speed = measureDisplacement(thing, own, o, own, o + width);
    const acceleration = measureDisplacement(thing, own, o, rates, y - width);
    thing.derive(own, o);
    for (let n = 0; n < Math.min(countFree(thing), mostJudged); n++) {
      const k = (first + n) % countFree(thing);
      doubt[k] += doubt[width + k];
      off[k] = things.reported[o / 2 + k] - (momentum[width + k] - slope[k]);
    }
    const force = Math.max(measureTerms(thing, things.sizes[i]), measureForce(thing, momentum, width));
    const lack = Math.max(0, measureForce(thing, off, 0) - uncertaintyFactor * measureDoubt(thing));
    if (!(lack !== 0 && force !== 0)) continue;
    const part = lack / force;
    noteThing(worst, "forceBalance", part, i, context.island.model.system.time);
    const rests = speed <= stillSpeed && measureMass(thing) * acceleration <= mostUncarried * force;
    if (rests && !(part <= mostUncarried)) addFallback(worst, "balance/rest");
  }
  things.turn += mostJudged;
  judgeAudit(worst, world.settings);
}

function clearTerms(width: number): void {
  reserve(width);
  slope.fill(0);
  momentum.fill(0);
  doubt.fill(0);
  off.fill(0);
}

/** Whether the last steps of the systems with coordinates of an island have ended at t[n]. */
export function areAtEnd({ stepEnd }: AuditThings, { parts }: IslandModel, t: Float64Array, n: number): boolean {
  for (let g = 0; g < parts.coordinates.length; g++) if (stepEnd[parts.coordinates[g]] !== t[n]) return false;
  return true;
}

/** Sets the integrals over a step to zero. */
export function beginThings({ coordinates, coordinateStart }: IslandModel): void {
  const count = coordinateStart[coordinates.length] - coordinateStart[0];
  if (sum.length < count) {
    sum = new Float64Array(2 * count);
    sumDoubt = new Float64Array(2 * count);
  }
  if (largest.length < coordinates.length) largest = new Float64Array(2 * coordinates.length);
  sum.fill(0);
  sumDoubt.fill(0);
  largest.fill(0);
}

/** Adds ∂L/∂u and the sums of forces at the state of the island, times `duration`, s, the weight of an instant in a quadrature. */
export function addThings(things: AuditThings, island: IslandModel, duration: number): void {
  const { coordinates, coordinateStart, ownStart, own, parts } = island;
  for (let g = 0; g < coordinates.length; g++) {
    const thing = readParts(coordinates[g]);
    if (thing === null) continue;
    const { width } = thing;
    const o = ownStart[g];
    const to = coordinateStart[g] - coordinateStart[0];
    clearTerms(width);
    writeSlopes(slope, doubt, 0, thing, own, o, takeTurn(things, thing));
    thing.derive(own, o);
    for (let k = 0; k < width; k++) {
      sum[to + k] += duration * (slope[k] + things.reported[o / 2 + k]);
      sumDoubt[to + k] += duration * doubt[k];
    }
    largest[g] = Math.max(largest[g], measureTerms(thing, things.sizes[parts.coordinates[g]]));
  }
}

/**
 * Records the differences between the integrals over a step of length `duration`, s, and the changes of momenta, as far as they
 * exceed the relative error `known` of these.
 */
export function compareThingSteps({ context }: AuditedFlow, duration: number, known: number): void {
  const { island, world } = context;
  const { coordinates, coordinateStart, ownStart, own, parts } = island.model;
  const { things } = world.audit;
  for (let g = 0; g < coordinates.length; g++) {
    const thing = readParts(coordinates[g]);
    if (thing === null) continue;
    const { width } = thing;
    const o = ownStart[g];
    const from = coordinateStart[g] - coordinateStart[0];
    clearTerms(width);
    const first = takeTurn(things, thing);
    writeMomenta(momentum, 0, thing, things.stepStart, o, first);
    writeMomenta(momentum, width, thing, things.stepResult, o, first);
    const speed = measureDisplacement(thing, own, o, own, o + width);
    let unit = 0;
    for (let n = 0; n < Math.min(countFree(thing), mostJudged); n++) {
      const k = (first + n) % countFree(thing);
      // the displacement for 1 m/s, or 1 rad/s, of the coordinate
      single.fill(0);
      single[k] = 1;
      unit = Math.max(unit, measureDisplacement(thing, own, o, single, 0));
      slope[k] = momentum[width + k] - momentum[k];
      off[k] = sum[from + k] - slope[k];
      doubt[k] = sumDoubt[from + k];
    }
    thing.derive(own, o);
    const push =
      measureForce(thing, off, 0) -
      uncertaintyFactor * measureDoubt(thing) -
      known * measureMass(thing) * (speed + unit);
    const force = Math.max(largest[g] * duration, measureForce(thing, slope, 0));
    if (!(push <= 0))
      noteThing(world.worst, "forceBalance", push / force, parts.coordinates[g], context.island.model.system.time);
  }
}
