/** SVG to PNG, with a typeface that comes along: the same bytes wherever it is done. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";

const require = createRequire(import.meta.url);

/** Dots to a px of the SVG. */
const zoom = 2;

export function renderPng(svg: string): Uint8Array {
  const fonts = join(require.resolve("dejavu-fonts-ttf/package.json"), "..", "ttf");
  const image = new Resvg(svg, {
    fitTo: { mode: "zoom", value: zoom },
    font: {
      loadSystemFonts: false,
      fontFiles: ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) => join(fonts, name)),
      defaultFontFamily: "DejaVu Sans",
    },
  });
  return image.render().asPng();
}
