/** Bodies, particles and masses: one instanced mesh a shape, so that thousands are a few draw calls. */
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Drawing } from "../data/drawing.js";
import { poseStride, type Snapshot } from "../data/recording.js";
import { chooseColor, type Theme } from "./palette.js";

interface Batch {
  readonly mesh: InstancedMesh;
  readonly owners: Int32Array;
  /** Places in the bodies. */
  readonly places: readonly Matrix4[] | null;
}

/** Spheres that stand for points, in sizes of the scene: for the mean mass. */
const dotSize = 0.024;

export class Bodies {
  readonly group = new Group();
  private readonly material: MeshStandardMaterial | MeshLambertMaterial;
  private readonly batches: Batch[];
  private readonly colors: Color[];
  private readonly drawing: Drawing;
  /** World matrices of bodies, as of the last `place`. */
  readonly matrices: Matrix4[];
  private readonly dots: InstancedMesh | null;
  private readonly dotSizes: number[];
  private selected: number | null = null;
  private fixedColor = new Color();

  constructor(drawing: Drawing, size: number, isSimple: boolean) {
    this.drawing = drawing;
    this.material = isSimple
      ? new MeshLambertMaterial()
      : new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02 });
    this.matrices = drawing.bodies.map(() => new Matrix4());
    const seen = new Map<number, number>();
    this.colors = drawing.bodies.map(({ tint, color }) => {
      const place = seen.get(tint) ?? 0;
      seen.set(tint, place + 1);
      return color === null ? chooseColor(tint, place) : new Color(color);
    });
    this.batches = drawing.solids.map(({ positions, normals, indices, owners, places }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(positions, 3));
      geometry.setAttribute("normal", new BufferAttribute(normals, 3));
      geometry.setIndex(new BufferAttribute(indices, 1));
      return { mesh: this.addMesh(geometry, owners.length), owners, places: readPlaces(places) };
    });
    const weights = [...drawing.particles.map(({ mass }) => mass), ...drawing.chains.flatMap((chain) => chain.weights)];
    const mean = weights.reduce((sum, mass) => sum + mass, 0) / Math.max(1, weights.length);
    this.dotSizes = weights.map((mass) => dotSize * size * Math.min(2.5, Math.max(0.5, Math.cbrt(mass / mean || 1))));
    this.dots = weights.length > 0 ? this.addMesh(new SphereGeometry(1, 24, 16), weights.length) : null;
  }

  private addMesh(geometry: BufferGeometry, count: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    // bounds of instances change all the time
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }

  /** Moves everything to where it is. */
  place({ poses, particles, masses }: Snapshot): void {
    for (let i = 0; i < this.matrices.length; i++) {
      const o = poseStride * i;
      position.fromArray(poses, o);
      rotation.fromArray(poses, o + 3);
      this.matrices[i].compose(position, rotation, one);
    }
    for (const { mesh, owners, places } of this.batches) {
      for (let k = 0; k < owners.length; k++) {
        const body = this.matrices[owners[k]];
        mesh.setMatrixAt(k, places === null ? body : matrix.multiplyMatrices(body, places[k]));
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    if (this.dots === null) return;
    this.dotSizes.forEach((radius, k) => {
      const inParticles = 3 * k < particles.length;
      position.fromArray(inParticles ? particles : masses, inParticles ? 3 * k : 3 * k - particles.length);
      this.dots!.setMatrixAt(k, matrix.makeScale(radius, radius, radius).setPosition(position));
    });
    this.dots.instanceMatrix.needsUpdate = true;
    this.dots.boundingSphere = null;
  }

  setTheme(theme: Theme): void {
    this.fixedColor.set(theme.fixed);
    accent.set(theme.accent);
    this.paint();
  }

  /** Marks a body, or particle j as −1 − j. */
  select(who: number | null): void {
    this.selected = who;
    this.paint();
  }

  setTransparent(isTransparent: boolean): void {
    if (this.material.transparent === isTransparent) return;
    this.material.transparent = isTransparent;
    this.material.opacity = isTransparent ? 0.32 : 1;
    this.material.depthWrite = !isTransparent;
    this.material.needsUpdate = true;
  }

  private paint(): void {
    const { bodies, particles } = this.drawing;
    for (const { mesh, owners } of this.batches) {
      owners.forEach((body, k) => {
        const { fixed, color } = bodies[body];
        shade.copy(fixed && color === null ? this.fixedColor : this.colors[body]);
        if (body === this.selected) shade.lerp(accent, 0.65);
        mesh.setColorAt(k, shade);
      });
      mesh.instanceColor!.needsUpdate = true;
    }
    if (this.dots === null) return;
    this.dotSizes.forEach((_, k) => {
      shade.copy(particles[k]?.fixed ? this.fixedColor : chooseColor(k < particles.length ? 1 : 3, 0));
      if (-1 - k === this.selected) shade.copy(accent);
      this.dots!.setColorAt(k, shade);
    });
    this.dots.instanceColor!.needsUpdate = true;
  }

  /** Meshes to be hit by a ray, and whose instance k is: a body, or −1 − j for particle j; null for anything else. */
  findOwner(mesh: unknown, k: number): number | null {
    if (mesh === this.dots) return k < this.drawing.particles.length ? -1 - k : null;
    return this.batches.find((batch) => batch.mesh === mesh)?.owners[k] ?? null;
  }

  /** Grows `box` by what is drawn of a body. */
  measure(box: Box3, body: number): void {
    for (const { mesh, owners, places } of this.batches) {
      owners.forEach((owner, k) => {
        if (owner !== body) return;
        matrix.copy(this.matrices[body]);
        if (places !== null) matrix.multiply(places[k]);
        const vertices = mesh.geometry.getAttribute("position");
        for (let v = 0; v < vertices.count; v++) {
          box.expandByPoint(position.fromBufferAttribute(vertices, v).applyMatrix4(matrix));
        }
      });
    }
  }

  dispose(): void {
    this.group.traverse((item) => {
      if (!(item instanceof InstancedMesh)) return;
      item.geometry.dispose();
      item.dispose();
    });
    this.material.dispose();
  }
}

function readPlaces(places: Float32Array): Matrix4[] | null {
  const matrices: Matrix4[] = [];
  let isPlain = true;
  for (let o = 0; o < places.length; o += poseStride) {
    position.fromArray(places, o);
    rotation.fromArray(places, o + 3).normalize();
    if (position.lengthSq() > 0 || Math.abs(rotation.w) !== 1) isPlain = false;
    matrices.push(new Matrix4().compose(position, rotation, one));
  }
  return isPlain ? null : matrices;
}

const one = new Vector3(1, 1, 1);
const position = new Vector3();
const rotation = new Quaternion();
const matrix = new Matrix4();
const shade = new Color();
const accent = new Color();
