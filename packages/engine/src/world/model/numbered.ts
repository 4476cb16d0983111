/** Things of a world that keep their numbers when others are taken away. */
export class Numbered<T> {
  /** By number; null where one was taken away. */
  readonly list: (T | null)[] = [];
  /** Changes with the list. */
  revision = 0;

  /** All that there are. */
  get all(): T[] {
    return this.list.filter((thing) => thing !== null);
  }

  add(things: readonly T[]): void {
    for (const thing of things) this.list.push(thing);
    this.revision++;
  }

  /** Takes things away; it is no error if they are not there. Returns their numbers. */
  remove(things: readonly T[]): number[] {
    return things.flatMap((thing) => {
      const k = this.list.indexOf(thing);
      if (k < 0) return [];
      this.list[k] = null;
      this.revision++;
      return [k];
    });
  }
}
