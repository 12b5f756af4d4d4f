/**
 * The engine as the rule says it, looking at every row for every entry. It stays beside the fast one for good: both
 * must fire the same, case by case and under random histories.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fires } from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { FiredTrigger } from './price-index.ts';
import type { RowIdentity } from './row-table.ts';

const conditionOrder = ['ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above'];

export class ScanningIndex {
  #triggers: Trigger[] = [];

  get size(): number {
    return this.#triggers.length;
  }

  put(trigger: Trigger): void {
    const held = this.#triggers.find((other) => isSameRow(other, trigger));
    if (held !== undefined && held.version >= trigger.version) return;
    this.#triggers = [...this.#triggers.filter((other) => other !== held), trigger];
  }

  remove(row: RowIdentity, version: number): void {
    this.#triggers = this.#triggers.filter((other) => !isSameRow(other, row) || other.version > version);
  }

  match(entry: TapeEntry): readonly FiredTrigger[] {
    const fired = this.#triggers.filter((trigger) => fires(trigger, entry)).sort(byPriceThenTime);
    this.#triggers = this.#triggers.filter((trigger) => !fired.includes(trigger));
    return fired.map(({ symbol, kind, book, row, version }) => ({ symbol, kind, book, row, version }));
  }
}

function isSameRow(a: RowIdentity, b: RowIdentity): boolean {
  return a.kind === b.kind && a.book === b.book && a.row === b.row;
}

function byPriceThenTime(a: Trigger, b: Trigger): number {
  const below = a.condition.endsWith('below');
  return (
    conditionOrder.indexOf(a.condition) - conditionOrder.indexOf(b.condition) ||
    (below ? compare(b.level, a.level) : compare(a.level, b.level)) ||
    compare(a.armedSeq, b.armedSeq) ||
    compare(a.book, b.book) ||
    compare(a.row, b.row)
  );
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
