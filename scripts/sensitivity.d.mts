/** An empirical constant: its room, its name, and its value as it is written. */
export interface EmpiricalConstant {
  readonly room: string;
  readonly name: string;
  readonly value: string;
}

export function listConstants(only?: readonly string[]): EmpiricalConstant[];
export function readPage(): Map<string, string>;
