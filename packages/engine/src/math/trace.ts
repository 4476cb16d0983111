/**
 * From the user's function to its tape: the function is called once with symbolic inputs, and what its results are made
 * of is written down, operands before what is made from them. Equal operations on equal operands are written once; what
 * no result needs is not written at all.
 */
import { fail, RigorError, requireInteger } from "./error.js";
import { Expression, type Operand, toExpression } from "./expression.js";
import { VectorExpression } from "./expression-vector.js";
import { Tape } from "./tape.js";
import { Operation } from "./tape-kernel.js";

/** What a traced function may return; a vector counts as three outputs. */
export type Traced = Operand | VectorExpression | readonly (Operand | VectorExpression)[];

const mostInputs = 1e6;

/**
 * The tape of f, a function of so many inputs.
 *
 *   const tape = traceFunction(2, ([x, y]) => x.squared().plus(y.sin()));
 *
 * `path` is what error messages call the function.
 */
export function traceFunction(inputs: number, f: (x: Expression[]) => Traced, path = "function"): Tape {
  requireInteger(`${path}.inputs`, inputs, 1, mostInputs);
  if (typeof f !== "function") fail("not-a-function", path, "must be a function of expressions", f);
  const owner = {};
  const x = Array.from({ length: inputs }, (_, n) => new Expression(Operation.input, undefined, undefined, n, owner));
  const outputs = readOutputs(path, callFunction(path, f, x));
  return writeTape(path, inputs, owner, outputs);
}

/** f(x), with the path put before what its operations complain of. */
function callFunction(path: string, f: (x: Expression[]) => Traced, x: Expression[]): Traced {
  try {
    return f(x.slice());
  } catch (error) {
    if (!(error instanceof RigorError)) throw error;
    throw new RigorError(error.faults.map((fault) => ({ ...fault, path: `${path}: ${fault.path}` })));
  }
}

function readOutputs(path: string, result: Traced): Expression[] {
  const list = Array.isArray(result) ? (result as (Operand | VectorExpression)[]) : [result as Operand];
  const cure = "return what the methods of the inputs give, as in ([x, y]) => x.squared().plus(y)";
  if (list.length === 0) fail("no-outputs", path, "must return at least one expression", result, cure);
  return list.flatMap((output, n) => {
    if (output instanceof VectorExpression) return [output.x, output.y, output.z];
    if (output instanceof Expression || (typeof output === "number" && Number.isFinite(output))) {
      return [toExpression("return", output)];
    }
    const place = Array.isArray(result) ? `${path}, output ${n}` : path;
    return fail("not-an-expression", place, "must return expressions, vectors or finite numbers", output, cure);
  });
}

/** Nodes for all that the outputs need, inputs first. */
function writeTape(path: string, inputs: number, owner: object, outputs: readonly Expression[]): Tape {
  const code: number[] = [];
  const constants: number[] = [];
  const indices = new Map<Expression, number>();
  const known = new Map<string, number>();
  for (let n = 0; n < inputs; n++) code.push(Operation.input, n, -1);

  const add = (x: Expression): number => {
    if (x.operation === Operation.input) {
      const cure = "an expression belongs to the call that made it: do not keep it for another function";
      if (x.owner !== owner) fail("foreign-expression", path, "must use its own inputs only", x, cure);
      return x.number;
    }
    let a = x.a === undefined ? -1 : (indices.get(x.a) ?? -1);
    let b = x.b === undefined ? -1 : (indices.get(x.b) ?? -1);
    // a + b and a b are b + a and b a to the last bit
    if ((x.operation === Operation.add || x.operation === Operation.multiply) && a > b) [a, b] = [b, a];
    const key = x.operation === Operation.constant ? writeConstant(x.number) : `${x.operation} ${a} ${b}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const index = code.length / 3;
    if (x.operation === Operation.constant) a = constants.push(x.number) - 1;
    code.push(x.operation, a, b);
    known.set(key, index);
    return index;
  };

  // depth first, with a stack of our own: sums may be thousands of terms deep
  const stack: Expression[] = [];
  for (const output of outputs) {
    stack.push(output);
    while (stack.length > 0) {
      const x = stack[stack.length - 1];
      const deep = stack.length;
      if (!indices.has(x)) {
        if (x.b !== undefined && !indices.has(x.b)) stack.push(x.b);
        if (x.a !== undefined && !indices.has(x.a)) stack.push(x.a);
      }
      if (stack.length > deep) continue;
      stack.pop();
      if (!indices.has(x)) indices.set(x, add(x));
    }
  }
  const rows = outputs.map((output) => indices.get(output) ?? -1);
  return new Tape(inputs, Int32Array.from(code), Float64Array.from(constants), Int32Array.from(rows));
}

/** The key of a constant: 0 and −0 are two. */
function writeConstant(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
