/** Random mechanisms for the tests of constraints, with ends of every kind. */
import {
  type ConstraintMaker,
  type CoordinatePlace,
  type End,
  EndSlot,
  type EndSource,
  endSize,
  Mechanism,
  type Place,
} from "@rigor/engine/constrain";
import { createRng, nextInRange, type Rng, vec3 } from "@rigor/engine/math";
import { createRotatePath, RigidSystem } from "@rigor/engine/rigid";
import { type ConstraintErrors, checkConstraints } from "./constraint-check.js";
import { randomBody, randomVector } from "./rigid.js";

export interface RandomWorld {
  readonly mechanism: Mechanism;
  readonly rng: Rng;
  /** Points of two free bodies, of a driven one and of a thing with coordinates; a particle; a point of the world. */
  readonly places: Record<"body" | "other" | "driven" | "arm" | "particle" | "world", Place>;
}

/** Everything somewhere within two metres of the origin, in motion. */
export function createRandomWorld(seed: number): RandomWorld {
  const rng = createRng(seed);
  const system = new RigidSystem({ time: 0.3 });
  system.addBody({ ...randomBody(rng), center: randomVector(rng, 0.3) });
  system.addBody(randomBody(rng));
  const position = randomVector(rng, 1);
  system.addBody({ path: createRotatePath({ axis: randomVector(rng, 1), rate: 1.3, position, center: [0, 0.5, 0] }) });
  system.particles.addParticle({ mass: 1.5, position: randomVector(rng, 2), velocity: randomVector(rng, 1) });
  const mechanism = new Mechanism(system);
  const arm = mechanism.addCoordinates(new Arm(Array.from({ length: 4 }, () => nextInRange(rng, 0.5, 1.5))));
  return {
    mechanism,
    rng,
    places: {
      body: { body: 0, point: randomVector(rng, 0.7) },
      other: { body: 1, point: randomVector(rng, 0.7) },
      driven: { body: 2, point: randomVector(rng, 0.7) },
      arm: { on: arm, point: randomVector(rng, 0.5) },
      particle: { particle: 0 },
      world: randomVector(rng, 1.5),
    },
  };
}

/** The ends of a pair, by name: everything that moves against everything. */
export const pairs = [
  ["body", "world"],
  ["particle", "world"],
  ["arm", "world"],
  ["body", "other"],
  ["particle", "body"],
  ["body", "particle"],
  ["arm", "body"],
  ["body", "arm"],
  ["particle", "driven"],
  ["body", "driven"],
] as const;

/**
 * A telescope on a turntable with an uneven drive: p = x + R point, x = (u₁ cos φ, u₁ sin φ, u₁²/3), R = Rz(φ),
 * φ = u₂ + u₂²/4, so that both of its ends' accelerations have a part without ü. Its inertia is 2 in both coordinates
 * whatever they are: it serves to test rows, not motions.
 */
class Arm implements EndSource {
  readonly name = "arm";
  readonly width = 2;
  readonly initial: readonly number[];
  readonly force = new Float64Array(2);
  readonly u = new Float64Array(4);

  constructor(initial: readonly number[]) {
    this.initial = initial;
  }

  derive(state: Float64Array, o: number): void {
    for (let k = 0; k < 4; k++) this.u[k] = state[o + k];
  }

  computeForces(): void {
    this.force.fill(0);
  }

  multiplyInverse(x: Float64Array, o: number): void {
    x[o] /= 2;
    x[o + 1] /= 2;
  }

  kineticEnergy(): number {
    return this.u[2] * this.u[2] + this.u[3] * this.u[3];
  }

  potentialEnergy(): number {
    return 0;
  }

  createEnd(_path: string, index: number, place: CoordinatePlace): End {
    const at = new Float64Array(endSize);
    const { u } = this;
    // ∂p/∂u₁ and ∂p/∂u₂
    const columns = new Float64Array(6);
    const [px, py, pz] = Array.from(place.point ?? [0, 0, 0]);
    return {
      carrier: 3,
      index,
      width: 2,
      turns: true,
      name: "arm",
      at,
      locate() {
        const [reach, , du] = u;
        const angle = u[1] + (u[1] * u[1]) / 4;
        const drive = 1 + u[1] / 2;
        const w = drive * u[3];
        const alpha = (u[3] * u[3]) / 2;
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        const rx = (reach + px) * c - py * s;
        const ry = (reach + px) * s + py * c;
        at.set([rx, ry, (reach * reach) / 3 + pz], EndSlot.point);
        columns.set([c, s, (2 * reach) / 3, -ry * drive, rx * drive, 0]);
        for (let k = 0; k < 3; k++) at[EndSlot.velocity + k] = columns[k] * du + columns[3 + k] * u[3];
        const turn = [-2 * s * du * w - rx * w * w - ry * alpha, 2 * c * du * w - ry * w * w + rx * alpha];
        at.set([...turn, (2 / 3) * du * du], EndSlot.acceleration);
        at.set([c, -s, 0, s, c, 0, 0, 0, 1], EndSlot.axes);
        at.set([0, 0, w], EndSlot.angularVelocity);
        at.set([0, 0, alpha], EndSlot.angularAcceleration);
      },
      writeRow(out, o, n, i, t, j) {
        out[o] = vec3.dot(columns, 0, n, i);
        out[o + 1] = vec3.dot(columns, 3, n, i) + (1 + u[1] / 2) * t[j + 2];
      },
    };
  }
}

/** Pairs whose first end is on a body. */
export const bodyPairs = pairs.filter(([a, b]) => a !== "particle" && b !== "particle");

/**
 * The largest errors of Ċ and of C̈ against differences (constraint-check.ts), over pairs of ends and three random worlds.
 * Random points may be near a singular place of a constraint, where differences tell little: the spacing is small, and
 * the errors are those of 1e-16/spacing and 1e-16/spacing² times the size of what is differenced.
 */
export function measureWorst(
  make: (a: Place, b: Place, world: RandomWorld) => ConstraintMaker,
  ends: readonly (readonly [keyof RandomWorld["places"], keyof RandomWorld["places"]])[] = pairs,
): ConstraintErrors {
  const worst = { rate: 0, acceleration: 0, rateOfRate: 0 };
  for (const [a, b] of ends) {
    for (let seed = 1; seed <= 3; seed++) {
      const world = createRandomWorld(seed);
      world.mechanism.add(make(world.places[a], world.places[b], world));
      const errors = checkConstraints(world.mechanism, world.rng, 1 / 256);
      for (const key of ["rate", "acceleration", "rateOfRate"] as const) {
        worst[key] = Number.isNaN(errors[key]) ? Number.NaN : Math.max(worst[key], errors[key]);
      }
    }
  }
  return worst;
}
