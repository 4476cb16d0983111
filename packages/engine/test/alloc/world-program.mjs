/**
 * Prints the bytes that the engine's own functions allocate in steps of an island between events, for the scene that is
 * named. In a process of its own each, for the reasons given in particles-program.mjs: code that has seen one scene only; or
 * all others first, where the name says so.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge, jointFriction, slider } from "@rigor/engine/constrain";
import { ImpactSolver, RestingSolver, ZenoModel } from "@rigor/engine/contact";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { Audit } from "../../dist/world/audit/audit.js";
import { FrozenInterface } from "../../dist/world/contact-state/frozen-interface.js";
import { Neighbours } from "../../dist/world/detection/neighbours.js";
import { EventLog } from "../../dist/world/record/events.js";
import { createWorst } from "../../dist/world/record/report.js";
import { TimewarpScheduler } from "../../dist/world/scheduling/timewarp-scheduler.js";
import { emptyArray, measure } from "./measure.mjs";

const floor = { shape: createPlane({ normal: [0, 1, 0] }), fixed: true };
const box = createBox({ size: [1, 1, 1] });
const sphere = createSphere({ radius: 0.5 });
const steps = 16;

function createWorld(gravity = [0, -9.81, 0]) {
  return new World({ gravity, step: 1 / steps });
}

const scenes = {
  "a ball in free flight"() {
    const world = createWorld([0, 0.01, 0]);
    world.addBody(floor);
    world.addBody({ shape: sphere, mass: 1, position: [0, 2, 0], angularVelocity: [1, 2, 3] });
    return world;
  },
  "a box in free flight"() {
    const world = createWorld([0, 0.01, 0]);
    world.addBody(floor);
    world.addBody({ shape: box, mass: 1, position: [0, 2, 0], angularVelocity: [0.1, 0.2, 0.3] });
    return world;
  },
  "a sliding box"() {
    const world = createWorld();
    world.addBody(floor);
    world.addBody({ shape: box, mass: 1, position: [0, 0.5, 0], velocity: [1, 0, 0.5] });
    return world;
  },
  "a sphere that spins and slides"() {
    const world = createWorld();
    world.addBody(floor);
    const motion = { velocity: [1, 0, 0], angularVelocity: [1, 2, 3] };
    world.addBody({ shape: sphere, mass: 1, position: [0, 0.5, 0], ...motion });
    return world;
  },
  "a ball that rolls"() {
    const world = createWorld();
    world.addBody({ ...floor, friction: 0.3 });
    const motion = { velocity: [1, 0, 0], angularVelocity: [0, 0, -2] };
    world.addBody({ shape: sphere, mass: 1, position: [0, 0.5, 0], ...motion, friction: 0.3 });
    return world;
  },
  "a block that slides straight down a slope"() {
    const world = createWorld([0.1, -9.81, 0.02]);
    world.addBody({ ...floor, friction: 0.01 });
    world.addBody({ shape: box, mass: 1, position: [0, 0.5, 0], friction: 0.01 });
    return world;
  },
  "a block that slides and turns"() {
    const world = createWorld([0.2, -9.81, 0]);
    world.addBody({ ...floor, friction: 0.01 });
    world.addBody({ shape: box, mass: 1, position: [0, 0.5, 0], velocity: [1, 0, 1], friction: 0.01 });
    return world;
  },
  "a block that sticks to a belt"() {
    const world = createWorld([0.05, -9.81, 0]);
    world.addBody({ ...floor, friction: 0.01, surfaceVelocity: [0.1, 0, 0] });
    world.addBody({ shape: box, mass: 1, position: [0, 0.5, 0], velocity: [0.1, 0, 0], friction: 0.01 });
    return world;
  },
  "a swinging chain"() {
    const world = createWorld();
    const shape = createBox({ size: [1, 0.2, 0.2] });
    // links do not meet one another: that would be events
    const group = { group: 1, collidesWith: [0] };
    for (let k = 0; k < 4; k++) world.addBody({ shape, mass: 1, position: [k + 0.5, 0, 0], ...group });
    world.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1] }));
    for (let k = 1; k < 4; k++) {
      world.add(ball({ a: { body: k, point: [-0.5, 0, 0] }, b: { body: k - 1, point: [0.5, 0, 0] } }));
    }
    return world;
  },
  "a pendulum with coordinates"() {
    const world = createWorld();
    world.addCoordinates(createPendulum({ lengths: [1, 0.7], masses: [1, 2], angles: [1, 0.5] }));
    return world;
  },
  "a chain that rubs at its joints"() {
    const world = createWorld([0, -0.01, 0]);
    const shape = createBox({ size: [1, 0.2, 0.2] });
    const group = { group: 1, collidesWith: [0] };
    for (let k = 0; k < 3; k++) {
      const motion = { velocity: [0, 1 + 2 * k, 0], angularVelocity: [0, 0, 2] };
      world.addBody({ shape, mass: 1, position: [k + 0.5, 0, 0], ...motion, ...group });
      const b = k === 0 ? {} : { b: { body: k - 1 } };
      const { angle } = world.add(hinge({ a: { body: k }, ...b, at: [k, 0, 0], axis: [0, 0, 1] }));
      // the first slips, the others stick
      world.addFriction(jointFriction(angle, { friction: k === 0 ? 1e-3 : 10 }));
    }
    return world;
  },
  "a trolley with a load, on a rail that rubs the more it carries"() {
    const world = createWorld();
    const trolley = world.addBody({ shape: box, mass: 100, velocity: [3, 0, 0] });
    const { travel } = world.add(slider({ a: { body: trolley }, at: [0, 0, 0], axis: [1, 0, 0] }));
    world.addFriction(jointFriction(travel, { coefficient: 1e-5 }));
    const load = world.addBody({ shape: sphere, mass: 10, position: [0.7, -4.9, 0], velocity: [3, 0, 0] });
    world.add(hinge({ a: { body: load }, b: { body: trolley }, at: [0, 0, 0], axis: [0, 0, 1] }));
    return world;
  },
};

/** The only island of a world, with boxes for all that is to come, as the windows of a schedule give. */
function createFlow({ mechanism, parts, detector, settings, limits, frictions }) {
  mechanism.prepare();
  const kit = {
    mechanism,
    parts,
    detector,
    solvers: {
      impact: new ImpactSolver(),
      zeno: new ZenoModel(),
      resting: new RestingSolver(),
      contradiction: new Float64Array(1),
    },
    settings,
    limits,
    frictions,
    log: new EventLog(),
    worst: createWorst(),
    swing: new Float64Array(1),
    frozenInterface: new FrozenInterface(),
    audit: new Audit(),
  };
  const neighbours = new Neighbours(parts, detector);
  const schedule = new TimewarpScheduler(kit, neighbours);
  schedule.rebuild();
  schedule.handleEvents();
  const [flow] = schedule.flows;
  for (const p of flow.context.candidates.parts) neighbours.fit(p, 1e4);
  detector.update();
  neighbours.collect(flow.context);
  return flow;
}

