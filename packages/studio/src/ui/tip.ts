/** The numbers of a contact or joint, beside the pointer. */
import type { Magnitudes } from "@rigor/engine/scene";
import type { Drawing } from "../data/drawing.js";
import { ContactSlot, contactStride, type Frame, jointStride } from "../data/frame.js";
import type { Mark } from "../view/forces.js";
import { find } from "./dom.js";
import { escapeHtml, formatShort } from "./format.js";

export function showTip(
  mark: Mark,
  x: number,
  y: number,
  frame: Frame,
  drawing: Drawing,
  magnitudes: Magnitudes,
): void {
  const tip = find("tip");
  const rows = describe(mark, frame, drawing, magnitudes);
  tip.hidden = rows === null;
  if (rows === null) return;
  const [title, ...lines] = rows;
  tip.innerHTML = `<b>${escapeHtml(title)}</b><table>${lines.join("")}</table>`;
  const { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(8, Math.min(x + 16, innerWidth - offsetWidth - 8))}px`;
  tip.style.top = `${y + 18 + offsetHeight > innerHeight ? y - offsetHeight - 12 : y + 18}px`;
}

/** A title, and rows of HTML; null if the frame no longer has it. */
function describe(
  { kind, index, isReversed }: Mark,
  frame: Frame,
  drawing: Drawing,
  magnitudes: Magnitudes,
): [string, ...string[]] | null {
  if (kind === "joint") return describeJoint(index, frame, drawing, magnitudes);
  return describeContact(index, isReversed, frame, drawing, magnitudes);
}

function describeContact(
  c: number,
  isReversed: boolean,
  { contacts, pairs }: Frame,
  drawing: Drawing,
  magnitudes: Magnitudes,
): [string, ...string[]] | null {
  const o = contactStride * c;
  if (o >= contacts.length) return null;
  const name = (who: number) => (who >= 0 ? drawing.bodies[who].id : drawing.particles[-1 - who].id);
  const t = o + ContactSlot.friction;
  const friction = Math.hypot(contacts[t], contacts[t + 1], contacts[t + 2]);
  const n = o + ContactSlot.normal;
  const [on, by] = isReversed ? [pairs[2 * c + 1], pairs[2 * c]] : [pairs[2 * c], pairs[2 * c + 1]];
  const sign = isReversed ? -1 : 1;
  return [
    `on ${name(on)}, by ${name(by)}`,
    row("normal force", formatShort(magnitudes.showForce(contacts[o + ContactSlot.force]), "N")),
    row("friction", formatShort(magnitudes.showForce(friction), "N")),
    row("normal", [0, 1, 2].map((k) => formatShort(sign * contacts[n + k])).join(", ")),
    row("gap", formatShort(contacts[o + ContactSlot.gap], "m")),
  ];
}

function describeJoint(j: number, { joints }: Frame, drawing: Drawing, magnitudes: Magnitudes): [string, ...string[]] {
  const { id, type, a, b } = drawing.joints[j];
  const o = jointStride * j;
  const length = (from: number) => Math.hypot(joints[from], joints[from + 1], joints[from + 2]);
  return [
    `${type} ${id}: on ${a}, by ${b}`,
    row("force", formatShort(magnitudes.showForce(length(o)), "N")),
    row("torque", formatShort(magnitudes.showTorque(length(o + 3)), "N m")),
    row("error", formatShort(joints[o + 6])),
  ];
}

function row(name: string, value: string): string {
  return `<tr><th>${name}</th><td>${value}</td></tr>`;
}
