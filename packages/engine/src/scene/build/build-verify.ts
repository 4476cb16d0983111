/**
 * The physical check of a scene at t = 0: constraints must be satisfied and consistent, and nothing may overlap. Small
 * violations of constraints, as by numbers with few digits, are repaired by moving things.
 */
import { checkConstraints } from "../../constrain/index.js";
import type { World } from "../../world/index.js";
import type { FaultList, OverlapExemption } from "../check/index.js";
import type { ModelBody, ModelConstraint, ModelParticle } from "./model.js";
import { mostOverlaps, repairableViolation, silentViolation } from "./parameters.js";

/**
 * Checks and repairs the constraints, and returns the repairs as warnings. `constraints` are in the order of the file; where
 * not all velocities are known, conflicts between constraints are not searched.
 */
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
    if (each === null || position[k] <= repairableViolation) return;
    const must = `must be met at t = 0 (${each.type} ${JSON.stringify(each.id)})`;
    faults.add("not-met", `constraints[${k}]`, must, position[k], "move the things that it joins, or its anchor");
    isMet = false;
  });
  if (!isMet) return [];
  const worst = Math.max(...position);
  const speed = Math.max(...velocity);
  if (worst > silentViolation && faults.attempt("constraints", () => mechanism.assemble()) === null) return [];
  if (hasSpeeds) nameConflicts(faults, world, constraints);
  return [
    ...(worst > silentViolation
      ? [`constraints were violated by up to ${worst} at t = 0: the things that they join were moved`]
      : []),
    ...(speed > silentViolation
      ? [`velocities violated constraints by up to ${speed} at t = 0: they were projected`]
      : []),
  ];
}

/** The largest absolute error of each constraint. */
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
    faults.add(
      "conflict",
      `constraints[${k}]`,
      must,
      "velocities or accelerations that no forces can satisfy together",
    );
  }
}

/** Whether all constraints of the file are satisfied. */
function isAssembled({ faults, omitted }: FaultList): boolean {
  const isOff = faults.some(({ code, path }) => code === "not-met" || path === "constraints");
  return !isOff && ![...omitted].some((path) => path.startsWith("constraints"));
}

/**
 * Adds a fault for every overlapping pair that is not exempt, up to `mostOverlaps`. A scene without faults is then settled at t =
 * 0.
 */
export function verifyApart(
  faults: FaultList,
  world: World,
  bodies: readonly (ModelBody | null)[],
  particles: readonly (ModelParticle | null)[],
  isExempt: OverlapExemption,
  onProgress: (stage: string, done: number, total: number) => void,
): void {
  const isGood = faults.faults.length === 0;
  const { detector, mechanism } = world;
  mechanism.prepare();
  mechanism.derive();
  detector.placeParts();
  // things that the repair would have moved may overlap by twice the violation
  const slack = isGood || isAssembled(faults) ? 0 : 2 * repairableViolation;
  nameOverlaps(faults, world, bodies, particles, slack, isExempt, onProgress);
  // a scene with faults is not solved: its geometry is all that is checked
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
  isExempt: OverlapExemption,
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
      if (depth <= (known?.depth ?? 0) || isExempt(a, b)) return true;
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
