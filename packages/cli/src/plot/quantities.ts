/**
 * The quantities of a run that can be plotted, by name, gathered sample by sample:
 *
 *   energy  momentum  force  contacts            of all
 *   <id>.p  <id>.q  <id>.v  <id>.w               of a body, or a particle (p and v); one number with .x .y .z .w
 *   <id>.u  <id>.rate  <id>.p                    of a body in coordinates of its own; one number with .0 .1 …
 *   <id>.force  <id>.torque  <id>.error          of a constraint
 */
import { buildScene, Magnitudes, measureWeight, type Sample, type SceneFile } from "@rigor/engine/scene";
import { suggest } from "../suggest.js";
import { CommandError } from "../verbs/verb.js";
import { createMomentum } from "./momentum.js";

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Curves over the same times in one frame. */
export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly Series[];
  /** Whether values are counts. */
  readonly whole?: boolean;
}

/** Takes samples in order, and in the end gives its panels. */
export interface Collector {
  add(sample: Sample): void;
  finish(): Panel[];
}

/** The magnitudes of a scene, before its samples are taken in: they distinguish forces and energies from rounding. */
export function createMagnitudes({ method: _, ...scene }: SceneFile): Magnitudes {
  try {
    return new Magnitudes(measureWeight(buildScene(scene)));
  } catch {
    // of a scene that can no longer be built: those of its samples
    return new Magnitudes();
  }
}

/** The collectors of what was asked for; coordinates of one kind share a panel. `magnitudes` takes in every sample too. */
export async function createCollectors(
  whats: readonly string[],
  scene: SceneFile,
  magnitudes: Magnitudes,
): Promise<Collector[]> {
  const collectors: Collector[] = [];
  const shared = new Map<string, Curves>();
  for (const what of whats) {
    if (what === "energy") collectors.push(collectEnergy(magnitudes));
    else if (what === "momentum") collectors.push(await createMomentum(scene));
    else if (what === "force") collectors.push(collectForces(magnitudes));
    else if (what === "contacts") collectors.push(collectContacts());
    else {
      const { kind, curves } = readPlace(what, scene);
      let panel = shared.get(kind);
      if (panel === undefined) {
        panel = new Curves(titles[kind].title, titles[kind].unit, [], chooseShow(kind, magnitudes));
        shared.set(kind, panel);
        collectors.push(panel);
      }
      panel.curves.push(...curves);
    }
  }
  return collectors;
}

interface Curve {
  readonly name: string;
  readonly read: (sample: Sample) => number;
}

/** The displayed values of a kind: forces and torques below rounding are zero. */
function chooseShow(kind: string, magnitudes: Magnitudes): ((value: number) => number) | undefined {
  if (kind === "force") return (value) => magnitudes.showForce(value);
  return kind === "torque" ? (value) => magnitudes.showTorque(value) : undefined;
}

/** Curves that read one number of a sample each, shown as `show` says once all samples are there. */
export class Curves implements Collector {
  readonly curves: Curve[] = [];
  private readonly title: string;
  private readonly unit: string;
  private readonly rows: number[][] = [];
  private readonly show: (value: number) => number;

  constructor(title: string, unit: string, curves: readonly Curve[] = [], show = (value: number) => value) {
    this.title = title;
    this.unit = unit;
    this.show = show;
    this.curves.push(...curves);
  }

  add(sample: Sample): void {
    this.rows.push(this.curves.map(({ read }) => read(sample)));
  }

  finish(): Panel[] {
    const series = this.curves.map(({ name }, k) => ({ name, values: this.rows.map((row) => this.show(row[k])) }));
    return [{ title: this.title, unit: this.unit, series }];
  }
}

