/**
 * Implements the firing rule in its simplest form: it compares every trigger with every entry, and a trailing trigger with
 * every entry since its arming. The tests compare the fast engine with it.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import {
  extremeSince,
  firstFiring,
  isTrailing,
  trailingLevel,
  TRIGGER_CONDITIONS,
} from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { keyOf } from './price-index.ts';
import type { FiredTrigger } from '../commands/trigger-source.ts';
import type { ExtremeOf } from './price-index.ts';
import type { RowIdentity } from './row-table.ts';

/** A trigger, its extreme when it was added, and all entries since. */
type Held = {
  readonly trigger: Trigger;
  readonly extreme: Amount | undefined;
  readonly entries: TapeEntry[];
};

export class ScanningIndex {
  #held: Held[] = [];

  get size(): number {
    return this.#held.length;
  }

  put(trigger: Trigger, extreme?: Amount): void {
    const held = this.#held.find((other) => isSameRow(other.trigger, trigger));
    if (held !== undefined && held.trigger.version >= trigger.version) return;
    this.#held = [...this.#held.filter((other) => other !== held), { trigger, extreme, entries: [] }];
  }

  remove(row: RowIdentity, version: number): void {
    this.#held = this.#held.filter(({ trigger }) => !isSameRow(trigger, row) || trigger.version > version);
  }

  begin(symbol: string, seq: bigint, extremeOf: ExtremeOf): void {
    this.#held = this.#held.map((held) => {
      const { condition, armedSeq } = held.trigger;
      if (!isTrailing(condition) || held.trigger.symbol !== symbol || armedSeq > seq) return held;
      return { ...held, extreme: extremeOf(condition, Number(armedSeq)) };
    });
  }

  match(entry: TapeEntry): readonly FiredTrigger[] {
    for (const { trigger, entries } of this.#held) if (entry.symbol === trigger.symbol) entries.push(entry);
    const fired = this.#held
      .filter(({ trigger, entries, extreme }) => firstFiring(trigger, entries, extreme) !== undefined)
      .sort(byPriceThenTime);
    this.#held = this.#held.filter((held) => !fired.includes(held));
    return fired.map(({ trigger }) => {
      const { symbol, kind, book, row, version, condition } = trigger;
      return { symbol, kind, book, row, version, condition, key: keyOf(trigger) };
    });
  }
}

function isSameRow(a: RowIdentity, b: RowIdentity): boolean {
  return a.kind === b.kind && a.book === b.book && a.row === b.row;
}

function byPriceThenTime(one: Held, other: Held): number {
  const a = one.trigger;
  const b = other.trigger;
  const fromAbove = a.condition.endsWith('below') || a.condition === 'bid_falls_by';
  const [best, next] = fromAbove ? [levelOf(other), levelOf(one)] : [levelOf(one), levelOf(other)];
  return (
    TRIGGER_CONDITIONS.indexOf(a.condition) - TRIGGER_CONDITIONS.indexOf(b.condition) ||
    compare(best, next) ||
    compare(a.armedSeq, b.armedSeq) ||
    compare(a.book, b.book) ||
    compare(a.row, b.row) ||
    (a.kind < b.kind ? -1 : 1)
  );
}

/** The price that a trigger waited for; for a trailing trigger, as of the last entry. */
function levelOf({ trigger, entries, extreme }: Held): Amount {
  const { condition, level } = trigger;
  if (!isTrailing(condition)) return level;
  return trailingLevel(condition, level, extremeSince(trigger, entries, extreme)!);
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
