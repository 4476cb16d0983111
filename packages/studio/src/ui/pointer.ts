/**
 * The mouse (or a finger) over the scene: click to select, hover to read, drag to turn or, live, to pull a body. A press
 * that does not move changes nothing of the scene: a body is taken hold of when the pointer goes on with it.
 */
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Mark } from "../view/forces.js";
import type { Hit, SceneView } from "../view/scene-view.js";
import type { Stage } from "../view/stage.js";

/** The requests of the pointer to the page. */
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

/** A press that moves less than this is a click, px, of a mouse and of a finger; a mark nearer than this is read, px. */
const [clickReach, tapReach, markReach] = [5, 10, 14];

export function listenToPointer(canvas: HTMLCanvasElement, stage: Stage, wishes: PointerWishes): void {
  const start = new Vector2();
  const plane = new Plane();
  const raycaster = new Raycaster();
  /** The thing under the pointer when it was pressed, and where; and that thing if it can be pulled. */
  let pressed: Hit | null = null;
  let held: Hit | null = null;
  let isPulling = false;
  let isPressed = false;
  /** Whether the pointer has gone so far that the press is no click. */
  let hasMoved = false;

  const isFar = ({ clientX, clientY, pointerType }: PointerEvent) =>
    start.distanceTo(new Vector2(clientX, clientY)) >= (pointerType === "mouse" ? clickReach : tapReach);

  const locate = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2];
  };

  // before the controls hear of it: they must not turn while a body is pulled
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      start.set(event.clientX, event.clientY);
      if (held !== null) letGo();
      isPressed = event.isPrimary && event.button === 0;
      hasMoved = false;
      pressed = (isPressed ? wishes.view()?.hit(...locate(event)) : null) ?? null;
      if (pressed === null || !wishes.canPull(pressed.who)) return;
      held = pressed;
      stage.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
    },
    { capture: true },
  );

  const letGo = () => {
    held = null;
    stage.controls.enabled = true;
    if (isPulling) wishes.release();
    isPulling = false;
  };

  canvas.addEventListener("pointermove", (event) => {
    if (isPressed && event.isPrimary && isFar(event)) hasMoved = true;
    if (held !== null && event.isPrimary && hasMoved && !isPulling) {
      isPulling = true;
      plane.setFromNormalAndCoplanarPoint(stage.camera.getWorldDirection(new Vector3()), held.point);
      wishes.grab(held);
    }
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
    const isClick = isPressed && !hasMoved && !isFar(event);
    isPressed = false;
    if (held !== null) letGo();
    const view = wishes.view();
    if (!isClick || event.type === "pointercancel" || view === null) return;
    const [x, y] = locate(event);
    const mark = view.findMark(x, y, canvas.clientWidth, canvas.clientHeight, markReach);
    if (event.pointerType !== "mouse") wishes.hover(mark, event.clientX, event.clientY);
    // what was meant may have moved on since
    wishes.select(pressed?.who ?? null);
  };
  canvas.addEventListener("pointerup", finish);
  canvas.addEventListener("pointercancel", finish);
  canvas.addEventListener("pointerleave", () => wishes.hover(null, 0, 0));
}
