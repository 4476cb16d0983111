/** A world of Jolt with one layer of bodies, on one thread. */
import type Jolt from "jolt-physics";

export function createJoltWorld(jolt: typeof Jolt, collides: boolean): Jolt.JoltInterface {
  const settings = new jolt.JoltSettings();
  const layers = new jolt.ObjectLayerPairFilterTable(1);
  if (collides) layers.EnableCollision(0, 0);
  const broad = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  broad.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 1, layers, 1);
  settings.mMaxWorkerThreads = 0;
  const world = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return world;
}
