/** Colours of the two themes, and of bodies. */
import { Color } from "three";

export type ThemeName = "light" | "dark";

export interface Theme {
  /** Far away, and what the ground fades into. */
  readonly sky: string;
  readonly ground: string;
  readonly grid: string;
  readonly fixed: string;
  readonly line: string;
  readonly skyLight: number;
  readonly keyLight: number;
  readonly normalForce: string;
  readonly friction: string;
  readonly joint: string;
  readonly point: string;
  readonly accent: string;
  /** Of plots: kinetic, potential, dissipated, work, total. */
  readonly series: readonly string[];
  readonly axis: string;
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    sky: "#e9edf2",
    ground: "#c9ced6",
    grid: "#a3acb8",
    fixed: "#9aa3ad",
    line: "#5b6570",
    skyLight: 1.75,
    keyLight: 2.1,
    normalForce: "#d9480f",
    friction: "#0b7285",
    joint: "#862e9c",
    point: "#1f2933",
    accent: "#1c7ed6",
    series: ["#d9480f", "#1c7ed6", "#868e96", "#2b8a3e", "#1f2933"],
    axis: "#5b6570",
  },
  dark: {
    sky: "#12151a",
    ground: "#1d222a",
    grid: "#39424f",
    fixed: "#6b7683",
    line: "#a8b3bf",
    skyLight: 0.75,
    keyLight: 2.3,
    normalForce: "#ff922b",
    friction: "#3bc9db",
    joint: "#da77f2",
    point: "#f1f3f5",
    accent: "#4dabf7",
    series: ["#ff922b", "#4dabf7", "#adb5bd", "#69db7c", "#f1f3f5"],
    axis: "#9aa5b1",
  },
};

/** Hue, saturation and lightness of bodies that look alike, in turn. */
const tints = [
  [0.565, 0.5, 0.5],
  [0.115, 0.7, 0.56],
  [0.42, 0.36, 0.46],
  [0.76, 0.32, 0.58],
  [0.97, 0.5, 0.58],
  [0.5, 0.42, 0.44],
  [0.055, 0.6, 0.55],
  [0.25, 0.36, 0.48],
] as const;

/** The colour of a body. Bodies of one look differ by small steps in lightness and hue. */
export function chooseColor(tint: number, place: number): Color {
  const [hue, saturation, lightness] = tints[tint % tints.length];
  const step = [0, 0.5, -0.5, 0.25, -0.25][place % 5];
  return new Color().setHSL((hue + 0.035 * step + 1) % 1, saturation, lightness + 0.09 * step);
}
