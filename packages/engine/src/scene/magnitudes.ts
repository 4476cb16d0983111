/**
 * The largest force, torque and energy of a scene, and the rule by which pages, plots and reports tell a number from the
 * rounding of larger ones: below 1e-9 of the largest of its kind it is zero.
 *
 *   force     of a contact, of friction or of a constraint, N; at least the largest weight m g
 *   torque    of a constraint, N·m; at least the largest energy, which has the same unit
 *   energy    kinetic, potential, dissipated or work, J
 *
 * Recordings keep every digit: the rule is for what is shown.
 */
import type { Model } from "./model.js";
import type { Sample } from "./sample.js";

/** A solve is exact to some 1e-12 of its largest term; what stands a thousand times above that is told. */
const negligible = 1e-9;

export class Magnitudes {
  force: number;
  torque = 0;
  energy = 0;

  /** The largest weight of what can move, N: see `measureWeight`. */
  constructor(weight = 0) {
    this.force = weight;
  }

  addForce(x: number, y = 0, z = 0): void {
    this.force = Math.max(this.force, measure(x, y, z));
  }

  addTorque(x: number, y: number, z: number): void {
    this.torque = Math.max(this.torque, measure(x, y, z));
  }

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

  /** A force, or a component of one, as it is shown: zero where it is rounding. */
  showForce(force: number): number {
    return Math.abs(force) < negligible * this.force ? 0 : force;
  }

  showTorque(torque: number): number {
    return Math.abs(torque) < negligible * Math.max(this.torque, this.energy) ? 0 : torque;
  }

  showEnergy(energy: number): number {
    return Math.abs(energy) < negligible * this.energy ? 0 : energy;
  }
}

/** The largest weight m g of what can move, N. */
export function measureWeight({ world, bodies, particles, generalized, scene }: Model): number {
  const { system } = world;
  const masses = [
    ...bodies.filter(({ fixed, driven }) => !fixed && !driven).map(({ index }) => system.mass[index]),
    ...particles.filter(({ fixed, driven }) => !fixed && !driven).map(({ index }) => system.particles.mass[index]),
    ...(generalized.length > 0 ? (scene.generalized ?? []) : []).flatMap((thing) =>
      thing.type === "pendulum" ? thing.links.map(({ mass }) => mass) : [thing.mass ?? 1],
    ),
  ];
  const [x, y, z] = scene.gravity ?? [0, -9.81, 0];
  const heaviest = masses.reduce((most, mass) => Math.max(most, Number.isFinite(mass) ? mass : 0), 0);
  return heaviest * measure(x, y, z);
}

/** The length of a vector; 0 of one that is not finite. */
function measure(x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length < Infinity ? length : 0;
}
