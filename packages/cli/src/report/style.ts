/** The style sheet of a report: light and dark, wide and narrow screens, paper. */
import { darkTheme, lightTheme, type Theme } from "../plot/chart.js";

function colorsOf(theme: Theme, more: string): string {
  const curves = theme.colors.map((color, k) => `--c${k}: ${color};`).join(" ");
  return `--paper: ${theme.background}; --ink: ${theme.ink}; --faint: ${theme.faint}; --grid: ${theme.grid}; ${curves} ${more}`;
}

const light = colorsOf(lightTheme, "--card: #f5f7f9; --good: #1c7c4f; --bad: #b3312f; --warn: #8a5a00;");
const dark = colorsOf(darkTheme, "--card: #1c2228; --good: #5cc79a; --bad: #ee7d7b; --warn: #e0b155;");

export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
@media print { :root { ${light} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 42px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--grid); }
p { margin: 6px 0; max-width: 75ch; }
.faint { color: var(--faint); }
.status { display: inline-block; padding: 1px 10px; border-radius: 99px; border: 1px solid currentColor; font-size: 13px; font-weight: 600; vertical-align: middle; }
.complete, .good { color: var(--good); } .failed, .bad { color: var(--bad); } .interrupted, .warn { color: var(--warn); }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 10px; margin: 22px 0 0; padding: 0; }
.cards div { background: var(--card); border-radius: 8px; padding: 10px 14px; }
.cards dt { color: var(--faint); font-size: 12.5px; } .cards dd { margin: 0; font-size: 18px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 18px 24px; }
.charts figure { margin: 0; min-width: 0; } .charts svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; } .scroll + .scroll, .scroll + p + .scroll { margin-top: 22px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 5px 14px 5px 0; border-bottom: 1px solid var(--grid); white-space: nowrap; }
th { color: var(--faint); font-weight: 500; } td.n, th.n { text-align: right; } td.wrap { white-space: normal; min-width: 16em; }
code { font: 12.5px/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
ul { padding-left: 1.2em; margin: 8px 0; }
pre { background: var(--card); border-radius: 8px; padding: 12px 14px; overflow: auto; max-height: 420px; font: 12.5px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
summary { cursor: pointer; }
@media (max-width: 720px) { main { padding: 18px 14px 40px; } h1 { font-size: 23px; } .cards { grid-template-columns: 1fr 1fr; } }
`;
