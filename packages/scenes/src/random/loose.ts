/** Random scenes of particles and of things with coordinates of their own: ropes, lattices of springs, pendulums, beads. */
import type { Vector } from "@rigor/engine/scene";
import type { Yard } from "./yard.js";

function addParticle(yard: Yard, position: Vector, mass: number, isFixed = false): string {
  const id = `p${yard.particles.length}`;
  const moving = isFixed ? { fixed: true } : { mass };
  yard.particles.push({ id, position, collide: !isFixed, ...moving, ...yard.surface() });
  return id;
}

/** The ground for particles: a floor, and a body or two that are fixed or lie about. */
function lay(yard: Yard): void {
  const { draw, scale } = yard;
  yard.addPlane([0, 1, 0]);
  const reach = 0.6 * scale;
  const shape = yard.shape(["box", "sphere", "cylinder"]);
  yard.add({ shape, fixed: true, position: [0, 0.6 * scale, 0], rotation: draw.rotation() });
  yard.take([0, 0.6 * scale, 0], 1.2 * reach);
  // above is the place of particles
  yard.take([0, 4.2 * scale, 0], 2.2 * scale);
  if (draw.chance(0.5)) yard.drop(2.5 * scale, 0, 0.3);
}

/** A rope of particles: rods between them, or springs; free, or hung up at one end. */
export function dropRope(yard: Yard): void {
  const { draw, scale } = yard;
  lay(yard);
  const count = draw.integer(2, 8);
  const step = draw.between(0.15, 0.4) * scale;
  const mass = yard.density() * 0.01 * scale * scale * scale;
  const isHung = draw.chance(0.4);
  const hasRods = draw.chance(0.6);
  const stiffness = (mass * count * 9.81 * draw.decades(10, 1000)) / step;
  const height = 3.2 * scale;
  let last = "";
  for (let k = 0; k < count; k++) {
    const at: Vector = [(k - count / 2) * step, height, draw.between(-0.02, 0.02) * scale];
    const id = addParticle(yard, at, mass, isHung && k === 0);
    if (k > 0 && hasRods) yard.constraints.push({ type: "distance", a: id, b: last });
    else if (k > 0)
      yard.forces.push({ type: "spring", a: id, b: last, stiffness, damping: 0.01 * stiffness * draw.between(0, 1) });
    last = id;
  }
}

/** A block of springs. */
export function dropLattice(yard: Yard): void {
  const { draw, scale } = yard;
  lay(yard);
  const [nx, ny, nz] = [draw.integer(2, 3), draw.integer(1, 2), draw.integer(1, 2)];
  const step = draw.between(0.2, 0.5) * scale;
  const mass = yard.density() * 0.02 * scale * scale * scale;
  const stiffness = (mass * 9.81 * draw.decades(30, 3000)) / step;
  const grid: { id: string; at: Vector }[] = [];
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        const at: Vector = [x * step, 3.2 * scale + y * step, z * step + draw.between(0, 0.01) * scale];
        grid.push({ id: addParticle(yard, at, mass), at });
      }
    }
  }
  const isNear = (p: Vector, q: Vector) =>
    p.reduce((sum, value, k) => sum + (value - q[k]) * (value - q[k]), 0) < 3.3 * step * step;
  grid.forEach(({ id, at }, k) => {
    for (const other of grid.slice(0, k)) {
      if (!isNear(at, other.at)) continue;
      yard.forces.push({ type: "spring", a: id, b: other.id, stiffness, damping: 0.003 * stiffness });
    }
  });
}

/** Particles thrown onto things, over decades of mass, with drag, wind, attraction. */
export function throwParticles(yard: Yard): void {
  const { draw, scale } = yard;
  lay(yard);
  const count = draw.integer(1, 8);
  for (let k = 0; k < count; k++) {
    const at: Vector = [draw.between(-1, 1) * scale, draw.between(2.2, 4) * scale, draw.between(-1, 1) * scale];
    const id = addParticle(yard, at, draw.decades(1e-3, 10));
    const own = yard.particles[yard.particles.length - 1];
    yard.particles[yard.particles.length - 1] = { ...own, id, velocity: draw.vector(yard.speed) };
  }
  const on = yard.particles.map(({ id }) => id);
  if (draw.chance(0.3)) yard.forces.push({ type: "drag", on, linear: draw.decades(1e-4, 0.1) });
  if (draw.chance(0.3))
    yard.forces.push({ type: "wind", on, velocity: draw.vector(yard.speed), drag: draw.decades(1e-4, 0.1) });
  if (draw.chance(0.2))
    yard.forces.push({ type: "attract", on, strength: draw.decades(1e-4, 0.1), softening: 0.1 * scale });
}

/** Pendulums and beads, and bodies beside them that springs hold. */
export function swingPendulums(yard: Yard): void {
  const { draw, scale } = yard;
  const links = Array.from({ length: draw.integer(1, 3) }, () => ({
    length: yard.length(),
    mass: draw.decades(0.1, 10),
  }));
  yard.generalized.push({
    id: "g0",
    type: "pendulum",
    anchor: [0, 5 * scale, 3 * scale],
    links,
    angles: links.map(() => draw.between(-3, 3)),
    rates: links.map(() => draw.between(-2, 2)),
  });
  const center: Vector = [0, 3 * scale, -3 * scale];
  const radius = 0.5 * scale;
  const curve = draw.pick([
    { type: "circle", center, normal: draw.direction(), radius },
    { type: "helix", center, axis: draw.direction(), radius, pitch: 0.3 * scale },
    { type: "line", point: center, direction: draw.direction() },
  ] as const);
  yard.generalized.push({
    id: "g1",
    type: "bead",
    mass: draw.decades(0.1, 10),
    curve,
    u: draw.between(-1, 1),
    rate: draw.between(-1, 1),
  });
  yard.addPlane([0, 1, 0]);
  const count = draw.integer(1, 2);
  for (let k = 0; k < count; k++) {
    const id = yard.drop(scale, 0.5 * scale, 0.5);
    if (!draw.chance(0.6)) continue;
    const mass = 200 * scale * scale * scale;
    const stiffness = (mass * 9.81 * draw.decades(1, 100)) / scale;
    const { position = [0, 0, 0] } = yard.bodies[yard.bodies.length - 1];
    const anchorB: Vector = [position[0], position[1] + scale, position[2]];
    yard.forces.push({ type: "spring", a: id, anchorB, stiffness, damping: draw.between(0, 0.01) * stiffness });
  }
}
