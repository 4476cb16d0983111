/**
 * A function recorded as a list of operations (trace.ts), evaluated with its exact derivatives: the chain rule, applied
 * to one operation after the other, with no differences and no step size. With f(a, b) the operation of a node and p, q,
 * r, s, t its partial derivatives ∂f/∂a, ∂f/∂b, ∂²f/∂a², ∂²f/∂a∂b, ∂²f/∂b² (tape-kernel.ts),
 *
 *   ḟ = p ȧ + q ḃ                                          forward, along a curve x(s)
 *   f̈ = p ä + q b̈ + r ȧ² + 2 s ȧ ḃ + t ḃ²
 *   ā += p f̄,   b̄ += q f̄                                   backward; the adjoint f̄ is the derivative of an output by f
 *   ā˙ += p f̄˙ + f̄ (r ȧ + s ḃ),   b̄˙ += q f̄˙ + f̄ (s ȧ + t ḃ)   backward, differentiated along a direction
 *
 * A term with a factor ȧ, ḃ or f̄ that is zero is left out, so that a singular operation (√ at 0) spoils only what
 * depends on it. Evaluation makes no garbage; outputs may overlap inputs.
 */
import { computeNode, Operation, prepareNode, Slot, slots } from "./tape-kernel.js";

/** A recorded function of several numbers, with its value, its Jacobian, its Hessian and its derivatives along a curve. */
export class Tape {
  /** The number of inputs of the function. */
  readonly inputCount: number;
  /** The number of outputs of the function. */
  readonly outputCount: number;
  /** The number of nodes: inputs, constants and operations. */
  readonly nodeCount: number;
  /** Operation and operands of each node: three integers; −1 for no operand. Inputs come first. */
  private readonly code: Int32Array;
  /** The node of each output. */
  private readonly outputs: Int32Array;
  /** Value and partial derivatives of each node: see `Slot`. */
  private readonly work: Float64Array;
  /** Of each node: ḟ, f̈, f̄ and f̄˙. */
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly adjoint: Float64Array;
  private readonly adjointRate: Float64Array;

  /** Users obtain tapes from `traceFunction`. */
  constructor(inputCount: number, code: Int32Array, constants: Float64Array, outputs: Int32Array) {
    const nodeCount = code.length / 3;
    this.inputCount = inputCount;
    this.outputCount = outputs.length;
    this.nodeCount = nodeCount;
    this.code = code;
    this.outputs = outputs;
    this.work = new Float64Array(slots * nodeCount);
    this.first = new Float64Array(nodeCount);
    this.second = new Float64Array(nodeCount);
    this.adjoint = new Float64Array(nodeCount);
    this.adjointRate = new Float64Array(nodeCount);
    for (let n = inputCount; n < nodeCount; n++) {
      prepareNode(this.work, slots * n, code[3 * n]);
      if (code[3 * n] === Operation.constant) this.work[slots * n] = constants[code[3 * n + 1]];
    }
  }

  /** Writes the value f(x), `outputCount` numbers, to out[o …]. */
  evaluate(out: Float64Array, o: number, x: Float64Array, i: number): void {
    const { outputs, work } = this;
    this.compute(x, i, 0);
    for (let m = 0; m < outputs.length; m++) out[o + m] = work[slots * outputs[m]];
  }

  /**
   * Writes the jet of f along a curve x(s) with x, x′ and x″ given: f, then f′, then f″, `outputCount` numbers each.
   *
   *   f′ = J x′,   f″ = J x″ + J′ x′
   */
  evaluateJet(
    out: Float64Array,
    o: number,
    x: Float64Array,
    i: number,
    dx: Float64Array,
    j: number,
    ddx: Float64Array,
    k: number,
  ): void {
    const { inputCount, outputs, work, first, second } = this;
    this.compute(x, i, 2);
    for (let n = 0; n < inputCount; n++) {
      first[n] = dx[j + n];
      second[n] = ddx[k + n];
    }
    this.sweepCurve();
    const count = outputs.length;
    for (let m = 0; m < count; m++) {
      const n = outputs[m];
      out[o + m] = work[slots * n];
      out[o + count + m] = first[n];
      out[o + 2 * count + m] = second[n];
    }
  }

  /** Writes the Jacobian J = ∂f/∂x, row by row: a row of `inputCount` numbers for each output. */
  evaluateJacobian(out: Float64Array, o: number, x: Float64Array, i: number): void {
    this.compute(x, i, 1);
    this.writeJacobian(out, o);
  }

  /**
   * Writes the Jacobian J = ∂f/∂x at the point at which the tape was evaluated last, by `evaluateJet`, `evaluateJacobian` or
   * `evaluateHessian`, without evaluating f again.
   */
  writeJacobian(out: Float64Array, o: number): void {
    const { inputCount, outputs, first, adjoint } = this;
    const count = outputs.length;
    if (inputCount < count) {
      // a column at a time, forward
      for (let n = 0; n < inputCount; n++) {
        this.sweepDirection(n);
        for (let m = 0; m < count; m++) out[o + m * inputCount + n] = first[outputs[m]];
      }
      return;
    }
    // a row at a time, backward
    for (let m = 0; m < count; m++) {
      adjoint.fill(0);
      adjoint[outputs[m]] = 1;
      this.sweepBack(outputs[m]);
      for (let n = 0; n < inputCount; n++) out[o + m * inputCount + n] = adjoint[n];
    }
  }

