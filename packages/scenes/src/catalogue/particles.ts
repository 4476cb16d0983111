/** The scenes of particles: see ../particles for what is derived there. */
import { cos, exp, sin } from "@rigor/engine/math";
import type { SceneForce, SceneParticle, Vector } from "@rigor/engine/scene";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { checkParticle, floor, range } from "./parts.js";

const g = 9.81;

export const thrownWithDrag = defineScene({
  name: "thrown-with-drag",
  line: "a particle thrown against viscous drag",
  parameters: {
    drag: { default: 0.5, min: 0.01, max: 10, line: "N·s/m" },
    speed: { default: 8, min: 0, max: 100, line: "upwards and forwards, m/s" },
  },
  build: ({ drag, speed }) => ({
    run: { duration: 4 },
    particles: [{ id: "stone", velocity: [speed, speed, 0] }],
    forces: [{ type: "drag", on: "all", linear: drag }],
  }),
  check(sample, { drag: k, speed }) {
    // v → −g/k ŷ as e^(−kt)
    const fade = exp(-k * sample.t);
    const [vy, way] = [(speed + g / k) * fade - g / k, (1 - fade) / k];
    return checkParticle(
      sample,
      "stone",
      [speed * way, (speed + g / k) * way - (g / k) * sample.t, 0],
      [speed * fade, vy, 0],
    );
  },
});

export const twoBodySpring = defineScene({
  name: "two-body-spring",
  line: "two masses on one spring, which drift and swing",
  parameters: {
    stiffness: { default: 50, min: 1, max: 1e4, line: "N/m" },
    stretch: { default: 0.2, min: -0.5, max: 1, line: "at the start, m" },
  },
  build: ({ stiffness, stretch }) => ({
    gravity: [0, 0, 0],
    run: { duration: 5 },
    particles: [
      { id: "a", mass: 1, velocity: [0.5, 0, 0] },
      { id: "b", mass: 3, position: [1 + stretch, 0, 0], velocity: [0.5, 0, 0] },
    ],
    forces: [{ id: "spring", type: "spring", a: "a", b: "b", stiffness, length: 1 }],
  }),
  check(sample, { stiffness, stretch }) {
    // reduced mass ¾ kg
    const w = Math.sqrt(stiffness / 0.75);
    const gap = 1 + stretch * cos(w * sample.t);
    const center = 0.75 * (1 + stretch) + 0.5 * sample.t;
    return [
      ...checkVector("x of a", [center - 0.75 * gap, 0, 0], sample.particles.a.p),
      ...checkVector("x of b", [center + 0.25 * gap, 0, 0], sample.particles.b.p),
    ];
  },
});

export const bungee = defineScene({
  name: "bungee",
  line: "a mass let go on a vertical spring",
  parameters: { mass: { default: 2, min: 0.1, max: 100, line: "kg" }, stiffness: { default: 80, min: 1, line: "N/m" } },
  build: ({ mass, stiffness }) => ({
    run: { duration: 5 },
    particles: [{ id: "load", mass, position: [0, -1, 0] }],
    forces: [{ id: "rope", type: "spring", a: "load", anchorB: [0, 0, 0], stiffness, length: 1 }],
  }),
  check(sample, { mass, stiffness }) {
    const w = Math.sqrt(stiffness / mass);
    const [s, c] = [sin(w * sample.t), cos(w * sample.t)];
    const drop = (mass * g) / stiffness;
    return checkParticle(sample, "load", [0, -1 - drop * (1 - c), 0], [0, -drop * w * s, 0]);
  },
});

