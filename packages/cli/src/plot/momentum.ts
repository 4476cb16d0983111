/**
 * Momentum and angular momentum of bodies and particles, from their recorded motion and the masses of the scene:
 *
 *   P = Σ m v,   L = Σ x × m v + R I Rᵀ ω          x  centre of mass,  L about the origin of the world
 */
import { quat } from "@rigor/engine/math";
import { buildScene, type Sample, type SceneFile } from "@rigor/engine/scene";
import type { Collector } from "./quantities.js";

interface Heavy {
  readonly id: string;
  readonly mass: number;
  /** Of a body: moments, centre of mass in the frame of the file, turn from principal axes to that frame. */
  readonly moments?: Float64Array;
  readonly center?: Float64Array;
  readonly axes?: Float64Array;
}

export async function createMomentum(scene: SceneFile): Promise<Collector> {
  const heavy = listHeavy(scene);
  const rows: number[][] = [];
  return {
    add: (sample) => void rows.push(measureMomentum(sample, heavy)),
    finish: () =>
      ["Momentum", "Angular momentum about the origin"].map((title, part) => ({
        title,
        unit: part === 0 ? "N·s" : "N·m·s",
        series: ["x", "y", "z"].map((name, k) => ({ name, values: rows.map((row) => row[3 * part + k]) })),
      })),
  };
}

/** The bodies and particles that forces move; the momentum of driven and fixed ones is not counted. */
function listHeavy({ method: _, ...scene }: SceneFile): Heavy[] {
  // masses alone are asked for: no solver that the method may need
  const { world, bodies, particles } = buildScene(scene);
  const { system } = world;
  return [
    ...bodies
      .filter(({ fixed, driven }) => !fixed && !driven)
      .map(({ id, index }) => ({
        id,
        mass: system.mass[index],
        moments: system.moments.slice(3 * index, 3 * index + 3),
        center: system.center.slice(3 * index, 3 * index + 3),
        axes: system.axes.slice(4 * index, 4 * index + 4),
      })),
    ...particles
      .filter(({ fixed, driven }) => !fixed && !driven)
      .map(({ id, index }) => ({ id, mass: system.particles.mass[index] })),
  ];
}

/** P and L, three numbers each. */
function measureMomentum(sample: Sample, heavy: readonly Heavy[]): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  const q = new Float64Array(4);
  const r = new Float64Array(3);
  for (const { id, mass, moments, center, axes } of heavy) {
    const body = moments === undefined ? undefined : sample.bodies[id];
    const { p, v } = body ?? sample.particles[id];
    const x = [...p];
    if (body && center && axes && moments) {
      q.set(body.q);
      quat.rotateVector(r, 0, q, 0, center, 0);
      for (let k = 0; k < 3; k++) x[k] += r[k];
      quat.multiply(q, 0, q, 0, axes, 0);
      r.set(body.w);
      quat.rotateVectorInverse(r, 0, q, 0, r, 0);
      for (let k = 0; k < 3; k++) r[k] *= moments[k];
      quat.rotateVector(r, 0, q, 0, r, 0);
      for (let k = 0; k < 3; k++) sum[3 + k] += r[k];
    }
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] += mass * v[k];
      sum[3 + k] += mass * (x[i] * v[j] - x[j] * v[i]);
    }
  }
  return sum;
}
