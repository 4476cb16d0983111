/**
 * An arch with too little friction sinks, and its voussoirs slide over one another's edges, by leaps. What may be met within a leap
 * is looked for far around, and beside features that far away those that touch were left out where both were in question: a corner
 * came 5e-7 m deep before it was seen. What touches is found as ever, and what is farther besides.
 */
import { createConvex, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([
  [7, 0.15, 0.2],
  [13, 0.2, 0.1],
])("an arch of %i voussoirs, as thick as %d of its radius, with μ = %d", (count, thickness, friction) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  for (let k = 0; k < count; k++) {
    const vertices = [-0.2, 0.2].flatMap((z) =>
      [1 - thickness / 2, 1 + thickness / 2].flatMap((r) =>
        [k, k + 1].map((i) => [r * Math.cos((Math.PI * i) / count), r * Math.sin((Math.PI * i) / count), z]),
      ),
    );
    world.addBody({ shape: createConvex({ vertices }), friction, density: 2000 });
  }
  for (let k = 1; k <= 5; k++) {
    const { status, worst } = world.advanceTo(0.1 * k);
    expect(status).toBe("done");
    expect(worst.penetration).toBeLessThan(1e-7);
    expect(worst.residual).toBeLessThan(1e-9);
  }
});
