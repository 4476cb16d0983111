/** The numbers of the selected body or particle, at the sample that is shown. */
import type { Magnitudes } from "@rigor/engine/scene";
import type { Drawing } from "../data/drawing.js";
import { bodyStride, ContactSlot, contactStride, type Frame, jointStride, particleStride } from "../data/frame.js";
import { find } from "./dom.js";
import { escapeHtml, formatNumber, formatShort } from "./format.js";

/** The largest number of contacts and joints that are listed. */
const longestList = 12;

export class Selection {
  /** Called when the user closes it. */
  onClose: (() => void) | null = null;
  private readonly panel = find("selection");
  private seen: Frame | null = null;
  private seenForce = 0;
  private who: number | null = null;
  private readonly head = document.createElement("header");
  private readonly what = document.createElement("p");
  private readonly table = document.createElement("table");

  constructor() {
    this.panel.append(this.head, this.what, this.table);
  }

  hide(): void {
    this.panel.hidden = true;
    this.who = null;
  }

  /** Of a body, or of particle j as −1 − j. */
  show(who: number, frame: Frame, drawing: Drawing, magnitudes: Magnitudes): void {
    if (who !== this.who) this.open(who, drawing);
    else if (frame === this.seen && magnitudes.force === this.seenForce) return;
    this.seen = frame;
    this.seenForce = magnitudes.force;
    const isBody = who >= 0;
    const columns = isBody ? frame.bodies : frame.particles;
    const o = isBody ? bodyStride * who : particleStride * (-1 - who);
    const v = isBody ? o + 7 : o + 3;
    const mass = isBody ? drawing.bodies[who].mass : drawing.particles[-1 - who].mass;
    const speed = Math.hypot(columns[v], columns[v + 1], columns[v + 2]);
    const rows = [
      row("p, m", read(columns, o, 3)),
      ...(isBody ? [row("q", read(columns, o + 3, 4))] : []),
      row("v, m/s", read(columns, v, 3)),
      row("|v|, m/s", [speed]),
      ...(isBody ? [row("ω, rad/s", read(columns, o + 10, 3))] : []),
      ...(mass === null ? [] : [row("m |v|, N s", [mass * speed])]),
    ];
    const bodies = [
      rows,
      this.listContacts(who, frame, drawing, magnitudes),
      this.listJoints(who, frame, drawing, magnitudes),
    ];
    this.table.innerHTML = bodies.map((list) => `<tbody>${list.join("")}</tbody>`).join("");
  }

  private open(who: number, drawing: Drawing): void {
    this.who = who;
    this.panel.hidden = false;
    const particle = who >= 0 ? null : drawing.particles[-1 - who];
    const { id, fixed, mass } = particle ?? drawing.bodies[who];
    const title = document.createElement("h2");
    const button = document.createElement("button");
    title.textContent = id;
    button.textContent = "×";
    button.type = "button";
    button.setAttribute("aria-label", "Close");
    button.addEventListener("click", () => this.onClose?.());
    this.head.replaceChildren(title, button);
    const weight = fixed ? "fixed" : mass === null ? "" : formatShort(mass, "kg");
    const what = particle === null ? drawing.bodies[who].what : "particle";
    this.what.textContent = [what, weight].filter((text) => text !== "").join(" · ");
  }

  /** Sum of the contact forces on it, and one line a partner. */
  private listContacts(who: number, { contacts, pairs }: Frame, drawing: Drawing, magnitudes: Magnitudes): string[] {
    const partners = new Map<number, { normal: number; friction: number; count: number }>();
    const sum = [0, 0, 0];
    for (let c = 0; c < pairs.length / 2; c++) {
      const [a, b] = [pairs[2 * c], pairs[2 * c + 1]];
      if (a !== who && b !== who) continue;
      const o = contactStride * c;
      const force = contacts[o + ContactSlot.force];
      const t = o + ContactSlot.friction;
      const sign = a === who ? 1 : -1;
      for (let k = 0; k < 3; k++) sum[k] += sign * (force * contacts[o + ContactSlot.normal + k] + contacts[t + k]);
      const other = a === who ? b : a;
      const entry = partners.get(other) ?? { normal: 0, friction: 0, count: 0 };
      entry.normal += force;
      entry.friction += Math.hypot(contacts[t], contacts[t + 1], contacts[t + 2]);
      entry.count++;
      partners.set(other, entry);
    }
    if (partners.size === 0) return [row("contacts", ["none"])];
    const name = (other: number) => (other >= 0 ? drawing.bodies[other].id : drawing.particles[-1 - other].id);
    const lines = [...partners].slice(0, longestList).map(([other, { normal, friction, count }]) => {
      const tangential = magnitudes.showForce(friction);
      const frictionText = tangential > 0 ? ` + ${formatShort(tangential)} t` : "";
      return row(`${escapeHtml(name(other))} (${count})`, [
        `${formatShort(magnitudes.showForce(normal))}${frictionText} N`,
      ]);
    });
    const total = sum.map((force) => magnitudes.showForce(force));
    return [row("contact, N", total), ...lines];
  }

  private listJoints(who: number, { joints }: Frame, drawing: Drawing, magnitudes: Magnitudes): string[] {
    const id = who >= 0 ? drawing.bodies[who].id : drawing.particles[-1 - who].id;
    return drawing.joints
      .flatMap(({ id: name, type, a, b }, j) => {
        if (a !== id && b !== id) return [];
        const force = magnitudes.showForce(Math.hypot(...read(joints, jointStride * j, 3)));
        return [row(`${type} ${escapeHtml(name)}`, [`${formatShort(force)} N`])];
      })
      .slice(0, longestList);
  }
}

function read(columns: Float64Array, o: number, count: number): number[] {
  return Array.from(columns.subarray(o, o + count));
}

/** One line; the last cell of a short one takes what is left. */
function row(name: string, values: readonly (number | string)[]): string {
  const span = 5 - values.length;
  const cells = values.map((value, k) => {
    const text = typeof value === "number" ? formatNumber(value) : value;
    return `<td${k === 0 && span > 1 ? ` colspan="${span}"` : ""}>${text}</td>`;
  });
  // signs of quantities stay whole, names of bodies may be long
  return `<tr><th>${name.replaceAll(", ", ",\u00a0")}</th>${cells.join("")}</tr>`;
}
