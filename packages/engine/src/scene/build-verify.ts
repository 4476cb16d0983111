/**
 * What physics says of a scene at t = 0: whether its constraints are met and do not contradict one another, and whether
 * nothing is in anything else. Places that are off by a little, as numbers with few digits are, are mended.
 */
import { checkConstraints } from "../constrain/index.js";
import type { World } from "../world/index.js";
import type { ModelBody, ModelConstraint, ModelParticle } from "./model.js";
import type { FaultList } from "./problem.js";
import type { Doubt } from "./sound.js";

/** Violations up to this, m or rad, are mended, … */
const mendable = 1e-3;
/** … and those up to this are not worth telling. */
const unseen = 1e-9;

/** Returns what was mended, in words. `constraints` are as in the file; without all speeds, conflicts are not looked for. */
export function verifyConstraints(
  faults: FaultList,
  world: World,
  constraints: readonly (ModelConstraint | null)[],
  hasSpeeds: boolean,
): string[] {
  if (constraints.every((each) => each === null)) return [];
  const { mechanism } = world;
  mechanism.prepare();
  mechanism.evaluate();
  const position = measure(world, constraints, mechanism.table.value);
  const velocity = measure(world, constraints, mechanism.table.rate);
  let isMet = true;
  constraints.forEach((each, k) => {
    if (each === null || position[k] <= mendable) return;
    const must = `must be met at t = 0 (${each.type} ${JSON.stringify(each.id)})`;
    faults.add("not-met", `constraints[${k}]`, must, position[k], "move what it holds, or its anchor");
    isMet = false;
  });
  if (!isMet) return [];
  const worst = Math.max(...position);
  const speed = Math.max(...velocity);
  if (worst > unseen && faults.attempt("constraints", () => mechanism.assemble()) === null) return [];
  if (hasSpeeds) nameConflicts(faults, world, constraints);
  return [
    ...(worst > unseen ? [`constraints were off by up to ${worst} at t = 0: what they hold was moved`] : []),
    ...(speed > unseen ? [`velocities broke constraints by up to ${speed} at t = 0: they were changed`] : []),
  ];
}

/** The largest error of each. */
function measure(
  { mechanism }: World,
  constraints: readonly (ModelConstraint | null)[],
  errors: Float64Array,
): number[] {
  const { rowStart } = mechanism.table;
  const places = new Map(mechanism.constraints.map((constraint, c) => [constraint, c]));
  return constraints.map((each) => {
    const c = each === null ? undefined : places.get(each.constraint);
    if (c === undefined) return 0;
    const own = errors.subarray(rowStart[c], rowStart[c + 1]);
    return own.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : Infinity), 0);
  });
}

function nameConflicts(
  faults: FaultList,
  { mechanism }: World,
  constraints: readonly (ModelConstraint | null)[],
): void {
  for (const text of checkConstraints(mechanism).conflicts) {
    const c = Number(/\d+/.exec(text)?.[0]);
    const k = constraints.findIndex((each) => each?.constraint === mechanism.constraints[c]);
    const named = constraints[k];
    const must = `must not contradict others (${named?.type} ${JSON.stringify(named?.id)})`;
    faults.add("conflict", `constraints[${k}]`, must, "speeds or accelerations that no force can give at once");
  }
}

/** Whether all constraints of the file hold what they should, where they should. */
function isAssembled({ faults, leftOut }: FaultList): boolean {
  const isOff = faults.some(({ code, path }) => code === "not-met" || path === "constraints");
  return !isOff && ![...leftOut].some((path) => path.startsWith("constraints"));
}

/** Overlaps are gathered up to this number, of which not all are told; of bodies in one place there are as many as pairs. */
const mostOverlaps = 1000;

/** Notes every two that overlap and are not meant to, as far as is known, until there are very many. */
export function verifyApart(
  faults: FaultList,
  world: World,
  bodies: readonly (ModelBody | null)[],
  particles: readonly (ModelParticle | null)[],
  isDoubtful: Doubt,
  onProgress: (stage: string, done: number, total: number) => void,
): void {
  const isGood = faults.faults.length === 0;
  const { detector, mechanism } = world;
  mechanism.prepare();
  mechanism.derive();
  detector.placeParts();
  // what would have been mended may overlap by as much
  const slack = isGood || isAssembled(faults) ? 0 : 2 * mendable;
  nameOverlaps(faults, world, bodies, particles, slack, isDoubtful, onProgress);
  // what is left of a scene with faults is not to be set in motion: where it is will do
  if (!isGood || faults.faults.length > 0) return;
  onProgress("contacts", 0, world.parts.count);
  faults.attempt("scene", () => world.settle());
}

function nameOverlaps(
  faults: FaultList,
  { detector, parts, settings }: World,
  bodies: readonly (ModelBody | null)[],
  particles: readonly (ModelParticle | null)[],
  slack: number,
  isDoubtful: Doubt,
  onProgress: (stage: string, done: number, total: number) => void,
): void {
  const [placeOfBody, placeOfParticle] = [bodies, particles].map(
    (list) => new Map(list.flatMap((thing, k) => (thing === null ? [] : [[thing.index, k]]))),
  );
  const name = (p: number): readonly [string, string] => {
    const isBody = parts.body[p] >= 0;
    const k = (isBody ? placeOfBody.get(parts.body[p]) : placeOfParticle.get(parts.particle[p])) ?? -1;
    return [`${isBody ? "bodies" : "particles"}[${k}]`, (isBody ? bodies : particles)[k]?.id ?? "?"];
  };
  const deepest = new Map<string, { depth: number; path: string; text: string }>();
  detector.visitOverlaps(
    (partA, partB, depth) => {
      if (!(depth > settings.contactTolerance + slack)) return true;
      const [pathA, a] = name(partA);
      const [pathB, b] = name(partB);
      const key = `${pathA} ${pathB}`;
      const known = deepest.get(key);
      if (depth <= (known?.depth ?? 0) || isDoubtful(a, b)) return true;
      if (known === undefined && deepest.size === mostOverlaps) {
        faults.hasMore = true;
        return false;
      }
      deepest.set(key, { depth, path: pathB, text: `${b}, ${depth} m deep in ${a}` });
      return true;
    },
    (done) => onProgress("overlaps", done, parts.count),
  );
  const cure = "move them apart, or join or group them so that they do not meet";
  for (const { path, text } of deepest.values())
    faults.add("overlap", path, "must not overlap another at t = 0", text, cure);
}
