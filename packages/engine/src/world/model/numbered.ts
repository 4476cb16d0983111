/** Lists of elements of a world that keep their numbers. */

/** List of elements of a world, each of which keeps its number when others are removed. */
export class Numbered<T> {
  /** The elements by number; null where one was removed. */
  readonly list: (T | null)[] = [];
  /** Count of the changes of the list. */
  revision = 0;

  /** All elements that were not removed. */
  get all(): T[] {
    return this.list.filter((element) => element !== null);
  }

  /** Appends elements. */
  add(elements: readonly T[]): void {
    for (const element of elements) this.list.push(element);
    this.revision++;
  }

  /** Removes elements and returns their numbers; elements that are not in the list are ignored. */
  remove(elements: readonly T[]): number[] {
    return elements.flatMap((element) => {
      const k = this.list.indexOf(element);
      if (k < 0) return [];
      this.list[k] = null;
      this.revision++;
      return [k];
    });
  }
}
