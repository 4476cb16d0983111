/**
 * All that moves in a scene, with its key frames as far as a run has come. It is given stretches of the run, each beginning with
 * the last sample of the one before, and keeps of them no more than keys and a few figures.
 *
 * The error is determined by the first stretch: 0.1 mm, or less where what is seen in it is small.
 */
import type { SceneFile } from "@rigor/engine/scene";
import { Mover } from "./channel.js";
import { KeyTimes } from "./key-times.js";
import { beginLink, follow, type Link, type LinkState, listLinks, type Point, placeLink } from "./links.js";
import { PlaceSamples } from "./place-samples.js";
import { measureReaches } from "./reaches.js";
import { roundUp } from "./round-keys.js";
import type { BodyTrack, Tracks } from "./tracks.js";
import { chooseView, type View } from "./view.js";
import { extendWires, listWires, type Wire } from "./wires.js";

/** The default error, m; and in radii of the scene, where that is less. */
const coarsest = 1e-4;
const finest = 2e-4;

interface CastLink {
  readonly link: Link;
  readonly mover: Mover;
  readonly state: LinkState;
}

export class Cast {
  readonly times = new KeyTimes();
  readonly bodies: ReadonlyMap<string, Mover>;
  readonly particles: ReadonlyMap<string, Mover>;
  readonly masses: ReadonlyMap<string, readonly Mover[]>;
  readonly links: readonly CastLink[];
  readonly wires: ReadonlyMap<object, Wire>;
  /** The first sample alone. */
  readonly first: Tracks;
  /** The least distance of two particles at the first sample, m. */
  readonly nearest: number;
  /** The largest allowed distance of any point of a body from the recording at any sample, m; and a bound on the actual one. */
  error = 0;
  worst = 0;
  /** Samples that were taken. */
  samples = 0;
  private readonly scene: SceneFile;
  private readonly given: number | undefined;
  private readonly reaches: ReadonlyMap<string, number>;
  /** Ends of links that are not themselves something that moves. */
  private readonly ends: readonly Point[];
  private readonly places: PlaceSamples;
  /** The start of the next stretch, in single precision. */
  private until = 0;

  /** `given`: the error that was asked for. */
  constructor(scene: SceneFile, first: Tracks, given: number | undefined) {
    this.scene = scene;
    this.first = first;
    this.given = given;
    this.reaches = measureReaches(scene);
    this.bodies = new Map([...first.bodies.keys()].map((id) => [id, new Mover()]));
    this.particles = new Map([...first.particles.keys()].map((id) => [id, new Mover()]));
    this.masses = new Map([...first.generalized].map(([id, masses]) => [id, masses.map(() => new Mover())]));
    this.links = listLinks(scene, first).map((link) => ({ link, mover: new Mover(), state: beginLink() }));
    this.wires = listWires(scene, first);
    this.nearest = measureNearest([...first.particles.values()].slice(0, 2000));
    const ends = new Set(this.links.flatMap(({ link }) => [link.from, link.to]));
    this.ends = [...ends].filter(({ on }) => on === "body" || on === "nothing");
    this.places = new PlaceSamples(this.listSeen());
  }

  /** The visible things: bodies without planes, which are unbounded; then particles, masses and ends of links. */
  private listSeen(): { reach: number; moves: boolean }[] {
    const { bodies = [], particles = [] } = this.scene;
    const seen = bodies.map(({ id, fixed }) => ({ reach: this.reaches.get(id) as number, moves: fixed !== true }));
    const points = [...this.masses.values()].flat().length + this.ends.length;
    return [
      ...seen.filter(({ reach }) => reach < Infinity),
      ...particles.map(({ fixed }) => ({ reach: 0, moves: fixed !== true })),
      ...Array.from({ length: points }, () => ({ reach: 0, moves: true })),
    ];
  }

  private listPlaces(tracks: Tracks, placed: ReadonlyMap<Point, Float64Array>): Float64Array[] {
    const { bodies = [], particles = [] } = this.scene;
    return [
      ...bodies
        .filter(({ id }) => (this.reaches.get(id) as number) < Infinity)
        .map(({ id }) => (tracks.bodies.get(id) as BodyTrack).p),
      ...particles.map(({ id }) => tracks.particles.get(id) as Float64Array),
      ...[...tracks.generalized.values()].flat(),
      ...this.ends.map((end) => placed.get(end) as Float64Array),
    ];
  }

  /** Takes the next stretch. */
  extend(tracks: Tracks): void {
    const { times } = tracks;
    const placed = new Map<Point, Float64Array>();
    for (const { link } of this.links) {
      for (const point of [link.from, link.to]) if (!placed.has(point)) placed.set(point, follow(tracks, point));
    }
    const isFirst = this.samples === 0;
    this.places.add(this.listPlaces(tracks, placed), isFirst ? 0 : 1, times.length);
    extendWires(this.wires, tracks);
    this.samples += isFirst ? times.length : times.length - 1;
    if (isFirst) this.error = this.given ?? Math.min(coarsest, finest * this.chooseView().radius);
    else times[0] = this.until;
    this.until = roundUp(times[times.length - 1]);
    this.move(tracks, placed);
  }

  private move(tracks: Tracks, placed: ReadonlyMap<Point, Float64Array>): void {
    const { times } = tracks;
    const { error } = this;
    const extend = (mover: Mover, motion: Parameters<Mover["extend"]>[1], reach: number) => {
      this.worst = Math.max(this.worst, mover.extend(times, motion, error, reach, this.times));
    };
    for (const { link, mover, state } of this.links) {
      const [from, to] = [placed.get(link.from) as Float64Array, placed.get(link.to) as Float64Array];
      const track = placeLink(from, to, state);
      extend(mover, track, track.longest);
    }
    for (const [id, mover] of this.bodies) {
      const reach = this.reaches.get(id) as number;
      extend(mover, tracks.bodies.get(id) as BodyTrack, reach < Infinity ? reach : 0);
    }
    for (const [id, mover] of this.particles) extend(mover, { p: tracks.particles.get(id) as Float64Array }, 0);
    for (const [id, movers] of this.masses) {
      movers.forEach((mover, k) => {
        extend(mover, { p: (tracks.generalized.get(id) as readonly Float64Array[])[k] }, 0);
      });
    }
  }

  /** The view of all that was seen so far. */
  chooseView(): View {
    return chooseView(this.scene, this.places.list());
  }

  /** Ends all motions at the last sample. */
  finish(): void {
    for (const mover of this.bodies.values()) mover.finish(this.until, this.times);
    for (const mover of this.particles.values()) mover.finish(this.until, this.times);
    for (const mover of [...this.masses.values()].flat()) mover.finish(this.until, this.times);
    for (const { mover } of this.links) mover.finish(this.until, this.times);
  }
}

/** The least distance between two of some points that are not at the same place. */
function measureNearest(points: readonly Float64Array[]): number {
  const n = points.length;
  // by x: what is farther off in that direction alone is not nearer
  const order = points.map(([x, y, z]) => ({ x, y, z })).sort((p, q) => p.x - q.x);
  const list = Float64Array.from(order.flatMap(({ x, y, z }) => [x, y, z]));
  let nearest = Infinity;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const x = list[3 * j] - list[3 * i];
      if (x * x >= nearest) break;
      const y = list[3 * j + 1] - list[3 * i + 1];
      const z = list[3 * j + 2] - list[3 * i + 2];
      const square = x * x + y * y + z * z;
      if (square > 0 && square < nearest) nearest = square;
    }
  }
  return Math.sqrt(nearest);
}
