/** Joints and wires: periods, forces, accelerations. */
import { type Case, g, measureLength, quarterPeriod } from "./case.js";

const L = 1.2;
const m = 0.7;
const angle = 1.5;
const quarter = quarterPeriod(angle, Math.sqrt(g / L));
const bottom = Math.sqrt(2 * g * L * (1 - Math.cos(angle)));

const swing: Case = {
  name: "particle on a rod, let go at 1.5 rad",
  scene: {
    run: { duration: quarter, sampleRate: 1 / quarter },
    particles: [{ id: "bob", mass: m, position: [L * Math.sin(angle), -L * Math.cos(angle), 0] }],
    constraints: [{ id: "rod", type: "distance", a: "bob", anchorB: [0, 0, 0] }],
  },
  checks: [
    { what: "at the bottom after K(sin θ/2)/ω₀: x, m", exact: 0, got: ({ last }) => last.particles.bob.p[0] },
    { what: "speed there √(2gL(1−cos θ)), m/s", exact: bottom, got: ({ last }) => -last.particles.bob.v[0] },
    {
      what: "tension there m g(3−2cos θ), N",
      exact: m * g * (3 - 2 * Math.cos(angle)),
      got: ({ last }) => measureLength(last.constraints.rod.force),
    },
    {
      what: "tension at first m g cos θ, N",
      exact: m * g * Math.cos(angle),
      got: ({ first }) => measureLength(first.constraints.rod.force),
    },
  ],
};

const own: Case = {
  name: "the same in its own coordinate",
  scene: {
    run: { duration: quarter, sampleRate: 1 / quarter },
    generalized: [{ id: "p", type: "pendulum", links: [{ length: L, mass: m }], angles: [angle] }],
  },
  checks: [
    { what: "angle after K(sin θ/2)/ω₀, rad", exact: 0, got: ({ last }) => last.generalized?.p.u[0] ?? Number.NaN },
    { what: "rate there, rad/s", exact: -bottom / L, got: ({ last }) => last.generalized?.p.rate[0] ?? Number.NaN },
  ],
};

/** A thin rod held at one end, let go level: ω₀² = 3g/2l; a thin box stands in for it by its inertia. */
const rod = { length: 1, mass: 2 };
const rodI = (rod.mass * rod.length ** 2) / 12;
const rodQuarter = quarterPeriod(Math.PI / 2, Math.sqrt((1.5 * g) / rod.length));

const hinged: Case = {
  name: "rod on a hinge, let go level",
  scene: {
    run: { duration: rodQuarter, sampleRate: 1 / rodQuarter },
    bodies: [
      {
        id: "rod",
        shape: { type: "box", size: [1, 0.05, 0.05] },
        mass: rod.mass,
        inertia: [
          [0.001, 0, 0],
          [0, rodI, 0],
          [0, 0, rodI],
        ],
        position: [0.5, 0, 0],
      },
    ],
    constraints: [{ id: "hinge", type: "hinge", a: "rod", anchor: [0, 0, 0], axis: [0, 0, 1] }],
  },
  checks: [
    {
      what: "force at first m g/4, N",
      exact: (rod.mass * g) / 4,
      got: ({ first }) => first.constraints.hinge.force[1],
    },
    { what: "hangs after a quarter period: x, m", exact: 0, got: ({ last }) => last.bodies.rod.p[0] },
    { what: "force there 5/2 m g, N", exact: 2.5 * rod.mass * g, got: ({ last }) => last.constraints.hinge.force[1] },
    {
      what: "spin there √(3g/l), rad/s",
      exact: -Math.sqrt((3 * g) / rod.length),
      got: ({ last }) => last.bodies.rod.w[2],
    },
  ],
};

const tilt = 0.6;
const turning = Math.sqrt(g / (L * Math.cos(tilt)));

