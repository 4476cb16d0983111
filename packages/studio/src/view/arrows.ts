/** Many arrows of one colour, drawn over everything else. */
import {
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";

export class Arrows {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.92,
    depthTest: false,
    toneMapped: false,
  });
  private shafts: InstancedMesh;
  private heads: InstancedMesh;
  private capacity = 16;
  private count = 0;
  /** Of the shaft, m. */
  private readonly radius: number;

  constructor(radius: number, order: number) {
    this.radius = radius;
    this.group.renderOrder = order;
    [this.shafts, this.heads] = this.createMeshes();
  }

  private createMeshes(): [InstancedMesh, InstancedMesh] {
    const create = (geometry: BufferGeometry) => {
      const mesh = new InstancedMesh(geometry, this.material, this.capacity);
      mesh.frustumCulled = false;
      mesh.renderOrder = 10;
      this.group.add(mesh);
      return mesh;
    };
    return [create(shaft), create(head)];
  }

  setColor(color: string): void {
    this.material.color.set(color);
  }

  begin(): void {
    this.count = 0;
  }

  /** The number of arrows since `begin`. */
  get drawn(): number {
    return this.count;
  }

  /** An arrow from `from` on, along the unit vector `direction`. Short ones are thinner. */
  add(from: Vector3, direction: Vector3, length: number): void {
    if (!(length > 0)) return;
    if (this.count === this.capacity) this.grow();
    const r = Math.min(this.radius, 0.12 * length);
    turn.setFromUnitVectors(upward, direction);
    const tip = 4.5 * r;
    matrix.compose(from, turn, size.set(r, Math.max(length - tip, 1e-9), r));
    this.shafts.setMatrixAt(this.count, matrix);
    place.copy(from).addScaledVector(direction, length - tip);
    matrix.compose(place, turn, size.set(2.4 * r, tip, 2.4 * r));
    this.heads.setMatrixAt(this.count, matrix);
    this.count++;
  }

  end(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  private grow(): void {
    const old = [this.shafts, this.heads];
    this.capacity *= 2;
    [this.shafts, this.heads] = this.createMeshes();
    old.forEach((mesh, k) => {
      [this.shafts, this.heads][k].instanceMatrix.array.set(mesh.instanceMatrix.array);
      this.group.remove(mesh);
      mesh.dispose();
    });
  }

  dispose(): void {
    this.shafts.dispose();
    this.heads.dispose();
    this.material.dispose();
  }
}

/** From the origin up to 1. */
const shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const head = new ConeGeometry(1, 1, 16).translate(0, 0.5, 0);
const upward = new Vector3(0, 1, 0);
const turn = new Quaternion();
const matrix = new Matrix4();
const size = new Vector3();
const place = new Vector3();
