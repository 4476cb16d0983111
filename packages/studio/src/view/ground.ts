/** Planes as ground: discs with a grid, which fade into the distance. A scene without a plane gets a faint grid below it. */
import {
  type BufferGeometry,
  CircleGeometry,
  Color,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Drawing } from "../data/drawing.js";
import { bodyStride } from "../data/frame.js";
import type { Theme } from "./palette.js";
import { spanSides } from "./stage.js";

/** The radius of the ground, and that from which on it fades, in sizes of the scene. */
const [groundReach, fadeFrom] = [14, 1.2];
/** Cosine of the slope from which on a plane is a wall. */
const wallSlope = 0.3;

interface Ground {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly uniforms: { gridColor: { value: Color }; cell: { value: number } };
  readonly isFaint: boolean;
}

export class Grounds {
  readonly group = new Group();
  /** Side of a cell of the grid, m. */
  cell = 1;
  private readonly grounds: Ground[] = [];
  /** Of the grid below a scene without a plane: its height along `up`. */
  private floating: { height: number; readonly drop: number; readonly up: Vector3 } | null = null;

  /** `center` and `size` of what is to be seen, and its lowest height along `up`. */
  constructor(drawing: Drawing, center: Vector3, size: number, up: Vector3, lowest: number) {
    this.cell = chooseCell(size);
    for (const { body, normal, offset } of drawing.planes) {
      const o = bodyStride * body;
      const turn = new Quaternion().fromArray(drawing.rest, o + 3);
      const n = new Vector3().fromArray(normal).normalize();
      const lift = offset / Math.hypot(...normal);
      const origin = n.clone().multiplyScalar(lift).applyQuaternion(turn).add(new Vector3().fromArray(drawing.rest, o));
      n.applyQuaternion(turn);
      // what stands upright is a wall: only its grid is drawn
      this.add(n, origin, center, size, n.dot(up) < wallSlope);
    }
    if (this.grounds.length === 0) {
      this.add(up.clone(), up.clone().multiplyScalar(lowest - 0.02 * size), center, size, true);
      this.floating = { height: lowest, drop: 0.02 * size, up: up.clone() };
    }
  }

  /** Moves the grid of a scene without a plane below what has come to be the lowest height. */
  lower(lowest: number): void {
    if (this.floating === null || !(lowest < this.floating.height - this.floating.drop)) return;
    const { height, up } = this.floating;
    for (const { mesh } of this.grounds) mesh.position.addScaledVector(up, lowest - height);
    this.floating.height = lowest;
  }

  private add(normal: Vector3, origin: Vector3, center: Vector3, size: number, isFaint: boolean): void {
    // the point of the plane nearest to the middle of the scene
    const height = center.clone().sub(origin).dot(normal);
    const middle = center.clone().addScaledVector(normal, -height);
    const uniforms = {
      gridColor: { value: new Color() },
      cell: { value: this.cell },
      fade: { value: [fadeFrom * size, (isFaint ? 0.4 : 0.75) * groundReach * size] },
      faint: { value: isFaint ? 1 : 0 },
      origin: { value: [0, 0] },
    };
    const material = new MeshLambertMaterial({
      transparent: true,
      side: isFaint ? DoubleSide : FrontSide,
      depthWrite: !isFaint,
    });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec2 vGround;")
        .replace("#include <begin_vertex>", "#include <begin_vertex>\nvGround = position.xy;");
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", `#include <common>\n${groundHead}`)
        .replace("#include <color_fragment>", `#include <color_fragment>\n${groundBody}`);
    };
    const mesh = new Mesh(new CircleGeometry(groundReach * size, 96), material);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
    if (Math.abs(normal.y) > 0.999 || Math.abs(normal.x) < 1e-9) {
      const [side] = spanSides(normal);
      const x = new Vector3(1, 0, 0).applyQuaternion(mesh.quaternion);
      mesh.quaternion.premultiply(new Quaternion().setFromUnitVectors(x, side));
    }
    mesh.position.copy(middle);
    mesh.receiveShadow = true;
    mesh.renderOrder = -1;
    mesh.frustumCulled = false;
    const shift = middle.clone().sub(origin).applyQuaternion(mesh.quaternion.clone().invert());
    uniforms.origin.value = [shift.x, shift.y];
    this.grounds.push({ mesh, uniforms, isFaint });
    this.group.add(mesh);
  }

  setTheme(theme: Theme): void {
    for (const { mesh, uniforms, isFaint } of this.grounds) {
      mesh.material.color.set(isFaint ? theme.sky : theme.ground);
      uniforms.gridColor.value.set(theme.grid);
    }
  }

  dispose(): void {
    for (const { mesh } of this.grounds) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}

/** About eight cells across the scene, of 1, 2 or 5 times a power of ten. */
function chooseCell(size: number): number {
  const wanted = size / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5].find((step) => step * power >= wanted) ?? 10);
}

const groundHead = `
varying vec2 vGround;
uniform vec3 gridColor;
uniform float cell;
uniform vec2 fade;
uniform float faint;
uniform vec2 origin;
float drawGrid(vec2 place, float side) {
  vec2 at = place / side;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, 1e-6);
  vec2 line = clamp(1.2 - near, 0.0, 1.0) * clamp(1.6 - 4.0 * width, 0.0, 1.0);
  return max(line.x, line.y);
}
`;

const groundBody = `
vec2 place = vGround + origin;
float far = length(vGround);
float fine = drawGrid(place, cell);
float bold = drawGrid(place, 5.0 * cell);
float ink = max(0.45 * fine, 0.9 * bold);
diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, ink);
float veil = 1.0 - smoothstep(fade.x, fade.y, far);
diffuseColor.a *= mix(veil, veil * (0.25 + 0.75 * ink), faint);
`;
