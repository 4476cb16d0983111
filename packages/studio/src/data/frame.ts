/**
 * A sample of a run as flat columns: what passes from the worker to the page, and what the page keeps. A frame is made of
 * a trajectory line, or of a world that is simulated live; which column belongs to whom is in the layout.
 */
import type { Sample } from "@rigor/engine/scene";

/** The numbers of a body: p (3), q (4), v (3), ω (3). */
export const bodyStride = 13;
/** The numbers of a particle: p, v. */
export const particleStride = 6;
/** The numbers of a contact: p (3), n (3), f, t (3), gap. */
export const contactStride = 11;
/** The numbers of a joint: force (3), torque (3), error. */
export const jointStride = 7;

/** The offsets of the numbers of a contact. */
export const ContactSlot = { point: 0, normal: 3, force: 6, friction: 7, gap: 10 } as const;

/** In the order of `Frame.energy`. */
export const energyNames = ["kinetic", "potential", "dissipated", "work", "total"] as const;

export interface Frame {
  readonly t: number;
  readonly bodies: Float64Array;
  readonly particles: Float64Array;
  /** Positions of the masses of things with coordinates of their own. */
  readonly masses: Float64Array;
  readonly energy: Float64Array;
  readonly contacts: Float64Array;
  /** a, b of every contact: a body's index, or −1 − j for particle j. */
  readonly pairs: Int32Array;
  readonly joints: Float64Array;
}

/** A line of trajectory.ndjson. Of files by others parts may be missing. */
export type SampleLine = Partial<Omit<Sample, "t">> & { readonly t: number };

/** The places of bodies, particles, masses and joints in a frame. */
export interface Layout {
  readonly bodies: ReadonlyMap<string, number>;
  readonly particles: ReadonlyMap<string, number>;
  /** The first mass of a generalized body and their number. */
  readonly generalized: ReadonlyMap<string, { readonly start: number; readonly count: number }>;
  readonly massCount: number;
  readonly joints: ReadonlyMap<string, number>;
  /** The bodies where they stand at first, for lines that leave some out. */
  readonly rest: Float64Array;
}

/** The columns of a trajectory line. */
export function encodeSample(line: SampleLine, layout: Layout): Frame {
  const contacts = line.contacts ?? [];
  const frame: Frame = {
    t: line.t,
    bodies: layout.rest.slice(),
    particles: new Float64Array(particleStride * layout.particles.size),
    masses: new Float64Array(3 * layout.massCount),
    energy: Float64Array.from(energyNames, (name) => line.energy?.[name] ?? 0),
    contacts: new Float64Array(contactStride * contacts.length),
    pairs: new Int32Array(2 * contacts.length),
    joints: new Float64Array(jointStride * layout.joints.size),
  };
  for (const [id, body] of Object.entries(line.bodies ?? {})) {
    const i = layout.bodies.get(id);
    if (i === undefined) continue;
    const o = bodyStride * i;
    frame.bodies.set(body.p, o);
    frame.bodies.set(body.q, o + 3);
    frame.bodies.set(body.v, o + 7);
    frame.bodies.set(body.w, o + 10);
  }
  for (const [id, particle] of Object.entries(line.particles ?? {})) {
    const i = layout.particles.get(id);
    if (i === undefined) continue;
    frame.particles.set(particle.p, particleStride * i);
    frame.particles.set(particle.v, particleStride * i + 3);
  }
  for (const [id, thing] of Object.entries(line.generalized ?? {})) {
    const place = layout.generalized.get(id);
    if (place !== undefined) frame.masses.set(thing.p.flat().slice(0, 3 * place.count), 3 * place.start);
  }
  const find = (id: string) => layout.bodies.get(id) ?? -1 - (layout.particles.get(id) ?? 0);
  contacts.forEach(({ a, b, p, n, f, t, gap }, c) => {
    frame.pairs.set([find(a), find(b)], 2 * c);
    frame.contacts.set([...p, ...n, f, ...t, gap], contactStride * c);
  });
  for (const [id, { force, torque, error }] of Object.entries(line.constraints ?? {})) {
    const i = layout.joints.get(id);
    if (i !== undefined) frame.joints.set([...force, ...torque, error], jointStride * i);
  }
  return frame;
}

/** The buffers of frames, to be handed over rather than copied. */
export function listBuffers(frames: readonly Frame[]): ArrayBuffer[] {
  return frames.flatMap(({ t: _, ...columns }) => Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer));
}
