/**
 * What physics says of a scene at t = 0: whether its constraints are met and do not contradict one another, and whether
 * nothing is in anything else. Places that are off by a little, as numbers with few digits are, are mended.
 */
import { PairResult } from "../collide/index.js";
import { checkConstraints } from "../constrain/index.js";
import { RigorError } from "../math/index.js";
import type { World } from "../world/index.js";
import type { ModelBody, ModelConstraint, ModelParticle } from "./model.js";
import type { FaultList } from "./problem.js";

/** Violations up to this, m or rad, are mended, … */
const mendable = 1e-3;
/** … and those up to this are not worth telling. */
const unseen = 1e-9;

/** Returns what was mended, in words. */
export function verifyConstraints(faults: FaultList, world: World, constraints: readonly ModelConstraint[]): string[] {
  if (constraints.length === 0) return [];
  const { mechanism } = world;
  mechanism.prepare();
  mechanism.evaluate();
  const position = measure(world, constraints, mechanism.table.value);
  const velocity = measure(world, constraints, mechanism.table.rate);
  const before = faults.faults.length;
  position.forEach((error, c) => {
    if (error <= mendable) return;
    const { id, type } = constraints[c];
    const cure = "move what it holds, or its anchor";
    faults.add("not-met", `constraints[${c}]`, `must be met at t = 0 (${type} ${JSON.stringify(id)})`, error, cure);
  });
  if (faults.faults.length > before) return [];
  const worst = Math.max(...position);
  const speed = Math.max(...velocity);
  if (worst > unseen) faults.attempt("constraints", () => mechanism.assemble());
  if (faults.faults.length > before) return [];
  nameConflicts(faults, world, constraints);
  return [
    ...(worst > unseen ? [`constraints were off by up to ${worst} at t = 0: what they hold was moved`] : []),
    ...(speed > unseen ? [`velocities broke constraints by up to ${speed} at t = 0: they were changed`] : []),
  ];
}

/** The largest error of each. */
function measure({ mechanism }: World, constraints: readonly ModelConstraint[], errors: Float64Array): number[] {
  const { rowStart } = mechanism.table;
  const places = new Map(mechanism.constraints.map((constraint, c) => [constraint, c]));
  return constraints.map(({ constraint }) => {
    const c = places.get(constraint) ?? 0;
    const own = errors.subarray(rowStart[c], rowStart[c + 1]);
    return own.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : Infinity), 0);
  });
}

function nameConflicts(faults: FaultList, { mechanism }: World, constraints: readonly ModelConstraint[]): void {
  for (const text of checkConstraints(mechanism).conflicts) {
    const c = Number(/\d+/.exec(text)?.[0]);
    const k = constraints.findIndex(({ constraint }) => constraint === mechanism.constraints[c]);
    const named = constraints[k];
    const must = `must not contradict others (${named?.type} ${JSON.stringify(named?.id)})`;
    faults.add("conflict", `constraints[${k}]`, must, "speeds or accelerations that no force can give at once");
  }
}

/** Notes every two that overlap. */
export function verifyApart(
  faults: FaultList,
  world: World,
  bodies: readonly ModelBody[],
  particles: readonly ModelParticle[],
): void {
  try {
    world.settle();
  } catch (error) {
    if (!(error instanceof RigorError)) throw error;
    if (error.code !== "overlap")
      faults.attempt("scene", () => {
        throw error;
      });
    else nameOverlaps(faults, world, bodies, particles);
  }
}

function nameOverlaps(
  faults: FaultList,
  { detector, parts, settings }: World,
  bodies: readonly ModelBody[],
  particles: readonly ModelParticle[],
): void {
  const name = (p: number): readonly [string, string] => {
    const list = parts.body[p] >= 0 ? bodies : particles;
    const index = parts.body[p] >= 0 ? parts.body[p] : parts.particle[p];
    const k = list.findIndex((thing) => thing.index === index);
    return [`${parts.body[p] >= 0 ? "bodies" : "particles"}[${k}]`, list[k]?.id ?? "?"];
  };
  const deepest = new Map<string, { depth: number; path: string; text: string }>();
  const result = new PairResult();
  const { pairs } = detector;
  for (let pair = 0; pair < pairs.count; pair++) {
    detector.measure(result, pair);
    const depth = -result.values[0];
    if (!(depth > settings.contactTolerance)) continue;
    const [pathA, a] = name(pairs.partA[pair]);
    const [pathB, b] = name(pairs.partB[pair]);
    const key = `${pathA} ${pathB}`;
    if (depth <= (deepest.get(key)?.depth ?? 0)) continue;
    deepest.set(key, { depth, path: pathB, text: `${b}, ${depth} m deep in ${a}` });
  }
  const cure = "move them apart, or join or group them so that they do not meet";
  for (const { path, text } of deepest.values())
    faults.add("overlap", path, "must not overlap another at t = 0", text, cure);
}