  /**
   * Writes the weighted Hessian Σ wₘ ∂²fₘ/∂x², `inputCount` rows of as many numbers, for weights w[l …] of the outputs; it is
   * symmetric.
   */
  evaluateHessian(out: Float64Array, o: number, w: Float64Array, l: number, x: Float64Array, i: number): void {
    const { inputCount, outputs, adjoint, adjointRate } = this;
    this.compute(x, i, 2);
    adjoint.fill(0);
    for (let m = 0; m < outputs.length; m++) adjoint[outputs[m]] += w[l + m];
    this.sweepBack(this.nodeCount - 1);
    for (let row = 0; row < inputCount; row++) {
      this.sweepDirection(row);
      this.sweepBackRate();
      for (let n = 0; n <= row; n++) {
        out[o + row * inputCount + n] = adjointRate[n];
        out[o + n * inputCount + row] = adjointRate[n];
      }
    }
  }

  /** Computes the values of all nodes at x, with partial derivatives to the given order. */
  private compute(x: Float64Array, i: number, order: number): void {
    const { inputCount, nodeCount, code, work } = this;
    for (let n = 0; n < inputCount; n++) work[slots * n] = x[i + n];
    for (let n = inputCount; n < nodeCount; n++) {
      const operation = code[3 * n];
      if (operation === Operation.constant) continue;
      computeNode(work, slots * n, operation, slots * code[3 * n + 1], slots * code[3 * n + 2], order);
    }
  }

  /** Computes ḟ and f̈ of all nodes from those of the inputs. */
  private sweepCurve(): void {
    const { inputCount, nodeCount, code, work, first, second } = this;
    for (let n = inputCount; n < nodeCount; n++) {
      if (code[3 * n] === Operation.constant) continue;
      const f = slots * n;
      const a = code[3 * n + 1];
      const b = code[3 * n + 2];
      const da = first[a];
      const dda = second[a];
      let d = 0;
      let dd = 0;
      if (da !== 0 || dda !== 0) {
        d = work[f + Slot.a] * da;
        dd = work[f + Slot.a] * dda + work[f + Slot.aa] * da * da;
      }
      if (b >= 0 && (first[b] !== 0 || second[b] !== 0)) {
        const db = first[b];
        d += work[f + Slot.b] * db;
        dd += work[f + Slot.b] * second[b] + (2 * work[f + Slot.ab] * da + work[f + Slot.bb] * db) * db;
      }
      first[n] = d;
      second[n] = dd;
    }
  }

  /** Computes ḟ of all nodes along one input. */
  private sweepDirection(input: number): void {
    const { inputCount, nodeCount, code, work, first } = this;
    first.fill(0, 0, inputCount);
    first[input] = 1;
    for (let n = inputCount; n < nodeCount; n++) {
      if (code[3 * n] === Operation.constant) continue;
      const a = code[3 * n + 1];
      const b = code[3 * n + 2];
      let d = 0;
      if (first[a] !== 0) d = work[slots * n + Slot.a] * first[a];
      if (b >= 0 && first[b] !== 0) d += work[slots * n + Slot.b] * first[b];
      first[n] = d;
    }
  }

  /** Computes f̄ of all nodes below `top` from the adjoints of the outputs in `adjoint`. */
  private sweepBack(top: number): void {
    const { inputCount, code, work, adjoint } = this;
    for (let n = top; n >= inputCount; n--) {
      const bar = adjoint[n];
      if (bar === 0 || code[3 * n] === Operation.constant) continue;
      const b = code[3 * n + 2];
      adjoint[code[3 * n + 1]] += work[slots * n + Slot.a] * bar;
      if (b >= 0) adjoint[b] += work[slots * n + Slot.b] * bar;
    }
  }

  /** Computes f̄˙ of all nodes from f̄ and ḟ. */
  private sweepBackRate(): void {
    const { inputCount, nodeCount, code, work, first, adjoint, adjointRate } = this;
    adjointRate.fill(0);
    for (let n = nodeCount - 1; n >= inputCount; n--) {
      const bar = adjoint[n];
      const rate = adjointRate[n];
      if ((bar === 0 && rate === 0) || code[3 * n] === Operation.constant) continue;
      const f = slots * n;
      const a = code[3 * n + 1];
      const b = code[3 * n + 2];
      const da = first[a];
      const db = b < 0 ? 0 : first[b];
      if (rate !== 0) adjointRate[a] += work[f + Slot.a] * rate;
      if (rate !== 0 && b >= 0) adjointRate[b] += work[f + Slot.b] * rate;
      if (bar === 0) continue;
      if (da !== 0) {
        adjointRate[a] += work[f + Slot.aa] * da * bar;
        if (b >= 0) adjointRate[b] += work[f + Slot.ab] * da * bar;
      }
      if (db !== 0) {
        adjointRate[a] += work[f + Slot.ab] * db * bar;
        adjointRate[b] += work[f + Slot.bb] * db * bar;
      }
    }
  }
}