export const chain = defineScene({
  name: "chain",
  line: "masses and springs between walls: the sum of their normal modes",
  parameters: { count: { default: 5, min: 1, max: 200, integer: true, line: "how many masses" } },
  build: ({ count: n }) => ({
    gravity: [0, 0, 0],
    run: { duration: 5 },
    particles: range(n + 2).map((i) => ({
      id: `mass-${i}`,
      mass: 0.5,
      position: [i === 1 ? 1.1 : i, 0, 0],
      fixed: i === 0 || i === n + 1,
    })),
    forces: range(n + 1).map((i) => ({
      type: "spring",
      a: `mass-${i}`,
      b: `mass-${i + 1}`,
      stiffness: 100,
      length: 1,
    })),
  }),
  check(sample, { count: n }) {
    const angle = Math.PI / (n + 1);
    return range(n).map((k) => {
      const i = k + 1;
      const exact = range(n).reduce((sum, m) => {
        const j = m + 1;
        const omega = 2 * Math.sqrt(200) * sin((j * angle) / 2);
        return sum + (0.2 / (n + 1)) * sin(j * angle) * sin(i * j * angle) * cos(omega * sample.t);
      }, 0);
      return { what: `displacement of ${i}`, exact, got: sample.particles[`mass-${i}`].p[0] - i };
    });
  },
});

export const figureEight = defineScene({
  name: "figure-eight",
  line: "three bodies that chase one another on a figure eight",
  parameters: { turns: { default: 1, min: 0.1, max: 20, line: "how often" } },
  build({ turns }) {
    const [x, y, u, v] = [0.97000436, -0.24308753, -0.93240737, -0.86473146];
    const half: Vector = [-u / 2, -v / 2, 0];
    return {
      gravity: [0, 0, 0],
      run: { duration: 6.32591398 * turns },
      method: { tolerance: 1e-10 },
      particles: [
        { id: "a", position: [x, y, 0], velocity: half },
        { id: "b", position: [-x, -y, 0], velocity: half },
        { id: "c", velocity: [u, v, 0] },
      ],
      forces: [{ type: "attract", on: "all", strength: 1 }],
    };
  },
  check(sample) {
    const { energy, particles } = sample;
    const sum = [0, 1, 2].map((k) => Object.values(particles).reduce((total, { v }) => total + v[k], 0));
    return [
      ...checkVector("momentum", [0, 0, 0], sum),
      { what: "energy", exact: -1.2871419917663256, got: energy.kinetic + energy.potential },
    ];
  },
});

export const bouncingBall = defineScene({
  name: "bouncing-ball",
  line: "a particle dropped on a floor, which bounces ever lower",
  parameters: {
    height: { default: 1, min: 0.01, max: 100, line: "m" },
    restitution: { default: 0.8, min: 0, max: 0.95, line: "of the floor" },
  },
  build: ({ height, restitution }) => ({
    run: { duration: 3 },
    bodies: [{ ...floor, restitution }],
    particles: [{ id: "ball", position: [0, height, 0], collide: true }],
  }),
  check(sample, { height, restitution: r }) {
    let speed = Math.sqrt(2 * g * height);
    let since = sample.t - speed / g;
    if (since < 0)
      return [{ what: "height", exact: height - 0.5 * g * sample.t * sample.t, got: sample.particles.ball.p[1] }];
    for (let bounces = 1; bounces < 1000; bounces++) {
      speed *= r;
      const flight = (2 * speed) / g;
      if (since < flight) {
        return [{ what: "height", exact: since * (speed - 0.5 * g * since), got: sample.particles.ball.p[1] }];
      }
      since -= flight;
    }
    return [{ what: "height", exact: 0, got: sample.particles.ball.p[1] }];
  },
});

