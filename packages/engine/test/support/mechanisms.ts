/** Mechanisms for tests: chains, stars, nets, random ones. */
import { ball, distance, Mechanism, type MechanismOptions, type Place } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextInteger, nextRotation, type Rng } from "@rigor/engine/math";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";

export const g = 9.81;

/** A system with gravity along −y on bodies and particles. */
export function createHeavySystem(): RigidSystem {
  const system = new RigidSystem();
  system.addForce(gravity([0, -g, 0]));
  return system;
}

function draw(rng: Rng, low: number, high: number, count = 3): number[] {
  return Array.from({ length: count }, () => nextInRange(rng, low, high));
}

/** Adds a box of random size, mass, pose and velocity. */
export function addRandomBox(system: RigidSystem, rng: Rng): number {
  const rotation = new Float64Array(4);
  nextRotation(rotation, 0, rng);
  return system.addBody({
    mass: boxMass({ size: draw(rng, 0.3, 1.5), mass: nextInRange(rng, 0.5, 5) }),
    position: draw(rng, -2, 2),
    rotation,
    velocity: draw(rng, -1, 1),
    angularVelocity: draw(rng, -2, 2),
  });
}

/**
 * Bodies and particles in random poses, joined to a tree by balls and rods, with so many rods besides. The constraints
 * are not met: rows and forces are what they are all the same.
 */
export function createRandomMechanism(
  seed: number,
  count: number,
  loops: number,
  options: MechanismOptions,
): Mechanism {
  const rng = createRng(seed);
  const system = createHeavySystem();
  const mechanism = new Mechanism(system, options);
  const places: (() => Place)[] = [() => draw(rng, -2, 2)];
  for (let k = 0; k < count; k++) {
    const isBody = nextInteger(rng, 0, 2) > 0;
    const index = isBody
      ? addRandomBox(system, rng)
      : system.particles.addParticle({
          mass: nextInRange(rng, 0.5, 5),
          position: draw(rng, -2, 2),
          velocity: draw(rng, -1, 1),
        });
    const place = () => (isBody ? { body: index, point: draw(rng, -0.5, 0.5) } : { particle: index });
    const parent = places[nextInteger(rng, 0, places.length - 1)];
    const isRod = !isBody || nextInteger(rng, 0, 1) === 0;
    mechanism.add(isRod ? distance({ a: place(), b: parent() }) : ball({ a: place(), b: parent() }));
    places.push(place);
  }
  for (let k = 0; k < loops; k++) {
    const i = nextInteger(rng, 1, places.length - 1);
    const j = nextInteger(rng, 0, i - 1);
    mechanism.add(distance({ a: places[i](), b: places[j]() }));
  }
  return mechanism;
}

/** λ of all rows at the state. */
export function findForces(mechanism: Mechanism): Float64Array {
  mechanism.derivative(new Float64Array(mechanism.dimension));
  return mechanism.table.lambda.slice();
}
