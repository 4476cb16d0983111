/**
 * Recording: from the user's function to its tape. The function is called once with symbolic inputs, and the nodes on which
 * its results depend are recorded, operands before the operations on them. Equal operations on equal operands are recorded
 * once, and nodes on which no result depends not at all.
 */
import { fail, RigorError, requireInteger } from "../checks/index.js";
import { Expression, type Operand, toExpression } from "./expression.js";
import { VectorExpression } from "./expression-vector.js";
import { mostInputs } from "./parameters.js";
import { Tape } from "./tape.js";
import { Operation } from "./tape-kernel.js";

/** The results that a traced function may return; a vector counts as three outputs. */
export type Traced = Operand | VectorExpression | readonly (Operand | VectorExpression)[];

/**
 * Returns the tape of f, a function of the given number of inputs.
 *
 *   const tape = traceFunction(2, ([x, y]) => x.squared().plus(y.sin()));
 *
 * `path` is the name of the function in error messages.
 */
export function traceFunction(inputs: number, f: (x: Expression[]) => Traced, path = "function"): Tape {
  requireInteger(`${path}.inputs`, inputs, 1, mostInputs);
  if (typeof f !== "function") fail("not-a-function", path, "must be a function of expressions", f);
  const owner = {};
  const x = Array.from({ length: inputs }, (_, n) => new Expression(Operation.input, undefined, undefined, n, owner));
  const outputs = readOutputs(path, callFunction(path, f, x));
  return recordTape(path, inputs, owner, outputs);
}

/** Returns f(x), with the path put before the faults that its operations report. */
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

/** A tape under construction. */
interface Recording {
  /** The name of the function in messages. */
  readonly path: string;
  /** The mark of its own inputs. */
  readonly owner: object;
  /** Operation and operands of each node: three integers. */
  readonly code: number[];
  readonly constants: number[];
  /** The node of each expression recorded. */
  readonly indices: Map<Expression, number>;
  /** The node of each operation on given operands. */
  readonly known: Map<string, number>;
}

/** Records the nodes on which the outputs depend, inputs first. */
function recordTape(path: string, inputs: number, owner: object, outputs: readonly Expression[]): Tape {
  const recording: Recording = { path, owner, code: [], constants: [], indices: new Map(), known: new Map() };
  const { code, constants, indices } = recording;
  for (let n = 0; n < inputs; n++) code.push(Operation.input, n, -1);
  for (const output of outputs) recordGraph(recording, output);
  const rows = outputs.map((output) => indices.get(output) ?? -1);
  return new Tape(inputs, Int32Array.from(code), Float64Array.from(constants), Int32Array.from(rows));
}

/** Records an output with all its operands, depth first, with an explicit stack: sums may be thousands of terms deep. */
function recordGraph(recording: Recording, output: Expression): void {
  const { indices } = recording;
  const stack = [output];
  while (stack.length > 0) {
    const x = stack[stack.length - 1];
    const depth = stack.length;
    if (!indices.has(x)) {
      if (x.b !== undefined && !indices.has(x.b)) stack.push(x.b);
      if (x.a !== undefined && !indices.has(x.a)) stack.push(x.a);
    }
    if (stack.length > depth) continue;
    stack.pop();
    if (!indices.has(x)) indices.set(x, recordNode(recording, x));
  }
}

/** Records a node whose operands are recorded, and returns its index. */
function recordNode(recording: Recording, x: Expression): number {
  const { path, owner, code, constants, known } = recording;
  if (x.operation === Operation.input) {
    const cure = "an expression belongs to the call that made it: do not keep it for another function";
    if (x.owner !== owner) fail("foreign-expression", path, "must use its own inputs only", x, cure);
    return x.number;
  }
  let a = findIndex(recording, x.a);
  let b = findIndex(recording, x.b);
  // a + b and a b are b + a and b a to the last bit
  const isCommutative = x.operation === Operation.add || x.operation === Operation.multiply;
  if (isCommutative && a > b) [a, b] = [b, a];
  const key = x.operation === Operation.constant ? writeConstant(x.number) : `${x.operation} ${a} ${b}`;
  const equal = known.get(key);
  if (equal !== undefined) return equal;
  const index = code.length / 3;
  if (x.operation === Operation.constant) a = constants.push(x.number) - 1;
  code.push(x.operation, a, b);
  known.set(key, index);
  return index;
}

/** Returns the node of an operand, or −1 where there is none. */
function findIndex({ indices }: Recording, operand: Expression | undefined): number {
  return operand === undefined ? -1 : (indices.get(operand) ?? -1);
}

/** Returns the key of a constant: 0 and −0 have different ones. */
function writeConstant(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
