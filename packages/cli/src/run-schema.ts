/**
 * The form of what a run leaves: summary.json, and the lines of trajectory.ndjson and events.ndjson. Folders come from
 * anywhere; what is read from one is checked by these before anything is made of it. Fields that are not named here are
 * taken as they are, if they are not deep: other versions may say more.
 */
import type { SceneFile } from "@rigor/engine/scene";
import {
  type Check,
  type Flaw,
  isCount,
  isData,
  isFigure,
  isList,
  isNumber,
  isOneOf,
  isRecord,
  isShallow,
  isTable,
  isText,
  isVector,
  within,
} from "./data-check.js";

/** The outcomes of a run. */
const statuses = ["complete", "interrupted", "failed"] as const;
export type RunStatus = (typeof statuses)[number];

/** Levels of summary.json, and of a thing in a line. */
const deepest = 8;

/** Certificates that runs of some versions have not. */
const certificates = { worstForceBalance: isFigure, worstKinematicError: isFigure, worstDissipationDrop: isFigure };

const summaryFields = isRecord(
  {
    status: isOneOf(...statuses),
    scene: isText,
    sceneHash: isText,
    version: isText,
    stateHash: isText,
    duration: isFigure,
    wallSeconds: isFigure,
    steps: isCount,
    evaluations: isCount,
    events: isTable(isCount),
    maxContacts: isCount,
    worstPenetration: isFigure,
    worstConstraintError: isFigure,
    worstEnergyError: isFigure,
    warnings: isList(isText),
  },
  { error: isText, time: isFigure, notes: isList(isText), ...certificates },
);
const summaryDepth = isShallow(deepest);

export const checkSummary: Check = (value) => summaryFields(value) ?? summaryDepth(value);

const vector = isVector(3);
const figures = isVector(3, isFigure);
const body = isRecord({ p: vector, q: isVector(4), v: vector, w: vector });
const particle = isRecord({ p: vector, v: vector });
const generalized = isRecord({ u: isList(isNumber), rate: isList(isNumber), p: isList(vector) });
const rest = isRecord({
  t: isNumber,
  energy: isRecord({
    kinetic: isFigure,
    potential: isFigure,
    dissipated: isFigure,
    work: isFigure,
    total: isFigure,
  }),
  contacts: isList(isRecord({ a: isText, b: isText, p: figures, n: figures, f: isFigure, t: figures, gap: isFigure })),
  constraints: isTable(isRecord({ force: figures, torque: figures, error: isFigure })),
});

/** The states that a run goes on from, but for what they say of the scene: what there is in the file beside it. */
export const checkCheckpoint: Check = isRecord({
  number: isCount,
  trajectory: isCount,
  events: isCount,
  wallSeconds: isNumber,
  state: isRecord({}),
});

/** The schema of the figures of a saved state that enter the summary. The engine checks the world itself. */
export const checkState: Check = isRecord({
  figures: isRecord(
    {
      steps: isCount,
      evaluations: isCount,
      events: isTable(isCount),
      maxContacts: isCount,
      worstPenetration: isFigure,
      worstConstraintError: isFigure,
      worstEnergyError: isFigure,
      firstEnergy: isFigure,
      largestEnergy: isFigure,
      warnings: isList(isText),
    },
    { notes: isList(isText), ...certificates },
  ),
  world: isRecord({}),
});

/** A line of events.ndjson. */
export const checkEvent: Check = isRecord({
  t: isNumber,
  type: isText,
  a: isText,
  b: isText,
  p: figures,
  n: figures,
  impulse: isFigure,
  vBefore: isFigure,
  vAfter: isFigure,
});

/** The check of the lines of trajectory.ndjson, which must have all things of the scene and no others. */
export function createSampleCheck(scene: SceneFile): Check {
  const list = (things: readonly { readonly id: string }[] | undefined) => (things ?? []).map(({ id }) => id);
  const bodies = isOfScene("body", list(scene.bodies), body);
  const particles = isOfScene("particle", list(scene.particles), particle);
  const own = isOfScene("body in coordinates of its own", list(scene.generalized), generalized);
  const sizes = keepSizes();
  return (value) => {
    const flaw = rest(value);
    if (flaw !== null) return flaw;
    const sample = value as Record<string, unknown>;
    const moving = sample.generalized ?? {};
    return (
      enter("bodies", bodies(sample.bodies)) ??
      enter("particles", particles(sample.particles)) ??
      enter("generalized", own(moving) ?? sizes(moving))
    );
  };
}

function enter(key: string, flaw: Flaw | null): Flaw | null {
  return flaw === null ? null : within(key, flaw);
}

/** A record with an entry for each of these ids, and nothing else. */
function isOfScene(kind: string, ids: readonly string[], entry: Check): Check {
  const known = new Set(ids);
  return (value) => {
    if (!isData(value)) return { path: "", must: "must be a record", value };
    for (const id of ids) {
      if (!Object.hasOwn(value, id))
        return within(id, { path: "", must: "must be there: the scene has it", value: undefined });
      const flaw = entry(value[id]);
      if (flaw !== null) return within(id, flaw);
    }
    if (Object.keys(value).length === known.size) return null;
    const stranger = Object.keys(value).find((id) => !known.has(id)) ?? "";
    return within(stranger, { path: "", must: `must be a ${kind} of the scene`, value: value[stranger] });
  };
}

/** Bodies in coordinates of their own have as many of them, and as many masses, as in the first sample. */
function keepSizes(): Check {
  const first = new Map<string, string>();
  return (value) => {
    for (const [id, entry] of Object.entries(value as Record<string, Readonly<Record<string, readonly unknown[]>>>)) {
      const size = `${entry.u.length} coordinates, ${entry.rate.length} rates, ${entry.p.length} masses`;
      const known = first.get(id) ?? size;
      first.set(id, known);
      const isGood = size === known && entry.u.length === entry.rate.length;
      if (!isGood)
        return within(id, { path: "", must: `must have ${known}, and as many coordinates as rates`, value: size });
    }
    return null;
  };
}
