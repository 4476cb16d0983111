/** Havok, by its own calls. */
import { readFile } from "node:fs/promises";
import { type Engine, findMoments, type Item, toBox, toLocal, upright, type Vector, zero } from "./engine.js";

type Triple = [number, number, number];
const list = ([x, y, z]: Vector): Triple => [x, y, z];

export async function createHavok(): Promise<Engine> {
  const { default: load } = await import("@babylonjs/havok");
  // Node does not fetch files
  const file = new URL(import.meta.resolve("@babylonjs/havok/lib/esm/HavokPhysics.wasm"));
  const havok = await load({ wasmBinary: Uint8Array.from(await readFile(file)).buffer });
  const linear = [havok.ConstraintAxis.LINEAR_X, havok.ConstraintAxis.LINEAR_Y, havok.ConstraintAxis.LINEAR_Z];
  const createShape = (item: Item) => {
    if (item.form.kind === "sphere") return havok.HP_Shape_CreateSphere([0, 0, 0], item.form.radius)[1];
    return havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], list(toBox(item).size))[1];
  };
  return {
    name: "Havok",
    package: "@babylonjs/havok",
    settings: "defaults, damping and sleep off; 32 bits. Its collision detection is continuous always",
    continuous: "always",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const world = havok.HP_World_Create()[1];
      havok.HP_World_SetGravity(world, list(gravity));
      havok.HP_World_SetIdealStepTime(world, 1 / rate);
      havok.HP_World_SetSpeedLimit(world, 1000, 1000);
      const createBody = (item: Item) => {
        const { mass, rotation = upright, velocity = zero, angularVelocity = zero } = item;
        const at = item.form.kind === "sphere" ? item.position : toBox(item).position;
        const body = havok.HP_Body_Create()[1];
        const shape = createShape(item);
        const mean = havok.MaterialCombine.GEOMETRIC_MEAN;
        havok.HP_Shape_SetMaterial(shape, [friction, friction, restitution, mean, mean]);
        if (!collides) havok.HP_Shape_SetFilterInfo(shape, [1, 0]);
        havok.HP_Body_SetShape(body, shape);
        havok.HP_Body_SetMotionType(body, mass === 0 ? havok.MotionType.STATIC : havok.MotionType.DYNAMIC);
        if (mass > 0) {
          // it wants the moments of the same body of 1 kg
          const moments = list(findMoments({ ...item, mass: 1 }));
          havok.HP_Body_SetMassProperties(body, [[0, 0, 0], mass, moments, [0, 0, 0, 1]]);
          havok.HP_Body_SetLinearDamping(body, 0);
          havok.HP_Body_SetAngularDamping(body, 0);
          havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE);
        }
        havok.HP_World_AddBody(world, body, false);
        havok.HP_Body_SetQTransform(body, [list(at), [rotation[0], rotation[1], rotation[2], rotation[3]]]);
        if (mass > 0) {
          havok.HP_Body_SetLinearVelocity(body, list(velocity));
          havok.HP_Body_SetAngularVelocity(body, list(angularVelocity));
        }
        return body;
      };
      const bodies = items.map(createBody);
      const anchor: Item = { form: { kind: "sphere", radius: 0.02 }, mass: 0, position: zero };
      const ground = joints.some(({ a }) => a < 0) ? createBody(anchor) : null;
      for (const { a, b, at } of joints) {
        const before = a < 0 ? ground : bodies[a];
        if (before === null) continue;
        const joint = havok.HP_Constraint_Create()[1];
        havok.HP_Constraint_SetParentBody(joint, before);
        havok.HP_Constraint_SetChildBody(joint, bodies[b]);
        const first = a < 0 ? list(at) : toLocal(items[a], at);
        havok.HP_Constraint_SetAnchorInParent(joint, first, [1, 0, 0], [0, 1, 0]);
        havok.HP_Constraint_SetAnchorInChild(joint, toLocal(items[b], at), [1, 0, 0], [0, 1, 0]);
        for (const axis of linear) {
          havok.HP_Constraint_SetAxisMode(joint, axis, havok.ConstraintAxisLimitMode.LOCKED);
        }
        havok.HP_Constraint_SetEnabled(joint, 1);
      }
      return {
        step: () => void havok.HP_World_Step(world, 1 / rate),
        read(item, out) {
          const body = bodies[item];
          const [position, rotation] = havok.HP_Body_GetQTransform(body)[1];
          out.set([...position, ...rotation], 0);
          out.set(havok.HP_Body_GetLinearVelocity(body)[1], 7);
          out.set(havok.HP_Body_GetAngularVelocity(body)[1], 10);
        },
        stop: () => void havok.HP_World_Release(world),
      };
    },
  };
}
