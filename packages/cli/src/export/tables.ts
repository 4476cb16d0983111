/** A run as tables: one row a thing and sample. Names of columns are those of the recording, with their components. */
import type { Sample, SceneEvent, SceneFile } from "@rigor/engine/scene";

export type Cell = number | string;

export interface Table<T> {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: (source: T) => Iterable<readonly Cell[]>;
}

export interface Column {
  readonly name: string;
  readonly type: "number" | "whole" | "text";
}

const number = (...names: string[]): Column[] => names.map((name) => ({ name, type: "number" }));
const text = (...names: string[]): Column[] => names.map((name) => ({ name, type: "text" }));
const whole = (...names: string[]): Column[] => names.map((name) => ({ name, type: "whole" }));
const vector = (name: string) => number(`${name}x`, `${name}y`, `${name}z`);

const bodies: Table<Sample> = {
  name: "bodies",
  columns: [
    ...number("t"),
    ...text("id"),
    ...vector("p"),
    ...vector("q"),
    ...number("qw"),
    ...vector("v"),
    ...vector("w"),
  ],
  *rows(sample) {
    for (const [id, { p, q, v, w }] of Object.entries(sample.bodies)) yield [sample.t, id, ...p, ...q, ...v, ...w];
  },
};

const particles: Table<Sample> = {
  name: "particles",
  columns: [...number("t"), ...text("id"), ...vector("p"), ...vector("v")],
  *rows(sample) {
    for (const [id, { p, v }] of Object.entries(sample.particles)) yield [sample.t, id, ...p, ...v];
  },
};

const coordinates: Table<Sample> = {
  name: "coordinates",
  columns: [...number("t"), ...text("id"), ...whole("index"), ...number("u", "rate")],
  *rows(sample) {
    for (const [id, { u, rate }] of Object.entries(sample.generalized ?? {})) {
      for (let k = 0; k < u.length; k++) yield [sample.t, id, k, u[k], rate[k]];
    }
  },
};

const masses: Table<Sample> = {
  name: "masses",
  columns: [...number("t"), ...text("id"), ...whole("index"), ...vector("p")],
  *rows(sample) {
    for (const [id, { p }] of Object.entries(sample.generalized ?? {})) {
      for (const [k, place] of p.entries()) yield [sample.t, id, k, ...place];
    }
  },
};

const energy: Table<Sample> = {
  name: "energy",
  columns: number("t", "kinetic", "potential", "dissipated", "work", "total"),
  *rows({ t, energy: { kinetic, potential, dissipated, work, total } }) {
    yield [t, kinetic, potential, dissipated, work, total];
  },
};

const contacts: Table<Sample> = {
  name: "contacts",
  columns: [
    ...number("t"),
    ...text("a", "b"),
    ...vector("p"),
    ...vector("n"),
    ...number("f"),
    ...vector("t"),
    ...number("gap"),
  ],
  *rows(sample) {
    for (const { a, b, p, n, f, t, gap } of sample.contacts) yield [sample.t, a, b, ...p, ...n, f, ...t, gap];
  },
};

const constraints: Table<Sample> = {
  name: "constraints",
  columns: [...number("t"), ...text("id"), ...vector("force_"), ...vector("torque_"), ...number("error")],
  *rows(sample) {
    for (const [id, { force, torque, error }] of Object.entries(sample.constraints)) {
      yield [sample.t, id, ...force, ...torque, error];
    }
  },
};

/** Of events.ndjson. */
export const eventTable: Table<SceneEvent> = {
  name: "events",
  columns: [
    ...number("t"),
    ...text("type", "a", "b"),
    ...vector("p"),
    ...vector("n"),
    ...number("impulse", "vBefore", "vAfter"),
  ],
  *rows({ t, type, a, b, p, n, impulse, vBefore, vAfter }) {
    yield [t, type, a, b, ...p, ...n, impulse, vBefore, vAfter];
  },
};

/** The tables that a scene has; they may be without rows. */
export function chooseTables(scene: SceneFile): Table<Sample>[] {
  const has = (list: readonly unknown[] | undefined) => (list ?? []).length > 0;
  return [
    ...(has(scene.bodies) ? [bodies, contacts] : []),
    ...(has(scene.particles) ? [particles] : []),
    ...(has(scene.generalized) ? [coordinates, masses] : []),
    ...(has(scene.constraints) ? [constraints] : []),
    energy,
  ];
}
