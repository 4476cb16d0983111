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

/** Bounds: how much quicker the mix of all polyhedra is when warm; deviation of gaps of 1 m shapes, m; garbage a pair. */
const bounds = { gain: 5, deviation: 1e-14, bytesPerPair: 0.01 };

const shares: Record<Situation, number> = { apart: 8, near: 6, touching: 5, overlapping: 1 };

export function benchNarrowPhase(quick: boolean): string[] {
  const missed: string[] = [];
  const count = quick ? 20 : 60;
  console.log(
    "\nNarrow phase: time a pair from scratch, with what was known a step before, and how far the two differ\n",
  );
  const mixes: Motion[] = [];
  const rows = pairKinds.flatMap((kind, k) => {
    const runs = situations.map((situation, s) => ({
      name: situation as string,
      motions: createMotions(kind, situation, count, 100 * k + s + 1),
    }));
    const mix = runs.flatMap(({ motions }, s) => motions.slice(0, (shares[situations[s]!] * count) / 20));
    if (kind.isPolyhedra) mixes.push(...mix);
    return [...runs, { name: "mix", motions: mix }].map(({ name, motions }) =>
      benchMotions(`${kind.name}, ${name}`, motions, kind, quick, missed),
    );
  });
  const all = benchMotions("all polyhedra, mix", mixes, pairKinds[0]!, quick, missed);
  printTable(["pair", "cold", "warm", "gain", "deviation", "gap alone, warm"], [...rows, all]);
  const gain = Number.parseFloat(all[3]!);
  if (!(gain >= bounds.gain)) missed.push(`warm polyhedra: ${gain} times as quick, should be ${bounds.gain}`);
  return [...missed, ...benchGarbage(mixes)];
}

function benchMotions(name: string, motions: readonly Motion[], kind: PairKind, quick: boolean, missed: string[]) {
  const walk = new Walk(motions);
  const deviation = walk.compare();
  const [cold, warm, gap] = timeContenders(
    [
      { name: "cold", run: () => walk.run(true) },
      { name: "warm", run: () => walk.run(false) },
      // what has no witness has no gap alone
      { name: "gap", run: () => (kind.isPolyhedra ? walk.measure() : walk.run(false)) },
    ],
    { repeats: quick ? 5 : 9, turn: quick ? 0.01 : 0.03 },
  ).map(({ best }) => best / motions.length);
  if (!(deviation <= bounds.deviation)) missed.push(`${name}: warm and cold differ by ${deviation.toExponential(1)} m`);
  return [
    name,
    formatTime(cold!),
    formatTime(warm!),
    `${(cold! / warm!).toFixed(1)}×`,
    deviation.toExponential(0),
    kind.isPolyhedra ? formatTime(gap!) : "–",
  ];
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

  /** The same for the gap alone. */
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
