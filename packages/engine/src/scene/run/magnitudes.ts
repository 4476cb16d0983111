/**
 * The largest force, torque and energy of a scene, and the rule by which pages, plots and reports distinguish a number from the
 * rounding of larger ones: below 1e-9 of the largest of its kind it is shown as zero.
 *
 *   force     of a contact, of friction or of a constraint, N; at least the largest weight m g
 *   torque    of a constraint, N·m; at least the largest energy, which has the same unit
 *   energy    kinetic, potential, dissipated or work, J
 *
 * Recordings keep every digit: the rule applies to displays only.
 */
import type { Model } from "../build/index.js";
import { defaultGravity } from "../format/index.js";
import { negligible } from "./parameters.js";
import type { Sample } from "./sample.js";

/** The largest force, torque and energy so far, and the displayed values relative to them. */
export class Magnitudes {
  /** The largest force, N. */
  force: number;
  /** The largest torque, N·m. */
  torque = 0;
  /** The largest energy, J. */
  energy = 0;

  /** Starts with the largest weight of the moving things, N: see `measureWeight`. */
  constructor(weight = 0) {
    this.force = weight;
  }

  /** Takes in a force, N. */
  addForce(x: number, y = 0, z = 0): void {
    this.force = Math.max(this.force, measure(x, y, z));
  }

  /** Takes in a torque, N·m. */
  addTorque(x: number, y: number, z: number): void {
    this.torque = Math.max(this.torque, measure(x, y, z));
  }

  /** Takes in an energy, J; infinite ones and NaN are ignored. */
  addEnergy(energy: number): void {
    if (Math.abs(energy) < Infinity) this.energy = Math.max(this.energy, Math.abs(energy));
  }

  /** Takes in the forces, torques and energies of a sample. */
  addSample({ contacts, constraints, energy }: Pick<Sample, "contacts" | "constraints" | "energy">): void {
    for (const { f, t } of contacts) {
      this.addForce(f);
      this.addForce(...t);
    }
    for (const { force, torque } of Object.values(constraints)) {
      this.addForce(...force);
      this.addTorque(...torque);
    }
    for (const term of [energy.kinetic, energy.potential, energy.dissipated, energy.work]) this.addEnergy(term);
  }

  /** A force, or a component of one, as it is shown, N: zero where it is rounding. */
  showForce(force: number): number {
    return Math.abs(force) < negligible * this.force ? 0 : force;
  }

  /** A torque, or a component of one, as it is shown, N·m: zero where it is rounding. */
  showTorque(torque: number): number {
    return Math.abs(torque) < negligible * Math.max(this.torque, this.energy) ? 0 : torque;
  }

  /** An energy as it is shown, J: zero where it is rounding. */
  showEnergy(energy: number): number {
    return Math.abs(energy) < negligible * this.energy ? 0 : energy;
  }
}

/** The largest weight m g of the bodies, particles and masses that forces move, N. */
export function measureWeight({ world, bodies, particles, generalized, scene }: Model): number {
  const { system } = world;
  const masses = [
    ...bodies.filter(({ fixed, driven }) => !fixed && !driven).map(({ index }) => system.mass[index]),
    ...particles.filter(({ fixed, driven }) => !fixed && !driven).map(({ index }) => system.particles.mass[index]),
    ...(generalized.length > 0 ? (scene.generalized ?? []) : []).flatMap((thing) =>
      thing.type === "pendulum" ? thing.links.map(({ mass }) => mass) : [thing.mass ?? 1],
    ),
  ];
  const [x, y, z] = scene.gravity ?? defaultGravity;
  const heaviest = masses.reduce((most, mass) => Math.max(most, Number.isFinite(mass) ? mass : 0), 0);
  return heaviest * measure(x, y, z);
}

/** The length of a vector; 0 for one that is not finite. */
function measure(x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length < Infinity ? length : 0;
}
