/**
 * The narrow phase: time of `collideShapes` a pair, along the motions of collide-scenes.ts.
 *
 *   cold      the cache knows nothing of the pair: every pose from scratch
 *   warm      the cache knows it as it was a step before
 *   deviation the largest difference of a warm gap from that of the same pose from scratch, m
 *
 * The mix is what a simulation meets: of 20 pairs 8 are apart, 6 near, 5 touching and 1 overlapping.
 */
import { collideShapes, frameSize, measureGap, PairCache, PairResult, PairSlot } from "@rigor/engine/collide";
import {
  createMotions,
  type Motion,
  type PairKind,
  pairKinds,
  poses,
  type Situation,
  situations,
  tolerance,
} from "./collide-scenes.js";
import { formatTime, measureAllocation, printTable, timeContenders } from "./support.js";

/**
 * Bounds: how much quicker the mix of a kind of pair is when warm; for a closed form, which has nothing to remember but
 * the face where it begins, how long it may take from scratch, as a part of two boxes; deviation of gaps of 1 m shapes,
 * m; garbage a pair.
 */
const bounds = { gain: 5, closedForm: 0.2, deviation: 1e-14, bytesPerPair: 0.01 };
const closedForms: readonly string[] = ["sphere/box"];

const shares: Record<Situation, number> = { apart: 8, near: 6, touching: 5, overlapping: 1 };

export function benchNarrowPhase(quick: boolean): string[] {
  const missed: string[] = [];
  const count = quick ? 20 : 60;
  console.log(
    "\nNarrow phase: time a pair from scratch, with what was known a step before, and how far the two differ\n",
  );
  const mixes: Motion[] = [];
  let boxes = 0;
  const rows = pairKinds.flatMap((kind, k) => {
    const runs = situations.map((situation, s) => ({
      name: situation as string,
      motions: createMotions(kind, situation, count, 100 * k + s + 1),
    }));
    const mix = runs.flatMap(({ motions }, s) => motions.slice(0, (shares[situations[s]!] * count) / 20));
    if (kind.isPolyhedra) mixes.push(...mix);
    const measured = [...runs, { name: "mix", motions: mix }].map(({ name, motions }) =>
      benchMotions(`${kind.name}, ${name}`, motions, kind, quick, missed),
    );
    const { cold, warm } = measured.at(-1)!;
    if (k === 0) boxes = cold;
    if (!closedForms.includes(kind.name)) checkGain(kind.name, cold / warm, missed);
    else if (!(cold <= bounds.closedForm * boxes)) {
      missed.push(`${kind.name}: ${formatTime(cold)} from scratch, should be ${bounds.closedForm} of two boxes`);
    }
    return measured.map(({ row }) => row);
  });
  const all = benchMotions("all polyhedra, mix", mixes, pairKinds[0]!, quick, missed);
  printTable(["pair", "cold", "warm", "gain", "deviation", "gap alone, warm"], [...rows, all.row]);
  checkGain("all polyhedra", all.cold / all.warm, missed);
  return [...missed, ...benchGarbage(mixes)];
}

function checkGain(name: string, gain: number, missed: string[]): void {
  if (gain >= bounds.gain) return;
  missed.push(`${name}, mix: ${gain.toFixed(1)} times as quick when warm, should be ${bounds.gain}`);
}

function benchMotions(
  name: string,
  motions: readonly Motion[],
  kind: PairKind,
  quick: boolean,
  missed: string[],
): { readonly cold: number; readonly warm: number; readonly row: string[] } {
  const walk = new Walk(motions);
  const deviation = walk.compare();
  const [cold, warm, gap] = timeContenders(
    [
      { name: "cold", run: () => walk.run(true) },
      { name: "warm", run: () => walk.run(false) },
      // what has no witness has no gap alone
      { name: "gap", run: () => (kind.isPolyhedra ? walk.measure() : walk.run(false)) },
    ],
    // short turns, of which the best counts: between those of other work on the machine
    { repeats: quick ? 30 : 100, turn: 0.002 },
  ).map(({ best }) => best / motions.length);
  if (!(deviation <= bounds.deviation)) missed.push(`${name}: warm and cold differ by ${deviation.toExponential(1)} m`);
  const row = [
    name,
    formatTime(cold!),
    formatTime(warm!),
    `${(cold! / warm!).toFixed(1)}×`,
    deviation.toExponential(0),
    kind.isPolyhedra ? formatTime(gap!) : "–",
  ];
  return { cold: cold!, warm: warm!, row };
}

function benchGarbage(motions: readonly Motion[]): string[] {
  const walk = new Walk(motions);
  const rows = [true, false].map((isCold) => {
    const bytes = measureAllocation(() => walk.run(isCold), 20) / motions.length;
    return { name: isCold ? "cold" : "warm", bytes };
  });
  console.log("\nBytes left on the heap a pair, all polyhedra\n");
  printTable(
    ["", "bytes"],
    rows.map(({ name, bytes }) => [name, bytes.toFixed(2)]),
  );
  return rows.flatMap(({ name, bytes }) =>
    bytes <= bounds.bytesPerPair ? [] : [`bytes left a pair, ${name}: ${bytes.toFixed(2)}, should be none`],
  );
}

/** All motions at once, a pose a run, to and fro. */
class Walk {
  private readonly motions: readonly Motion[];
  private readonly cache: PairCache;
  private readonly result = new PairResult();
  private pose = 0;
  private direction = 1;

  constructor(motions: readonly Motion[]) {
    this.motions = motions;
    this.cache = new PairCache(motions.length);
  }

  /** The next pose of every pair. */
  run(isCold: boolean): void {
    const { motions, cache, result } = this;
    const o = this.advance();
    for (let m = 0; m < motions.length; m++) {
      const { shapeA, shapeB, frames } = motions[m]!;
      if (isCold) cache.reset(m);
      collideShapes(result, shapeA, frames, o, shapeB, frames, o + frameSize, cache, m, tolerance);
    }
  }

  /** The measurement of the gap alone. */
  measure(): void {
    const { motions, cache, result } = this;
    const o = this.advance();
    for (let m = 0; m < motions.length; m++) {
      const { shapeA, shapeB, frames } = motions[m]!;
      measureGap(result, shapeA, frames, o, shapeB, frames, o + frameSize, cache.witnesses, m);
    }
  }

  /** The largest difference between a gap from what is known and one from scratch. */
  compare(): number {
    const { motions, cache, result } = this;
    const fresh = new PairResult();
    const empty = new PairCache(1);
    let worst = 0;
    for (let round = 0; round < 2 * poses; round++) {
      const o = this.advance();
      for (let m = 0; m < motions.length; m++) {
        const { shapeA, shapeB, frames } = motions[m]!;
        collideShapes(result, shapeA, frames, o, shapeB, frames, o + frameSize, cache, m, tolerance);
        empty.reset(0);
        collideShapes(fresh, shapeA, frames, o, shapeB, frames, o + frameSize, empty, 0, tolerance);
        worst = Math.max(worst, Math.abs(result.values[PairSlot.gap]! - fresh.values[PairSlot.gap]!));
      }
    }
    return worst;
  }

  private advance(): number {
    if (this.pose + this.direction < 0 || this.pose + this.direction >= poses) this.direction = -this.direction;
    this.pose += this.direction;
    return 2 * frameSize * this.pose;
  }
}
