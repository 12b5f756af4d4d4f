/** Test helpers for the rules: the strategy's row, and the house's accounts and counters as the facts of a command. */
import { DAY_MS } from '@candor/domain/time.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Decision, Effects, Facts } from '../../../commands/command.ts';
import { fundWeights, strategyClocks } from '../tables.ts';
import type { StrategyClock } from '../tables.ts';
import { unshared } from '../../../commands/testing/unshared.ts';

export const DAY = 20_454;
export const midnight = (day: number): number => (day + 1) * 86_400_000;

/** The row on the example day, after all slots were booked. */
export function clockRow(change: Partial<StrategyClock> = {}): StrategyClock {
  return {
    firstSlotMs: 0,
    nextSlotMs: midnight(DAY),
    day: DAY,
    result: 0n,
    balance: 0n,
    dueMs: midnight(DAY),
    version: 7,
    armedSeq: 3n,
    ...change,
  };
}

export function entryAt(timeMs: number): TapeEntry {
  const price = { bid: ONE, ask: ONE, last: ONE, volume: 0n };
  return { symbol: 'BTC/USDT', seq: 12n, timeMs, feedTimeMs: timeMs, ...price };
}

export type World = {
  readonly row: StrategyClock | undefined;
  /** The balance of each house account; sufficient by default. */
  readonly house?: Readonly<Record<string, string>>;
  /** Principal held throughout the day, by tier and version of terms, for example "1:0". */
  readonly weights?: Readonly<Record<string, string>>;
  /** Counters such as `fund_closed`; zero by default. */
  readonly counters?: Readonly<Record<string, string>>;
  readonly nowMs?: number;
};

export function factsOf({ row, house, weights = {}, counters = {}, nowMs = midnight(DAY) }: World): Facts {
  const weighed = Object.entries(weights).map(([of, principal]) => {
    const [project, termsVersion] = of.split(':').map(Number) as [number, number];
    const principalMs = amount(principal) * BigInt(DAY_MS);
    return { book: 0n, id: BigInt(project), day: DAY, project, termsVersion, principalMs };
  });
  const holds = (account: string) => (house === undefined ? '9999999999' : (house[account] ?? '0'));
  return {
    book: 0n,
    nowMs,
    wallMs: nowMs,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: () => 0n,
    balances: () => [],
    houseHas: (account, _, needed) => amount(holds(account)) >= needed,
    ...unshared,
    row: (table) => ((table as unknown) === strategyClocks ? row : undefined) as never,
    openRows: (table) => (table.name === fundWeights.name ? weighed : []) as never,
    openCount: () => 0,
    counter: (name) => amount(counters[name] ?? '0'),
    head: () => undefined,
    newId: () => 42n,
  };
}

export function doneBy<Answer>(decision: Decision<Answer, never>): Effects<Answer> {
  if (!decision.ok) throw new Error('expected a decision with effects, found a refusal');
  return decision.value;
}

export function rowOf(effects: Pick<Effects<unknown>, 'puts'>): StrategyClock {
  const [written] = effects.puts ?? [];
  if (written === undefined) throw new Error('expected a written row, found none');
  return written.row as StrategyClock;
}

export function movedIn(journals: readonly Journal[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { account, amount: moved } of journals.flatMap(({ postings }) => postings)) {
    sums.set(account, (sums.get(account) ?? 0n) + moved);
  }
  return Object.fromEntries([...sums].map(([account, sum]) => [account, formatAmount(sum)]));
}
