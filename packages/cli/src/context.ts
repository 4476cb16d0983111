/** The context of a verb: the streams for data and messages, and the signal to stop. */
export interface Context {
  /** Data. */
  readonly stdout: Output;
  /** Messages, progress and errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. A verb looks at it whenever it yields, and returns early. */
  readonly signal: AbortSignal;
  /** To be called by a verb that ends by itself when it is asked to, and that is worth going on with when nobody reads. */
  goOn(): void;
}

/** As much of a stream as is used. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The exit codes of the command. */
export const ExitCode = {
  good: 0,
  /** A check failed. */
  failed: 1,
  /** Bad input or usage. */
  misused: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