const conical: Case = {
  name: "conical pendulum",
  scene: {
    run: { duration: 3, sampleRate: 1 },
    particles: [
      {
        id: "bob",
        mass: m,
        position: [L * Math.sin(tilt), -L * Math.cos(tilt), 0],
        velocity: [0, 0, -turning * L * Math.sin(tilt)],
      },
    ],
    constraints: [{ id: "string", type: "distance", a: "bob", anchorB: [0, 0, 0] }],
  },
  checks: [
    { what: "height after 3 s, m", exact: -L * Math.cos(tilt), got: ({ last }) => last.particles.bob.p[1] },
    {
      what: "x = L sin α cos ωt, ω² = g/(L cos α), m",
      exact: L * Math.sin(tilt) * Math.cos(3 * turning),
      got: ({ last }) => last.particles.bob.p[0],
    },
    {
      what: "tension m g/cos α, N",
      exact: (m * g) / Math.cos(tilt),
      got: ({ last }) => measureLength(last.constraints.string.force),
    },
  ],
};

const helix = { radius: 0.4, pitch: 1.5 };
const c = helix.pitch / (2 * Math.PI);
const sink = (g * c * c) / (helix.radius ** 2 + c * c);

const wire: Case = {
  name: "bead on a helix",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    particles: [{ id: "bead", mass: 0.3, position: [helix.radius, 0, 0] }],
    constraints: [
      {
        id: "wire",
        type: "curve",
        a: "bead",
        curve: { type: "helix", center: [0, 0, 0], axis: [0, 1, 0], radius: helix.radius, pitch: helix.pitch },
      },
    ],
    generalized: [
      {
        id: "own",
        type: "bead",
        mass: 0.3,
        curve: { type: "helix", center: [3, 0, 0], axis: [0, 1, 0], radius: helix.radius, pitch: helix.pitch },
      },
    ],
  },
  checks: [
    { what: "sinks by ½ g c²/(r²+c²) t², m", exact: -sink / 2, got: ({ last }) => last.particles.bead.p[1] },
    {
      what: "the same in its own coordinate, m",
      exact: -sink / 2,
      got: ({ last }) => last.generalized?.own.p[0][1] ?? Number.NaN,
    },
  ],
};

const [k, cart, x0] = [30, 2, 0.4];
const omega = Math.sqrt(k / cart);

const slider: Case = {
  name: "cart on a rail with a spring",
  scene: {
    run: { duration: 2, sampleRate: 1 },
    bodies: [{ id: "cart", shape: { type: "box", size: [0.4, 0.2, 0.2] }, mass: cart, position: [1 + x0, 0, 0] }],
    forces: [{ type: "spring", a: "cart", anchorB: [0, 0, 0], stiffness: k, length: 1 }],
    constraints: [{ id: "rail", type: "slider", a: "cart", axis: [1, 0, 0] }],
  },
  checks: [
    { what: "x₀ cos ωt after 2 s, m", exact: 1 + x0 * Math.cos(2 * omega), got: ({ last }) => last.bodies.cart.p[0] },
    { what: "force of the rail m g, N", exact: cart * g, got: ({ last }) => last.constraints.rail.force[1] },
  ],
};

/** A beam held at its end: the weld carries m g, and m g d about its anchor wherever that is on the way. */
const welded: Case = {
  name: "two blocks welded, on a hinge",
  scene: {
    run: { duration: 0.5, sampleRate: 2 },
    bodies: [
      { id: "a", shape: { type: "box", size: [1, 0.2, 0.2] }, mass: 1, position: [0.5, 0, 0] },
      { id: "b", shape: { type: "box", size: [1, 0.2, 0.2] }, mass: 1, position: [-0.5, 0, 0] },
    ],
    constraints: [
      { id: "weld", type: "weld", a: "a", b: "b" },
      { id: "hinge", type: "hinge", a: "a", anchor: [0, 0, 0], axis: [0, 0, 1] },
    ],
  },
  checks: [
    { what: "the weld carries one of them, N", exact: g, got: ({ last }) => Math.abs(last.constraints.weld.force[1]) },
    { what: "the hinge carries both, N", exact: 2 * g, got: ({ last }) => last.constraints.hinge.force[1] },
    { what: "balanced: it does not turn, rad/s", exact: 0, got: ({ last }) => last.bodies.a.w[2] },
  ],
};

export const joints: readonly Case[] = [swing, own, hinged, conical, wire, slider, welded];