/** Terms that are zero throughout are left out. */
function collectEnergy(magnitudes: Magnitudes): Collector {
  const terms = ["kinetic", "potential", "dissipated", "work", "total"] as const;
  const all = new Curves(
    "Energy",
    "J",
    terms.map((name) => ({ name, read: ({ energy }) => energy[name] })),
    (value) => magnitudes.showEnergy(value),
  );
  return {
    add: (sample) => all.add(sample),
    finish: () =>
      all.finish().map((panel) => ({
        ...panel,
        series: panel.series.filter(({ name, values }) => name === "total" || values.some((value) => value !== 0)),
      })),
  };
}

function collectContacts(): Collector {
  const all = new Curves("Contacts", "", [{ name: "contacts", read: ({ contacts }) => contacts.length }]);
  return { add: (sample) => all.add(sample), finish: () => all.finish().map((panel) => ({ ...panel, whole: true })) };
}

/** Pairs of bodies that are drawn. */
const mostPairs = 7;

/** Normal forces by pair, and friction if there is any. */
function collectForces(magnitudes: Magnitudes): Collector {
  const normal = new Map<string, Map<number, number>>();
  const friction = new Map<string, Map<number, number>>();
  let count = 0;
  const addForce = (pairs: typeof normal, pair: string, force: number) => {
    const sums = pairs.get(pair) ?? new Map<number, number>();
    pairs.set(pair, sums);
    sums.set(count, (sums.get(count) ?? 0) + force);
  };
  return {
    add({ contacts }) {
      for (const { a, b, f, t } of contacts) {
        const pair = `${a} on ${b}`;
        addForce(normal, pair, f);
        const tangential = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        if (tangential > 0) addForce(friction, pair, tangential);
      }
      count++;
    },
    finish() {
      for (const pairs of [normal, friction]) {
        for (const sums of pairs.values()) for (const [k, force] of sums) sums.set(k, magnitudes.showForce(force));
      }
      const panels = [drawPairs("Contact force", normal, count)];
      const isRubbed = [...friction.values()].some((sums) => [...sums.values()].some((force) => force > 0));
      if (isRubbed) panels.push(drawPairs("Friction force", friction, count));
      return panels;
    },
  };
}

/** The pairs with the largest peaks. */
function drawPairs(title: string, pairs: ReadonlyMap<string, ReadonlyMap<number, number>>, count: number): Panel {
  const peak = (sums: ReadonlyMap<number, number>) => [...sums.values()].reduce((most, f) => Math.max(most, f), 0);
  const ranked = [...pairs]
    .map(([name, sums]) => ({ name, sums, peak: peak(sums) }))
    .sort((p, q) => q.peak - p.peak || (p.name < q.name ? -1 : 1));
  const series = ranked.slice(0, mostPairs).map(({ name, sums }) => {
    const values = new Array<number>(count).fill(0);
    for (const [k, f] of sums) values[k] = f;
    return { name, values };
  });
  const part = ranked.length > mostPairs ? `, the ${mostPairs} largest of ${ranked.length} pairs` : "";
  return { title: title + part, unit: "N", series };
}

const axes = ["x", "y", "z", "w"];

/** The parts of a sample by name, with their number of components. */
const titles: Readonly<Record<string, { title: string; unit: string; width: number }>> = {
  p: { title: "Position", unit: "m", width: 3 },
  q: { title: "Rotation", unit: "", width: 4 },
  v: { title: "Velocity", unit: "m/s", width: 3 },
  w: { title: "Angular velocity", unit: "rad/s", width: 3 },
  u: { title: "Coordinate", unit: "", width: 0 },
  rate: { title: "Rate", unit: "", width: 0 },
  force: { title: "Constraint force", unit: "N", width: 3 },
  torque: { title: "Constraint torque", unit: "N·m", width: 3 },
  error: { title: "Constraint error", unit: "m or rad", width: 1 },
};

/** The quantities of each kind of thing. */
const parts = {
  body: ["p", "q", "v", "w"],
  particle: ["p", "v"],
  generalized: ["p", "u", "rate"],
  constraint: ["force", "torque", "error"],
} as const;