/** A lattice of particles with springs along edges and across faces. */
function makeLattice(
  [nx, ny, nz]: readonly [number, number, number],
  place: (i: number, j: number, k: number) => Vector,
  own: Omit<SceneParticle, "id">,
  springs: { readonly edge: readonly [number, number]; readonly face: readonly [number, number] },
): { particles: SceneParticle[]; forces: SceneForce[] } {
  const name = (i: number, j: number, k: number) => `p-${i}-${j}-${k}`;
  const cells = range(nx).flatMap((i) => range(ny).flatMap((j) => range(nz).map((k) => [i, j, k] as const)));
  const particles = cells.map(([i, j, k]) => ({ id: name(i, j, k), position: place(i, j, k), ...own }));
  const ways = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)));
  const forces = cells.flatMap(([i, j, k]) =>
    ways.flatMap(([x, y, z]): SceneForce[] => {
      const steps = Math.abs(x) + Math.abs(y) + Math.abs(z);
      const isAhead = x > 0 || (x === 0 && (y > 0 || (y === 0 && z > 0)));
      const [I, J, K] = [i + x, j + y, k + z];
      const isIn = I >= 0 && I < nx && J >= 0 && J < ny && K >= 0 && K < nz;
      if (!isAhead || !isIn || steps === 3) return [];
      const [stiffness, damping] = steps === 1 ? springs.edge : springs.face;
      return [{ type: "spring", a: name(i, j, k), b: name(I, J, K), stiffness, damping }];
    }),
  );
  return { particles, forces };
}

export const jelly = defineScene({
  name: "jelly",
  line: "a block of springs thrown between a floor and two walls",
  parameters: { edge: { default: 3, min: 2, max: 8, integer: true, line: "particles along an edge" } },
  build({ edge }) {
    const step = 0.6 / (edge - 1);
    const place = (i: number, j: number, k: number): Vector => [
      -1 + step * (0.96 * i - 0.28 * j),
      0.8 + step * (0.28 * i + 0.96 * j),
      step * k,
    ];
    const own = { mass: 8 / (edge * edge * edge), velocity: [3, 0, 0.5], collide: true, restitution: 0.3 } as const;
    const { particles, forces } = makeLattice([edge, edge, edge], place, own, { edge: [600, 4], face: [300, 2] });
    return {
      run: { duration: 2 },
      bodies: [
        floor,
        { id: "left", shape: { type: "plane", normal: [1, 0, 0], offset: -1.5 }, fixed: true },
        { id: "right", shape: { type: "plane", normal: [-1, 0, 0], offset: -1.5 }, fixed: true },
      ],
      particles,
      forces: [...forces, { type: "drag", on: "all", linear: 0.02 }],
    };
  },
});

export const curtain = defineScene({
  name: "curtain",
  line: "a sheet of springs hung by two corners",
  parameters: {
    count: { default: 8, min: 2, max: 30, integer: true, line: "particles along an edge" },
    stiffness: { default: 500, min: 10, max: 1e5, line: "of the springs along the edges, N/m" },
  },
  build({ count: n, stiffness }) {
    const step = 1 / (n - 1);
    const springs = { edge: [stiffness, 0.1], face: [0.1 * stiffness, 0.01] } as const;
    const own = { mass: 0.4 / (n * n) };
    const { particles, forces } = makeLattice([n, 1, n], (i, _, k) => [step * i, 0, step * k], own, springs);
    const held = new Set(["p-0-0-0", `p-${n - 1}-0-0`]);
    return {
      run: { duration: 2 },
      particles: particles.map((particle) => (held.has(particle.id) ? { ...particle, fixed: true } : particle)),
      forces: [...forces, { type: "drag", on: "all", linear: 0.01 }],
    };
  },
});

export const slidingStop = defineScene({
  name: "sliding-stop",
  line: "a particle sent along a floor, which friction stops",
  parameters: {
    speed: { default: 3, min: 0.1, max: 20, line: "m/s" },
    friction: { default: 0.3, min: 0, max: 2, line: "of particle and floor" },
  },
  build: ({ speed, friction }) => ({
    run: { duration: 2 },
    bodies: [{ ...floor, friction }],
    particles: [{ id: "puck", velocity: [speed, 0, 0], collide: true, friction }],
  }),
  check(sample, { speed, friction }) {
    // v = v₀ − μ g t, until it stops
    const t = Math.min(sample.t, friction > 0 ? speed / (friction * g) : sample.t);
    const v = speed - friction * g * t;
    return checkParticle(sample, "puck", [(t * (speed + v)) / 2, 0, 0], [v, 0, 0]);
  },
});
