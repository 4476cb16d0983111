/** The mouse (or a finger) over the scene: click to select, hover to read, drag to turn or, live, to pull a body. */
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Mark } from "../view/forces.js";
import type { Hit, SceneView } from "../view/scene-view.js";
import type { Stage } from "../view/stage.js";

/** What the pointer wants from the page. */
export interface PointerWishes {
  readonly view: () => SceneView | null;
  /** Whether a body can be pulled now. */
  canPull(who: number): boolean;
  select(who: number | null): void;
  grab(hit: Hit): void;
  drag(target: Vector3): void;
  release(): void;
  hover(mark: Mark | null, x: number, y: number): void;
}

/** A press that moves less than this is a click, px; a mark nearer than this is read, px. */
const [clickReach, markReach] = [5, 14];

export function listenToPointer(canvas: HTMLCanvasElement, stage: Stage, wishes: PointerWishes): void {
  const start = new Vector2();
  const plane = new Plane();
  const raycaster = new Raycaster();
  let isPulling = false;
  let isPressed = false;

  const locate = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2];
  };

  // before the controls hear of it: they must not turn while a body is pulled
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      start.set(event.clientX, event.clientY);
      isPressed = event.isPrimary && event.button === 0;
      const hit = isPressed ? wishes.view()?.hit(...locate(event)) : null;
      if (hit == null || !wishes.canPull(hit.who)) return;
      isPulling = true;
      stage.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      plane.setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new Vector3()), hit.point);
      wishes.grab(hit);
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    if (isPulling) {
      raycaster.setFromCamera(new Vector2(...locate(event)), stage.camera);
      const target = raycaster.ray.intersectPlane(plane, new Vector3());
      if (target !== null) wishes.drag(target);
      return;
    }
    if (event.buttons !== 0) return;
    const { clientWidth, clientHeight } = canvas;
    const mark = wishes.view()?.findMark(...locate(event), clientWidth, clientHeight, markReach) ?? null;
    wishes.hover(mark, event.clientX, event.clientY);
  });

  const finish = (event: PointerEvent) => {
    const isClick = isPressed && start.distanceTo(new Vector2(event.clientX, event.clientY)) < clickReach;
    isPressed = false;
    if (isPulling) {
      isPulling = false;
      stage.controls.enabled = true;
      wishes.release();
    }
    const view = wishes.view();
    if (!isClick || event.type === "pointercancel" || view === null) return;
    const [x, y] = locate(event);
    const mark = view.findMark(x, y, canvas.clientWidth, canvas.clientHeight, markReach);
    if (event.pointerType !== "mouse") wishes.hover(mark, event.clientX, event.clientY);
    wishes.select(view.hit(x, y)?.who ?? null);
  };
  canvas.addEventListener("pointerup", finish);
  canvas.addEventListener("pointercancel", finish);
  canvas.addEventListener("pointerleave", () => wishes.hover(null, 0, 0));
}
