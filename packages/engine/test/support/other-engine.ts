/**
 * The same program in another JavaScript engine: QuickJS, compiled to WebAssembly. It shares no code with V8 (its own
 * parser, its own interpreter, its own Math), so a hash that agrees in both rests on the language alone.
 *
 * A program is TypeScript text whose default export is the result: a string, number or boolean, or arrays and plain
 * objects of these. It may import the engine by the names users write, `import { sin } from "@rigor/engine/math"`.
 */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { getQuickJS } from "quickjs-emscripten";

const engine = fileURLToPath(new URL("../../src/", import.meta.url));
const here = fileURLToPath(new URL("./", import.meta.url));

/** The program and all it imports as one classic script; its value is the program's default export. */
async function bundleProgram(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, loader: "ts", resolveDir: here, sourcefile: "program.ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "program",
    target: "es2022",
    platform: "neutral",
    logLevel: "silent",
    plugins: [
      {
        name: "engine-sources",
        setup(plugin) {
          plugin.onResolve({ filter: /^@rigor\/engine\// }, ({ path }) => ({
            path: `${engine}${path.slice("@rigor/engine/".length)}/index.ts`,
          }));
        },
      },
    ],
  });
  return `${result.outputFiles[0].text}\nprogram.default;`;
}

/** Runs a program in QuickJS and returns its default export. */
export async function runInOtherEngine(source: string): Promise<unknown> {
  const script = await bundleProgram(source);
  const quickjs = await getQuickJS();
  const context = quickjs.newContext();
  try {
    const result = context.evalCode(script, "program.js");
    if (result.error) {
      const error = context.dump(result.error);
      result.error.dispose();
      throw new Error(`QuickJS: ${typeof error === "object" ? JSON.stringify(error) : String(error)}`);
    }
    const value: unknown = context.dump(result.value);
    result.value.dispose();
    return value;
  } finally {
    context.dispose();
  }
}

/** Runs the very same bundle in the engine the tests run in. */
export async function runInThisEngine(source: string): Promise<unknown> {
  const script = await bundleProgram(source);
  // indirect eval: global scope, sloppy mode, as QuickJS does
  // biome-ignore lint/security/noGlobalEval: the script is our own bundle, and must run exactly as QuickJS runs it
  const evaluate = globalThis.eval;
  return evaluate(script);
}
