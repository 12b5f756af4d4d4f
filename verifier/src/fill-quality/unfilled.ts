/**
 * Orders that ended without a fill, and how the price moved afterwards. If a house refuses orders that would have been profitable
 * for the customer, more of these movements go in the customer's favour.
 */
import type { TapeEntry } from '../chain.ts';
import { readDecimal } from '../decimal.ts';
import type { EntryPages } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault } from './found.ts';
import type { PublicLine, UnfilledLine } from './lines.ts';

/** A row as `GET transparency/fill_quality` returns it. */
export type UnfilledRow = {
  readonly reason: string;
  readonly count: number;
  readonly gained: number;
  readonly lost: number;
  readonly undecided: number;
};

type Outcome = 'gained' | 'lost' | 'even' | 'undecided';
export type UnfilledOutcome = {
  readonly line: UnfilledLine;
  readonly outcome: Outcome;
  /** When the order ended, by its entry; null if no quote ended it. */
  readonly endedMs: number | null;
};

const LATER_MS = 60_000;
const AHEAD = 1000;

/** Returns the outcome of each unfilled order: whether, a minute later, the price of its side had moved in its favour. */
export async function unfilledOutcomes(
  pages: EntryPages,
  lines: readonly PublicLine[],
): Promise<UnfilledOutcome[]> {
  const found: UnfilledOutcome[] = [];
  for (const line of lines) {
    if (line.kind !== 'unfilled') continue;
    // One line after the other, since neighbours need the same entries.
    // oxlint-disable-next-line no-await-in-loop
    found.push({ line, ...(await outcomeOf(pages, line)) });
  }
  return found;
}

async function outcomeOf(
  pages: EntryPages,
  { symbol, side, ended }: UnfilledLine,
): Promise<Omit<UnfilledOutcome, 'line'>> {
  const [entry] = ended === null ? [] : await pages.range(symbol, ended, ended);
  if (entry === undefined || entry.gap === true) return { outcome: 'even', endedMs: null };
  const endedMs = entry.time_ms;
  const last = await pages.lastAt(symbol, entry.seq, endedMs + LATER_MS - 1);
  const after = last === undefined ? [] : await pages.range(symbol, last.seq + 1, last.seq + AHEAD);
  const later = after.find(({ gap }) => gap !== true);
  if (later === undefined) return { outcome: 'undecided', endedMs };
  const more = priceOf(later, side) - priceOf(entry, side);
  const gain = side === 'buy' ? more : -more;
  return { outcome: gain > 0n ? 'gained' : gain < 0n ? 'lost' : 'even', endedMs };
}

const priceOf = (entry: TapeEntry, side: 'buy' | 'sell'): bigint =>
  readDecimal(side === 'buy' ? entry.ask : entry.bid) ?? 0n;

/** Counts outcomes by reason, in the order of the reasons. */
export function unfilledRows(outcomes: readonly UnfilledOutcome[]): UnfilledRow[] {
  const rows = new Map<string, UnfilledRow>();
  for (const { line, outcome } of outcomes) {
    const { reason } = line;
    const before = rows.get(reason) ?? { reason, count: 0, gained: 0, lost: 0, undecided: 0 };
    const more = outcome === 'even' ? {} : { [outcome]: before[outcome] + 1 };
    rows.set(reason, { ...before, count: before.count + 1, ...more });
  }
  return [...rows.values()].toSorted((one, other) => (one.reason < other.reason ? -1 : 1));
}

/** Refusals count as one-sided if their chance is below one in this many. */
const ONE_IN = 1_000_000n;

/**
 * Finds refusals whose pattern a fair house would show less than once in a million times: after them, the price moved in the
 * customer's favour far more often than against. `price_moved` is left out, since the tape proves each case. Orders within a
 * minute share one price movement, so only one of them is counted.
 */
export function oneSided(outcomes: readonly UnfilledOutcome[]): readonly FillFault[] {
  let [gained, lost, lastMs] = [0, 0, -LATER_MS];
  const timed = outcomes.flatMap(({ line, outcome, endedMs }) =>
    endedMs === null || line.reason === 'price_moved' ? [] : [{ outcome, endedMs }],
  );
  for (const { outcome, endedMs } of timed.toSorted((one, other) => one.endedMs - other.endedMs)) {
    if (endedMs < lastMs + LATER_MS || (outcome !== 'gained' && outcome !== 'lost')) continue;
    lastMs = endedMs;
    if (outcome === 'gained') gained += 1;
    else lost += 1;
  }
  if (!isRare(gained, gained + lost)) return [];
  const figures = `the price moved for the customer after ${gained} of ${gained + lost} orders that were refused for another reason than the price`;
  return [fault('refusals_one_sided', `In independent minutes, ${figures}.`, '')];
}

/** Whether the chance of this many heads or more, in this many throws of a fair coin, is below one in a million. */
function isRare(heads: number, throws: number): boolean {
  if (heads * 2 <= throws) return false;
  let [ways, tail] = [1n, 0n];
  for (let tails = 0; tails <= throws - heads; tails += 1) {
    tail += ways;
    ways = (ways * BigInt(throws - tails)) / BigInt(tails + 1);
  }
  return tail * ONE_IN < 2n ** BigInt(throws);
}
