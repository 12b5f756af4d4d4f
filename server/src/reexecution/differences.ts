/** The differences that a re-execution finds. Each has a kind and its evidence. Only the first ones of a kind are stored. */

export type DifferenceKind =
  | 'file'
  | 'record'
  | 'outcome'
  | 'journal'
  | 'journal_without_record'
  | 'balance'
  | 'row'
  | 'tape'
  | 'head'
  | 'terms'
  | 'log';

const KEPT = 20;

export class Differences {
  readonly #counts = new Map<DifferenceKind, number>();
  readonly kept: { readonly kind: DifferenceKind; readonly detail: string }[] = [];

  add(kind: DifferenceKind, detail: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= KEPT) this.kept.push({ kind, detail });
  }

  get count(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  counts(): ReadonlyMap<DifferenceKind, number> {
    return this.#counts;
  }
}
