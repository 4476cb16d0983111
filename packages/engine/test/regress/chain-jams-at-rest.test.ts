/**
 * A chain of two hinges, with its tip on the floor, is struck so that all of it stops, but for rounding: its tip can go in two
 * directions only, and what rounding leaves of its accelerations, 1e-26 m/s², asks for a third. No forces satisfied that, and
 * no impulse helped.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a chain that an impact has stopped stays", () => {
  const surface = { friction: 0.8093562017067676, restitution: 1 };
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, ...surface });
  const size = [0.7525065077468753, 0.3698031095555052, 0.43971940900664774];
  const lower = world.addBody({
    mass: boxMass({ size, mass: 2.5484944760799406 }),
    shapes: [
      {
        shape: createSphere({ radius: 0.05 }),
        position: [-0.05786661688968494, -0.1664534633861871, 0.1914070773290587],
      },
    ],
    position: [0.05786661688968494, 0.21645346338618712, -0.1914070773290587],
    velocity: [-2.162127657327801, 0.2868263544514775, 1.0889506679959595],
    angularVelocity: [5.7116692224517465, 3.795346892438829, 2.1541279507800937],
    ...surface,
  });
  const upper = world.addBody({
    mass: boxMass({
      size: [0.9239836872555316, 0.13093576680403202, 0.5954541763290763],
      mass: 0.47895882739685475,
    }),
    position: [-0.03300436157741947, 0.5007016898723031, -0.23665617715571896],
    velocity: [-2.1865145824849606, 0.900237965863198, 2.0075684837065637],
    angularVelocity: [-4.879765519872308, -0.2887209774926305, -1.7421032879501581],
  });
  world.add(
    hinge({
      a: { body: upper },
      b: { body: lower },
      at: [0.11573323377936988, 0.43290692677237425, -0.3828141546581174],
      axis: [0.253613518550992, -0.7373858727514744, 0.1034120463207364],
    }),
  );
  world.add(
    hinge({
      a: { body: upper },
      at: [-0.1817419569342088, 0.5684964529722321, -0.09049819965332051],
      axis: [-0.10984991192817689, 0.17034698054194453, 1],
    }),
  );
  const report = world.advanceTo(0.01);
  expect(report.message).toBe("reached t = 0.01");
  expect(world.getEnergy().kinetic).toBeLessThan(1e-24);
});