interface Thing {
  readonly id: string;
  readonly kind: keyof typeof parts;
  /** Numbers of u, and masses. */
  readonly count: number;
}

function listThings({ bodies = [], particles = [], generalized = [], constraints = [] }: SceneFile): Thing[] {
  return [
    ...bodies.map(({ id }) => ({ id, kind: "body" as const, count: 1 })),
    ...particles.map(({ id }) => ({ id, kind: "particle" as const, count: 1 })),
    ...generalized.map((body) => {
      return { id: body.id, kind: "generalized" as const, count: body.type === "pendulum" ? body.links.length : 1 };
    }),
    ...constraints.map(({ id = "" }, k) => ({ id: id || `constraint ${k}`, kind: "constraint" as const, count: 1 })),
  ];
}

/** Reads "<id>.p.y". Ids may have dots themselves: the longest that fits is meant. */
function readPlace(what: string, scene: SceneFile): { kind: string; curves: Curve[] } {
  const things = listThings(scene);
  const fitting = things
    .filter(({ id }) => what.startsWith(`${id}.`) || what === id)
    .sort((a, b) => b.id.length - a.id.length);
  if (fitting.length === 0) {
    const names = ["energy", "momentum", "force", "contacts", ...things.map(({ id }) => id)];
    const hint = suggest(what.replace(/\.[^.]*(\.[^.]*)?$/, ""), names);
    const all = "must be energy, momentum, force, contacts, or <id>.p, <id>.v.y and the like";
    throw new CommandError(`--what ${what}: ${all}. ${hint}`.trim());
  }
  const [thing] = fitting;
  const [part, ...rest] = what.slice(thing.id.length + 1).split(".");
  const component = rest.join(".");
  const allowed: readonly string[] = parts[thing.kind];
  if (!allowed.includes(part)) {
    const list = allowed.map((name) => `${thing.id}.${name}`).join(", ");
    throw new CommandError(`--what ${what}: of a ${describe(thing.kind)} there are ${list}`);
  }
  const places = listPlaces(thing, part);
  const chosen =
    rest.length === 0 ? places : places.filter(({ name }) => name === component || name.startsWith(`${component}.`));
  if (chosen.length === 0) {
    const list = places.map(({ name }) => `${thing.id}.${part}.${name}`).join(", ");
    throw new CommandError(`--what ${what}: must end with a component: ${list}`);
  }
  const curves = chosen.map(({ name, k }) => ({
    name: `${thing.id}.${part}${name === "" ? "" : `.${name}`}`,
    read: (sample: Sample) => readNumber(sample, thing, part, k),
  }));
  return { kind: part, curves };
}

function describe(kind: Thing["kind"]): string {
  return kind === "generalized" ? "body in coordinates of its own" : kind;
}

/** The components of a part, by name. */
function listPlaces({ kind, count }: Thing, part: string): { name: string; k: number }[] {
  const { width } = titles[part];
  if (width === 0) return Array.from({ length: count }, (_, k) => ({ name: String(k), k }));
  if (width === 1) return [{ name: "", k: 0 }];
  if (kind !== "generalized" || count === 1) return axes.slice(0, width).map((name, k) => ({ name, k }));
  return Array.from({ length: 3 * count }, (_, k) => ({ name: `${Math.floor(k / 3)}.${axes[k % 3]}`, k }));
}

function readNumber(sample: Sample, { id, kind }: Thing, part: string, k: number): number {
  const groups = {
    body: sample.bodies,
    particle: sample.particles,
    generalized: sample.generalized,
    constraint: sample.constraints,
  };
  const entry = (groups[kind] as Record<string, Record<string, unknown>> | undefined)?.[id]?.[part];
  if (typeof entry === "number") return entry;
  const numbers = (entry as readonly (number | readonly number[])[] | undefined)?.flat();
  return numbers?.[k] ?? Number.NaN;
}
