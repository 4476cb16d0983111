/**
 * The mouse spring: drags a point of a body towards where the mouse is, without taking its position over.
 *
 *   F = k (target − p) − c ṗ
 *
 * k and c go with the mass, so that light and heavy things follow alike. It has no potential: the energy from the
 * hand is counted as work.
 *
 * Follows: Particle System Dynamics, section 5.
 */
import { MouseSpring } from "@rigor/engine/particles";
import { addForceAtPoint, type BodyForce, computePointPosition, computePointVelocity } from "@rigor/engine/rigid";
import type { World } from "@rigor/engine/world";

/** √(k/m), rad/s, and c as a part of the critical damping. */
const [pull, calm] = [14, 0.8];

/** A body or particle that is pulled. */
export interface Grip {
  moveTo(target: readonly number[]): void;
  release(): void;
}

/** Takes hold of a body at a point of the frame in which its shapes were given, at first without pulling. */
export function gripBody(world: World, body: number, point: readonly number[]): Grip {
  const { system } = world;
  const local = Float64Array.from(point);
  const target = new Float64Array(3);
  computePointPosition(target, 0, system, body, local, 0);
  const stiffness = system.mass[body] * pull * pull;
  const damping = 2 * calm * system.mass[body] * pull;
  // p (0), ṗ (3), F (6)
  const room = new Float64Array(9);
  const force: BodyForce = {
    name: "mouse spring",
    on: [body],
    couples: [],
    apply() {
      computePointPosition(room, 0, system, body, local, 0);
      computePointVelocity(room, 3, system, body, room, 0);
      for (let k = 0; k < 3; k++) room[6 + k] = stiffness * (target[k] - room[k]) - damping * room[3 + k];
      addForceAtPoint(system, body, room, 6, room, 0);
    },
  };
  world.addForce(force);
  return {
    moveTo(place) {
      target.set(place);
      system.revise();
    },
    release: () => world.removeForce(force),
  };
}

/** Takes hold of a particle. */
export function gripParticle(world: World, particle: number): Grip {
  const { particles } = world.system;
  const mass = particles.mass[particle];
  const spring = new MouseSpring({ stiffness: mass * pull * pull, damping: 2 * calm * mass * pull });
  particles.addForce(spring);
  spring.grab(particles, particle);
  return {
    moveTo: ([x, y, z]) => spring.moveTo(x!, y!, z!),
    release: () => particles.removeForce(spring),
  };
}
