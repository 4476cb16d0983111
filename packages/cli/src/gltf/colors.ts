/** Colours of what is drawn, as glTF has them: linear red, green and blue. */
import { pow } from "@rigor/engine/math";

/** Of bodies that move and have no colour of their own, in turn. */
const palette = ["#4e8fd0", "#e0913c", "#5bb08a", "#d0605e", "#9479c6", "#c9b04a", "#5cb3c4", "#cc7fae"];

export const fixedColor = "#8f979f";
export const groundColor = "#c9cdd2";
export const linkColor = "#5c636b";
export const ropeColor = "#b08d57";
export const springColor = "#b9bec4";
export const jointColor = "#2f353b";
export const wireColor = "#a9afb6";

export function colorOf(index: number): string {
  return palette[index % palette.length];
}

/** "#rrggbb" to linear red, green, blue and one. */
export function toLinear(color: string): [number, number, number, number] {
  const parts = [1, 3, 5].map((k) => Number.parseInt(color.slice(k, k + 2), 16) / 255);
  const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)));
  return [r, g, b, 1];
}
