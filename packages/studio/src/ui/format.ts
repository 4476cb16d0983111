/** Numbers as text, of a steady width, so that they can be read while they change. */

/** Four decimals; an exponent for what is very small or large. */
export function formatNumber(x: number): string {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size < 1e-12) return "0.0000";
  if (size < 1e-3 || size >= 1e5) return x.toExponential(2).replace("-", "−").replace("e−", "e-");
  return x.toFixed(size >= 1000 ? 2 : 4).replace("-", "−");
}

/** Three significant digits, and a unit. */
export function formatShort(x: number, unit = ""): string {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e5);
  const text = isPlain ? String(Number(x.toPrecision(4))) : x.toExponential(2);
  return `${text.replace("-", "−").replace("e−", "e-")}${unit === "" ? "" : `\u00a0${unit}`}`;
}

/** As text within HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** "4×", "1/8×". */
export function formatSpeed(speed: number): string {
  return speed >= 1 ? `${speed}×` : `1/${1 / speed}×`;
}