const [, , wanted] = process.argv;
const name = wanted.replace(", after other scenes", "");
if (name !== wanted) {
  for (const build of Object.values(scenes)) build().advanceTo(1);
  // collisions, contacts that come and go, and what sleeps
  const pile = createWorld();
  pile.addBody(floor);
  for (let k = 0; k < 6; k++) {
    const shape = k % 2 === 0 ? box : sphere;
    pile.addBody({ shape, mass: 1 + k, position: [0.1 * k, 1 + 1.5 * k, 0], restitution: 0.3 });
  }
  pile.advanceTo(1);
  // contacts that let go, one after the other; bricks that lean too far, and such that fall into place
  for (const [count, lean, apart] of [
    [12, 0.1, 0],
    [6, 0, 0.01],
    [3, 0.3, 0.02],
  ]) {
    const bricks = new World();
    bricks.addBody(floor);
    const brick = createBox({ size: [1, 0.25, 0.5] });
    for (let k = 0; k < count; k++) {
      bricks.addBody({ shape: brick, mass: 1, position: [lean * k, 0.125 + (0.25 + apart) * k + apart, 0] });
    }
    bricks.advanceTo(0.3, { maxSteps: 3000 });
  }
}
const flow = createFlow(scenes[name]());
let t = 0;
let events = 0;
const pace = Object.getPrototypeOf(flow.pace);
const { countEvent } = pace;
pace.countEvent = function (...args) {
  events++;
  return countEvent.apply(this, args);
};
// a second a call: the time is a small integer, which is not boxed on its way in
const stepper = {
  step() {
    t += 1;
    const fault = flow.advanceTo(t, 1e6);
    if (fault !== null) throw new Error(fault);
  },
};
const array = await measure(emptyArray, 100);
const bytes = await measure(stepper, name === "a swinging chain" ? 4 : 40);
console.log(JSON.stringify({ array, bytes, seconds: t, steps: flow.steps, events }));
