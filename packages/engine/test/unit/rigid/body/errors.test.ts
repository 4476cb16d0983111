import { RigorError } from "@rigor/engine/math";
import { backwardEuler, dopri5, euler, integrate, radau5, rk4 } from "@rigor/engine/ode";
import { gravity as particleGravity, Springs } from "@rigor/engine/particles";
import {
  type AppliedForceOptions,
  appliedForce,
  applyAngularImpulse,
  applyImpulse,
  type BodyForce,
  type BodyOptions,
  computeConvexHull,
  createRotatePath,
  damping,
  gravity,
  RigidSystem,
  wind,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { mixedWorld, stateOf } from "../../../support/rigid-worlds.js";

const unit = { mass: 1, inertia: [1, 1, 1] };
const path = createRotatePath({ axis: [0, 0, 1], rate: 1 });

/** The faults of a body, line by line; the system is left as it was. */
function faultsOf(options: object): string[] {
  const system = new RigidSystem();
  system.addBody(unit);
  const { revision } = system;
  try {
    system.addBody(options as BodyOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(RigorError);
    expect(system.count).toBe(1);
    expect(system.kinematics.count).toBe(0);
    expect(system.revision).toBe(revision);
    return (error as RigorError).message.split("\n");
  }
  return [];
}

describe("a body that cannot be", () => {
  test("all that is wrong with it at once", () => {
    const bad = {
      mas: 3,
      position: [0, Number.NaN, 0],
      rotation: [0, 0, 0, 0],
      velocity: [1, 2],
      angularVelocity: "fast",
      pivot: [1],
    };
    expect(faultsOf(bad)).toEqual([
      'bodies[1].mas: must be an option, got "mas"; there are mass, inertia, center, position, rotation, velocity, angularVelocity, fixed, path, pivot',
      "bodies[1].position: must be 3 finite numbers, got [0, NaN, 0]",
      "bodies[1].rotation: must not be the zero quaternion, got [0, 0, 0, 0]; the identity is [0, 0, 0, 1]",
      "bodies[1].velocity: must be 3 finite numbers, got [1, 2]",
      'bodies[1].angularVelocity: must be 3 finite numbers, got "fast"',
      "bodies[1].pivot: must be 3 finite numbers, got [1]",
    ]);
    expect(faultsOf({ ...unit, rotation: [0, 0, 1] })).toEqual([
      "bodies[1].rotation: must be a quaternion [x, y, z, w], four finite numbers, got [0, 0, 1]",
    ]);
    expect(faultsOf({ ...unit, fixed: "no" })).toEqual(['bodies[1].fixed: must be true or false, got "no"']);
  });

  test("no mass, no inertia, a mass that is none", () => {
    expect(faultsOf({})).toEqual([
      "bodies[1].mass: must be given, got undefined; give boxMass({ size: [1, 1, 1] }), or mass and inertia, or fixed: true for an immovable body",
    ]);
    expect(faultsOf({ mass: 1 })).toEqual([
      "bodies[1].inertia: must be given with a mass in kilograms, got undefined; give three principal moments, or nine numbers; or mass: boxMass({ … })",
    ]);
    for (const mass of [0, -1, Number.NaN, Infinity, "1", null, 5e-324]) {
      const [line] = faultsOf({ ...unit, mass });
      expect(line).toContain("bodies[1].mass: must be a finite number > 0, got");
      expect(line).toContain("use fixed: true for an immovable body");
    }
    expect(faultsOf({ mass: { mass: -1, center: [0, 0, 0], inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] } })[0]).toContain(
      "bodies[1].mass.mass: must be a finite number > 0, got -1",
    );
    expect(faultsOf({ mass: { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] } })).toEqual([
      "bodies[1].mass.center: must be three finite numbers, got undefined",
    ]);
  });

  test("an inertia that no matter has", () => {
    expect(faultsOf({ mass: 1, inertia: [1, 2] })).toEqual([
      "bodies[1].inertia: must be three or nine numbers, got [1, 2]",
    ]);
    expect(faultsOf({ mass: 1, inertia: null })).toEqual([
      "bodies[1].inertia: must be three or nine numbers, got null",
    ]);
    expect(faultsOf({ mass: 1, inertia: [1, 1, 3] })[0]).toContain(
      "bodies[1].inertia: must have no principal moment above the sum of the others",
    );
    expect(faultsOf({ mass: 1, inertia: [1, 1, 0, 0, 1, 0, 0, 0, 1] })[0]).toContain(
      "bodies[1].inertia: must be symmetric",
    );
    expect(faultsOf({ ...unit, center: [0, 1, Infinity] })).toEqual([
      "bodies[1].center: must be three finite numbers, got [0, 1, Infinity]",
    ]);
    // a point, a rod
    expect(faultsOf({ mass: 1, inertia: [0, 0, 0] })).toEqual([
      "bodies[1].mass: must have three positive moments of inertia, got [0, 0, 0]; a point or a thin rod has no moment about every axis: use a particle, or give it a thickness",
    ]);
    expect(faultsOf({ mass: 1, inertia: [1, 1, 0] })[0]).toContain(
      "must have three positive moments of inertia, got [1, 1, 0]",
    );
    // about a pivot beside it a rod has three; hung by its own line it has two
    expect(faultsOf({ mass: 1, inertia: [1, 1, 0], pivot: [1, 0, 0] })).toEqual([]);
    expect(faultsOf({ mass: 1, inertia: [1, 1, 0], pivot: [0, 0, 1] })[0]).toContain("three positive moments");
    // what does not move needs none
    expect(faultsOf({ mass: 1, inertia: [1, 1, 0], fixed: true })).toEqual([]);
  });

  test("mass properties and a second inertia or centre", () => {
    const mass = { mass: 1, center: [0, 0, 0], inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    expect(faultsOf({ mass, inertia: [1, 1, 1] })).toEqual([
      "bodies[1].inertia: must not be given beside mass properties, which have one, got [1, 1, 1]; leave it out, or give the mass in kilograms",
    ]);
    expect(faultsOf({ mass, center: [1, 0, 0] })[0]).toContain("bodies[1].center: must not be given beside");
  });

  test("fixed, path and pivot exclude one another, and velocities of what they hold", () => {
    expect(faultsOf({ ...unit, fixed: true, pivot: [0, 0, 0] })).toEqual([
      'bodies[1]: must have one of fixed, path and pivot, got "fixed and pivot"',
    ]);
    expect(faultsOf({ ...unit, path, fixed: true, pivot: [0, 0, 0] })).toEqual([
      'bodies[1]: must have one of fixed, path and pivot, got "fixed and path and pivot"',
    ]);
    expect(faultsOf({ ...unit, path: "circle" })[0]).toContain('bodies[1].path: must be a path, got "circle"');
    expect(faultsOf({ fixed: true, velocity: [1, 0, 0], angularVelocity: [0, 0, 1] })).toEqual([
      "bodies[1].velocity: must be left out beside fixed, got [1, 0, 0]",
      "bodies[1].angularVelocity: must be left out beside fixed, got [0, 0, 1]",
    ]);
    expect(faultsOf({ path, angularVelocity: [0, 0, 1] })).toEqual([
      "bodies[1].angularVelocity: must be left out beside path, got [0, 0, 1]",
    ]);
    expect(faultsOf({ ...unit, pivot: [1, 0, 0], velocity: [1, 0, 0] })[0]).toContain("beside pivot");
    // it may turn about its pivot, and zeros say nothing
    expect(faultsOf({ ...unit, pivot: [1, 0, 0], angularVelocity: [1, 0, 0], velocity: [0, 0, 0] })).toEqual([]);
  });

  test("nothing at all", () => {
    expect(faultsOf(null as unknown as object)[0]).toContain("bodies[1]: must be an object of options, got null");
    expect(() => new RigidSystem(5 as never)).toThrow("options: must be an object of options, got 5");
    expect(() => new RigidSystem({ time: Number.NaN })).toThrow("options.time: must be a finite number, got NaN");
  });
});

describe("what names bodies and points", () => {
  const system = new RigidSystem();
  system.addBody(unit);
  const J = Float64Array.of(1, 0, 0);

  test("bodies that are not there", () => {
    const text = "must be a body from 0 to 0, got 1; add bodies before what names them";
    expect(() => system.addAnchor(1)).toThrow(`body: ${text}`);
    expect(() => system.getPose(1)).toThrow(`body: ${text}`);
    expect(() => system.place(1, [0, 0, 0], [0, 0, 0, 1], [0, 0, 0], [0, 0, 0])).toThrow(`body: ${text}`);
    expect(() => applyImpulse(system, 1, J, 0, J, 0)).toThrow(`body: ${text}`);
    expect(() => applyAngularImpulse(system, 1, J, 0)).toThrow(`body: ${text}`);
    expect(() => system.addForce(damping({ linear: 1, on: [0, 1] }))).toThrow(`force "damping".on[1]: ${text}`);
    expect(() => system.addForce(appliedForce({ body: 1, force: [1, 0, 0] }))).toThrow(
      `force "applied".on[0]: ${text}`,
    );
    expect(() => system.toBodyPoint(1, [0, 0, 0])).toThrow(`body: ${text}`);
    const force: BodyForce = { name: "pair", couples: [0, 1], apply() {} };
    expect(() => system.addForce(force)).toThrow(`force "pair".couples[1]: ${text}`);
    expect(() => system.addAnchor(0.5)).toThrow("body: must be a body from 0 to 0, got 0.5");
    expect(system.forces).toEqual([]);
    expect(system.anchors.count + system.particles.count).toBe(0);
  });

  test("places that are none", () => {
    expect(() => system.addAnchor(0, [1, 2])).toThrow("point: must be three finite numbers, got [1, 2]");
    const zero = [0, 0, 0];
    expect(() => system.place(0, [Number.NaN, 0, 0], [0, 0, 0, 1], zero, zero)).toThrow("position: must be three");
    expect(() => system.place(0, zero, [0, 0, 0, 0], zero, zero)).toThrow("rotation: must not be the zero quaternion");
    expect(() => system.place(0, zero, [0, 0, 1], zero, zero)).toThrow(
      "rotation: must be a quaternion [x, y, z, w], four finite numbers",
    );
    expect(() => system.place(0, zero, [0, 0, 0, 1], [1] as never, zero)).toThrow("velocity: must be three");
    expect(() => system.place(0, zero, [0, 0, 0, 1], zero, [1] as never)).toThrow("angularVelocity: must be three");
    expect([...stateOf(system)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  });

  test("forces that are none, or belong to the particles", () => {
    const text = "force: must be an object with a name and a method apply(system)";
    // a function has a method apply, and a name
    const push = (world: RigidSystem) => world.force.fill(1);
    for (const force of [{}, null, push, { apply() {} }, { name: 5, apply() {} }]) {
      expect(() => system.addForce(force as unknown as BodyForce)).toThrow(text);
      expect(() => system.particles.addForce(force as never)).toThrow(text);
    }
    expect(() => system.particles.addForce(gravity() as never)).toThrow(
      'force: must be a force on particles, got "gravity"; it acts on bodies: add it to the rigid system itself',
    );
    for (const force of [new Springs(), particleGravity()]) {
      expect(() => system.addForce(force as unknown as BodyForce)).toThrow(
        `force: must be a force on bodies, got "${force.name}"; add it to the particles, system.particles.addForce: there it acts on anchors that it names, "all" passes them by`,
      );
    }
    system.removeForce({ name: "never added", apply() {} });
    expect(system.forces.length).toBe(0);
  });

  test("options of forces", () => {
    expect(() => gravity([1, 2])).toThrow("gravity: must be three finite numbers, got [1, 2]");
    expect(() => damping(undefined as never)).toThrow("damping: must be an object of options");
    expect(() => damping({ linear: -1 })).toThrow(
      "damping.linear: must be a finite number >= 0, got -1; a negative one",
    );
    expect(() => damping({ angular: Number.NaN })).toThrow("damping.angular: must be a finite number >= 0, got NaN");
    expect(() => wind({ velocity: [1, 0] as never, drag: 1 })).toThrow("wind.velocity: must be three finite numbers");
    expect(() => wind({ velocity: [1, 0, 0], drag: -1 })).toThrow("wind.drag");
    for (const on of [5, null, "some", [0, 0], [0.5]]) {
      expect(() => damping({ linear: 1, on: on as never })).toThrow("damping.on: must be a list of different bodies");
    }
    const refuse = (options: object) => () => appliedForce({ body: 0, ...options } as AppliedForceOptions);
    expect(() => damping({ linaer: 1 } as never)).toThrow(
      'damping.linaer: must be an option, got "linaer"; there are linear, angular, on',
    );
    expect(() => wind({ velocity: [1, 0, 0], drag: 1, coefficient: 2 } as never)).toThrow("wind.coefficient");
    expect(() => createRotatePath({ axis: [0, 1, 0], rate: 1, centre: [0, 0, 0] } as never)).toThrow("rotate.centre");
    expect(() => new RigidSystem({ t: 1 } as never)).toThrow('options.t: must be an option, got "t"; there is time');
    expect(() => computeConvexHull(new Float64Array(12), { tolerance: 1 } as never)).toThrow("options.tolerance");
    expect(refuse({ fource: [1, 0, 0] })).toThrow("appliedForce.fource: must be an option");
    expect(refuse({})).toThrow("applied.force: must be given, or torque, or both, got undefined");
    for (const key of ["force", "torque"]) {
      expect(refuse({ [key]: () => [1, 0, 0] })).toThrow(
        `applied.${key}: must be a function that returns nothing, got [1, 0, 0]; write into out[0 … 2]`,
      );
    }
    expect(refuse({ force: [1, 2] })).toThrow("applied.force: must be three finite numbers, got [1, 2]");
    expect(refuse({ name: "jet", torque: [1, Infinity, 0] })).toThrow("jet.torque: must be three finite numbers");
    expect(refuse({ force: [1, 0, 0], at: [1] })).toThrow("applied.at: must be three finite numbers, got [1]");
    expect(refuse({ force: [1, 0, 0], frame: "mine" })).toThrow('applied.frame: must be "world" or "body", got "mine"');
    expect(refuse({ force: [1, 0, 0], at: [1, 2, 3], pointFrame: "mine" })).toThrow(
      'applied.pointFrame: must be "world" or "body"',
    );
    expect(refuse({ force: [1, 0, 0], at: [1, 2, 3], frame: "body", pointFrame: "world" })).toThrow(
      'applied.pointFrame: must be "body" for a force in body axes, got "world"; give the point in the body\'s frame, or the force in world axes',
    );
  });
});

describe("impulses and places", () => {
  test("impulses that are no vectors are refused, and change nothing", () => {
    const system = new RigidSystem();
    system.addBody(unit);
    const good = Float64Array.of(1, 2, 3);
    for (const bad of [undefined, null, Float64Array.of(1, 2), Float64Array.of(1, Number.NaN, 3)] as never[]) {
      expect(() => applyImpulse(system, 0, bad, 0, good, 0)).toThrow("J[0 … 2]: must be three finite numbers");
      expect(() => applyImpulse(system, 0, good, 0, bad, 0)).toThrow("p[0 … 2]: must be three finite numbers");
      expect(() => applyAngularImpulse(system, 0, bad, 0)).toThrow("J[0 … 2]: must be three finite numbers");
    }
    expect(() => applyImpulse(system, 0, good, 1, good, 0)).toThrow("J[1 … 3]");
    expect([...stateOf(system)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  });

  test("place: a pose alone will do; a path, or what is held, is not overruled", () => {
    const system = new RigidSystem();
    system.addBody({ ...unit, velocity: [1, 2, 3], angularVelocity: [1, 2, 3] });
    system.addBody({ path });
    system.addBody({ fixed: true });
    system.addBody({ ...unit, pivot: [0, 1, 0] });
    system.place(0, [4, 5, 6]);
    expect([...stateOf(system)].slice(0, 13)).toEqual([4, 5, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    expect(() => system.place(1, [1, 0, 0])).toThrow("bodies[1]: must not follow a path, got 1");
    const turn = [0, 0, 0, 1];
    expect(() => system.place(2, [1, 0, 0], turn, [1, 0, 0])).toThrow(
      "velocity: must be zero, got [1, 0, 0]; the body is fixed: leave it out",
    );
    expect(() => system.place(2, [1, 0, 0], turn, [0, 0, 0], [1, 0, 0])).toThrow("angularVelocity: must be zero");
    expect(() => system.place(3, [1, 0, 0], turn, [1, 0, 0])).toThrow("the body is on a pivot");
    system.place(3, [1, 0, 0], turn, [0, 0, 0], [1, 0, 0]);
    expect(system.angularVelocity[9]).toBe(1);
  });
});

describe("a force that is not finite", () => {
  const solvers = {
    euler: (system: RigidSystem) => euler(system, { step: 0.125 }),
    rk4: (system: RigidSystem) => rk4(system, { step: 0.125 }),
    dopri5: (system: RigidSystem) => dopri5(system, { tolerance: 1e-6, maxStep: 0.125 }),
    backwardEuler: (system: RigidSystem) => backwardEuler(system, { step: 0.125 }),
    radau5: (system: RigidSystem) => radau5(system, { tolerance: 1e-6, maxStep: 0.125 }),
  };

  test.each(Object.entries(solvers))("is named under %s, with body and time, and the state stays good", (_, make) => {
    const { system } = mixedWorld({ forces: true });
    system.addForce({
      name: "engine",
      couples: [],
      apply({ torque, time }) {
        if (time > 0.5) torque[3 + 2] = Number.NaN;
      },
    });
    const report = integrate(make(system), 2);
    expect(report.status).toBe("not-finite");
    expect(report.message).toMatch(/of body 1; force "engine" was not finite on body 1 at t = 0\.[5-6]/);
    // Euler sees the force at the start of a step only
    expect(report.t).toBeLessThanOrEqual(0.625);
    expect(report.t).toBeGreaterThan(0.3);
    expect(system.time).toBe(report.t);
    expect(stateOf(system).every(Number.isFinite)).toBe(true);
    // without it the run goes on
    system.forces.pop();
    system.revise();
    expect(integrate(make(system), 1).status).toBe("done");
  });

  test("among particles: the spring is named, and the body that felt it", () => {
    const { system } = mixedWorld();
    const anchor = system.anchors.particle[2];
    system.particles.addForce({
      name: "frayed spring",
      apply({ force, state, count }) {
        if (state[6 * count] > 0.5) force[3 * anchor] += Infinity;
      },
    });
    const report = integrate(rk4(system, { step: 0.25 }), 2);
    expect(report.message).toContain(
      `of body ${system.anchors.body[2]}; force "frayed spring" was not finite on body ${system.anchors.body[2]} at t = 0.625`,
    );
    expect(report.t).toBe(0.5);
  });

  test("of a force on bodies upon a particle: force and particle are named", () => {
    const system = new RigidSystem();
    system.addBody(unit);
    system.particles.addParticle({ position: [0, 0, 0] });
    system.particles.addParticle({ position: [1, 0, 0] });
    system.particles.addForce(particleGravity());
    system.addForce(gravity());
    system.addForce({
      name: "leak",
      apply({ particles, time }) {
        if (time > 0.5) particles.force[3 + 2] = Number.NaN;
      },
    });
    const { status, message, t } = integrate(rk4(system, { step: 0.25 }), 2);
    expect(status).toBe("not-finite");
    expect(message).toContain('velocity of particle 1; force "leak" was not finite on particle 1 at t = 0.625');
    expect(t).toBe(0.5);
  });

  test("two on a particle that are finite alone and not together", () => {
    const system = new RigidSystem();
    system.particles.addParticle({ position: [0, 0, 0] });
    system.particles.addParticle({ position: [1, 0, 0] });
    const push = ({ force }: { force: Float64Array }) => {
      force[3] += 1.2e308;
    };
    system.addForce({ name: "one", apply: ({ particles }) => push(particles) });
    system.particles.addForce({ name: "two", apply: push });
    const { message } = integrate(rk4(system, { step: 0.25 }), 2);
    expect(message).toContain('force "sum of all" was not finite on particle 1 at t = 0');
  });

  test("on a fixed body it is a fault as well", () => {
    const system = new RigidSystem();
    system.addBody({ fixed: true });
    system.addForce({ name: "void", apply: ({ force }) => force.fill(Number.NaN) });
    const { status, message } = integrate(rk4(system, { step: 0.25 }), 2);
    expect(status).toBe("not-finite");
    expect(message).toContain('force "void" was not finite on body 0 at t = 0');
  });

  test("two that are finite alone and not together", () => {
    const system = new RigidSystem();
    system.addBody(unit);
    system.addBody(unit);
    for (const name of ["one", "two"]) {
      system.addForce({
        name,
        apply({ force }) {
          force[3] += 1.2e308;
        },
      });
    }
    const { message } = integrate(rk4(system, { step: 0.25 }), 2);
    expect(message).toContain('force "sum of all" was not finite on body 1 at t = 0');
  });

  test("what a good evaluation follows is forgotten", () => {
    const system = new RigidSystem();
    system.addBody(unit);
    let bad = true;
    system.addForce({
      name: "moody",
      apply({ force }) {
        if (bad) force[0] = Number.NaN;
      },
    });
    const out = new Float64Array(13);
    system.derivative(out);
    expect(system.describe(0)).toBe('position of body 0; force "moody" was not finite on body 0 at t = 0');
    bad = false;
    system.derivative(out);
    expect(["position", "rotation", "momentum", "angular momentum"].map((what) => `${what} of body 0`)).toEqual(
      [0, 3, 7, 10].map((index) => system.describe(index)),
    );
    system.particles.addParticle({ position: [0, 0, 0] });
    expect(system.describe(13)).toBe("position of particle 0");
  });
});
