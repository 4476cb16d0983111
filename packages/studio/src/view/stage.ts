/** The stage: renderer, lights with shadows, camera that goes round the scene, and frames drawn only when something changed. */
import {
  BasicShadowMap,
  type Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Theme } from "./palette.js";

/** Pixels a point of the screen, at most; fewer where drawing is slow. */
const [finest, coarsest] = [2, 0.75];

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(36, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  controls: OrbitControls;
  /** Half the diagonal of what is framed, m: sizes of arrows and dots go by it. */
  size = 1;
  readonly up = new Vector3(0, 1, 0);
  /** Called when something was drawn anew. */
  onDraw: (() => void) | null = null;
  private readonly key = new DirectionalLight("#ffffff", 2);
  private readonly fill = new DirectionalLight("#ffffff", 0.35);
  private readonly sky = new HemisphereLight("#ffffff", "#8d99a8", 1);
  private isStale = true;
  private margins = [0, 0, 0, 0];
  /** Whether the camera is the user's. */
  isFree = false;
  /** While the camera is moved by itself. */
  private isLooking = false;
  /** From what is looked at to the camera, and the sides of the picture. */
  readonly heading = { direction: new Vector3(0, 0, 1), right: new Vector3(1, 0, 0), over: new Vector3(0, 1, 0) };
  private slowFrames = 0;
  private ratio = Math.min(globalThis.devicePixelRatio || 1, finest);

  /** Whether pictures are made by the processor, not by a graphics card: then they are kept simple. */
  readonly isSimple: boolean;
  /** Whether nothing is drawn at all. */
  private readonly isBlank: boolean;

  /** `quality`: "high"; "low"; "none", where nobody looks; else as the machine can. */
  constructor(canvas: HTMLCanvasElement, quality: string | null = null) {
    this.isBlank = quality === "none";
    const isSimple = quality === "low" || this.isBlank || (quality !== "high" && isSoftware());
    this.isSimple = isSimple;
    if (isSimple) this.ratio = 1;
    this.renderer = new WebGLRenderer({ canvas, antialias: !isSimple });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = isSimple ? BasicShadowMap : PCFShadowMap;
    this.controls = this.createControls();
    this.key.castShadow = true;
    this.key.shadow.mapSize.setScalar(isSimple ? 1024 : 2048);
    this.key.shadow.radius = 3;
    this.scene.add(this.key, this.key.target, this.fill, this.sky);
  }

  /** Asks for a new picture. */
  touch(): void {
    this.isStale = true;
  }

  setTheme(theme: Theme): void {
    this.scene.background = new Color(theme.sky);
    this.sky.intensity = theme.skyLight;
    this.key.intensity = theme.keyLight;
    this.touch();
  }

  /** Which way is up: against gravity. */
  setUp(gravity: readonly number[]): void {
    this.up.set(-gravity[0], -gravity[1], -gravity[2]);
    if (this.up.lengthSq() === 0) this.up.set(0, 1, 0);
    this.up.normalize();
    this.camera.up.copy(this.up);
    // controls take the camera's up when they are made
    this.controls.dispose();
    this.controls = this.createControls();
  }

  private createControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.renderer.domElement);
    controls.enableDamping = true;
    controls.dampingFactor = 0.12;
    // a press that turns nothing leaves the camera where it goes by itself
    let isHeld = false;
    controls.addEventListener("start", () => {
      isHeld = true;
    });
    controls.addEventListener("end", () => {
      isHeld = false;
    });
    controls.addEventListener("change", () => {
      if (isHeld && !this.isLooking) this.letGo();
      this.touch();
    });
    return controls;
  }

  /** From now on the camera is the user's. */
  letGo(): void {
    this.isFree = true;
  }

  /** Lets the shadow and the limits of the camera fit a size, m: half of what is in view. */
  fit(size: number): void {
    this.size = size;
    this.camera.near = 0.005 * size;
    this.camera.far = 60 * size;
    this.controls.minDistance = 0.05 * size;
    this.controls.maxDistance = 25 * size;
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  private light(center: Vector3): void {
    const { key, fill, up, size } = this;
    const [side, front] = spanSides(up);
    key.position
      .copy(center)
      .addScaledVector(up, 3 * size)
      .addScaledVector(side, -1.3 * size)
      .addScaledVector(front, 1.7 * size);
    key.target.position.copy(center);
    fill.position
      .copy(center)
      .addScaledVector(side, 2 * size)
      .addScaledVector(front, -size)
      .addScaledVector(up, size);
    const reach = 1.9 * size;
    Object.assign(key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    key.shadow.camera.near = 0.2 * size;
    key.shadow.camera.far = 8 * size;
    key.shadow.normalBias = 0.004 * size;
    key.shadow.bias = -0.0004;
    key.shadow.camera.updateProjectionMatrix();
  }

  /** Turns to the side from which a box is widest: flat scenes are seen from higher up. */
  turnTo(box: Box3): void {
    const { up, heading } = this;
    const [side, front] = spanSides(up);
    const extent = box.getSize(new Vector3());
    const wide = Math.abs(extent.dot(absolute(side)));
    const deep = Math.abs(extent.dot(absolute(front)));
    const high = Math.abs(extent.dot(absolute(up)));
    const flatness = Math.min(wide, deep) / (high + 1e-9);
    const elevation = 0.2 + 0.45 * Math.min(1, Math.max(0, flatness - 0.5) / 3);
    const azimuth = deep > 1.6 * wide ? 1.15 : wide > 1.6 * deep ? 0.3 : 0.6;
    heading.direction
      .set(0, 0, 0)
      .addScaledVector(front, Math.cos(elevation) * Math.cos(azimuth))
      .addScaledVector(side, Math.cos(elevation) * Math.sin(azimuth))
      .addScaledVector(up, Math.sin(elevation));
    heading.right.crossVectors(up, heading.direction).normalize();
    heading.over.crossVectors(heading.direction, heading.right);
  }

  /** Tangents of half the angles of view, across and upright, of the part that no panel covers. */
  get spread(): [across: number, upright: number] {
    const upright = Math.tan((this.camera.fov * Math.PI) / 360);
    return [upright * this.camera.aspect, upright];
  }

  /** Looks at a point along the heading, from a distance. */
  look(target: Vector3, distance: number): void {
    const { camera, controls, heading } = this;
    controls.target.copy(target);
    camera.position.copy(target).addScaledVector(heading.direction, distance);
    this.light(target);
    this.isLooking = true;
    controls.update();
    this.isLooking = false;
    this.touch();
  }

  /** Pixels at the edges that panels cover: the scene is in the middle of what is left. */
  setMargins(left: number, top: number, right: number, bottom: number): void {
    const margins = [left, top, right, bottom];
    if (margins.join() === this.margins.join()) return;
    this.margins = margins;
    const { clientWidth, clientHeight } = this.renderer.domElement;
    this.resize(clientWidth, clientHeight);
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    const [left, top, right, bottom] = this.margins;
    const inner = [Math.max(80, width - left - right), Math.max(80, height - top - bottom)];
    this.camera.aspect = inner[0] / inner[1];
    this.camera.setViewOffset(inner[0], inner[1], -left, -top, width, height);
    this.touch();
  }

  /** Draws if anything changed, and returns whether it did. */
  draw(): boolean {
    this.controls.update();
    if (!this.isStale) return false;
    this.isStale = false;
    if (!this.isBlank) this.renderer.render(this.scene, this.camera);
    this.onDraw?.();
    return true;
  }

  /** Fewer pixels where frames take long, s, for a while. */
  adapt(frameTime: number): void {
    if (frameTime < 0.045 || frameTime > 0.5) {
      this.slowFrames = Math.max(0, this.slowFrames - 1);
      return;
    }
    if (++this.slowFrames < 20 || this.ratio <= coarsest) return;
    this.slowFrames = 0;
    this.ratio = Math.max(coarsest, 0.75 * this.ratio);
    const { clientWidth, clientHeight } = this.renderer.domElement;
    this.resize(clientWidth, clientHeight);
  }
}

/** Whether there is no graphics card, as far as the browser says. */
function isSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context == null || info == null ? "" : String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Two unit vectors across `up`: to the right and to the front; x and z where y is up. */
export function spanSides(up: Vector3): [Vector3, Vector3] {
  const seed = Math.abs(up.y) > 0.9 ? new Vector3(0, 0, 1) : new Vector3(0, Math.sign(up.z) || -1, 0).negate();
  const side = new Vector3().crossVectors(up, seed).normalize();
  return [side, new Vector3().crossVectors(side, up)];
}

function absolute(v: Vector3): Vector3 {
  return new Vector3(Math.abs(v.x), Math.abs(v.y), Math.abs(v.z));
}
