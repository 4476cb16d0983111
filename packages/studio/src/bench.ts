/**
 * A benchmark of the frame rate: `bench.html?bodies=1000` moves as many boxes and balls as asked for, with shadows, and leaves
 * the frames a second in `window.__fps` once it has measured for three seconds (`&seconds=1`: one). Nothing is simulated.
 */
import type { Drawing } from "./data/drawing.js";
import { bodyStride, encodeSample } from "./data/frame.js";
import { Recording } from "./data/recording.js";
import { themes } from "./view/palette.js";
import { SceneView } from "./view/scene-view.js";
import { Stage } from "./view/stage.js";
import { createLayout, describeScene } from "./worker/describe.js";

const { searchParams } = new URL(location.href);
const count = Math.max(1, Number(searchParams.get("bodies") ?? 1000) || 1000);
/** Before measuring, and while, ms. */
const [warmUp, measured] = [500, 1000 * (Number(searchParams.get("seconds")) || 3)];
const drawing = describeScene(createHeap(count));
const recording = createMotion(drawing);
const canvas = document.getElementById("view") as HTMLCanvasElement;
const stage = new Stage(canvas);
stage.resize(canvas.clientWidth, canvas.clientHeight);
const view = new SceneView(stage, drawing, recording, 0);
view.setTheme(themes.light);
const layers = {
  contacts: true,
  normals: false,
  forces: true,
  joints: true,
  boxes: false,
  trails: false,
  shine: false,
};
let begin = -1;
let frames = 0;
requestAnimationFrame(draw);

function draw(now: number): void {
  if (begin < 0) begin = now;
  const elapsed = now - begin;
  const i = Math.floor(elapsed / 16) % (recording.count - 1);
  view.show(recording, i, (elapsed / 16) % 1, layers, null, 1);
  stage.draw();
  if (elapsed > warmUp) frames++;
  if (elapsed < warmUp + measured) {
    requestAnimationFrame(draw);
    return;
  }
  // the first frame counts from the end of the warm-up on
  const rate = (1000 * frames) / (elapsed - warmUp);
  Object.assign(globalThis, { __fps: rate });
  (document.getElementById("result") as HTMLElement).textContent =
    `${count} bodies: ${rate.toFixed(1)} frames a second`;
}

/** Boxes and balls on a grid above a floor. */
function createHeap(bodies: number): Parameters<typeof describeScene>[0] {
  const side = Math.ceil(Math.cbrt(bodies));
  return {
    rigor: 1,
    bodies: [
      { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
      ...Array.from({ length: bodies }, (_, i) => ({
        id: `body ${i}`,
        shape:
          i % 2 === 0 ? ({ type: "box", size: [0.8, 0.8, 0.8] } as const) : ({ type: "sphere", radius: 0.45 } as const),
        position: [i % side, 1 + Math.floor(i / side ** 2), Math.floor(i / side) % side] as const,
      })),
    ],
  };
}

/** Everything turns and sways. */
function createMotion(from: Drawing): Recording {
  const motion = new Recording();
  const layout = createLayout(from);
  for (let f = 0; f < 30; f++) {
    const frame = encodeSample({ t: f / 60 }, layout);
    for (let i = 1; i < from.bodies.length; i++) {
      const angle = 0.1 * f + i;
      frame.bodies[bodyStride * i] += 0.1 * Math.sin(angle);
      frame.bodies.set([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], bodyStride * i + 3);
    }
    motion.addFrames([frame]);
  }
  return motion;
}
