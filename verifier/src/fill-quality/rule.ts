/**
 * The entry at which an order had to fill, from its line of the public list and the tape alone: a market order at the entry of
 * its acceptance if that is fresh, otherwise at the first later quote made since; a level at the first entry that reaches it.
 */
import type { TapeEntry } from '../chain.ts';
import { madeMs } from '../chain.ts';
import { printDecimal, readDecimal } from '../decimal.ts';
import type { EntryPages } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault, FillFaultKind } from './found.ts';
import type { FillLine, UnfilledLine } from './lines.ts';

/** The maximum duration of a transaction, and thus the maximum distance between the acceptance and its newest entry. */
const CLOCKS_DIFFER_MS = 3000;
/**
 * A close requested outside trading hours waits for the next session, for at least this long if its newest entry was fresh.
 */
const SESSION_CLOSED_MS = 600_000;
/** How far back to search for an earlier entry that reaches a level. */
const WATCHED_MAX = 5000;
/** The number of entries after an acceptance that are searched for a quote. */
const AHEAD = 1000;

const BETTER: ReadonlySet<string> = new Set(['limit', 'take_profit']);
const WORSE: ReadonlySet<string> = new Set(['stop_loss', 'profit_lock']);

type Side = 'buy' | 'sell';
const priceOf = (entry: TapeEntry, side: Side): bigint =>
  readDecimal(side === 'buy' ? entry.ask : entry.bid) ?? 0n;

/** Checks a fill; `text` is its line. */
export async function checkFill(
  pages: EntryPages,
  fill: FillLine,
  text: string,
): Promise<readonly FillFault[]> {
  const { symbol, side, filled, price } = fill;
  const say = (kind: FillFaultKind, detail: string): FillFault =>
    fault(kind, `${fill.product} ${symbol}: ${detail}.`, text);
  const [entry] = await pages.range(symbol, filled, filled);
  if (entry === undefined) return [say('fill_differs', `the tape has no entry ${filled}`)];
  if (entry.gap === true) return [say('fill_differs', `entry ${filled} is no quote`)];
  const found: FillFault[] = [];
  if (priceOf(entry, side) !== price) {
    const actual = `${printDecimal(price)}, and the ${side === 'buy' ? 'ask' : 'bid'} was ${printDecimal(priceOf(entry, side))}`;
    found.push(say('fill_differs', `entry ${filled} filled at ${actual}`));
  }
  if (fill.entryMs !== entry.time_ms) found.push(say('fill_differs', `entry ${filled} has another time`));
  found.push(...(await besideViolations(pages, fill, say)));
  if (fill.how === 'market') found.push(...(await marketViolations(pages, fill, say)));
  if (BETTER.has(fill.how) || WORSE.has(fill.how)) found.push(...(await levelViolations(pages, fill, say)));
  return found;
}

type Say = (kind: FillFaultKind, detail: string) => FillFault;

/** The quote at the acceptance, and the next one, as stated in the line. */
async function besideViolations(pages: EntryPages, fill: FillLine, say: Say): Promise<readonly FillFault[]> {
  const { symbol, side, accepted, quoted, next, filled } = fill;
  if (accepted === null) return [];
  const found: FillFault[] = [];
  const entries = await pages.range(symbol, accepted, accepted + AHEAD);
  const at = entries[0];
  if (at === undefined || at.seq !== accepted)
    return [say('fill_differs', `the tape has no entry ${accepted}`)];
  if (quoted !== null && priceOf(at, side) !== quoted) {
    found.push(say('fill_differs', `the quote of entry ${accepted} is another one`));
  }
  const later = entries.find((entry) => entry.seq > accepted && entry.gap !== true);
  const differs = next === null ? filled > accepted : later !== undefined && priceOf(later, side) !== next;
  if (differs) found.push(say('fill_differs', `the quote after entry ${accepted} is another one`));
  return found;
}

async function marketViolations(pages: EntryPages, fill: FillLine, say: Say): Promise<readonly FillFault[]> {
  const { symbol, accepted, acceptedMs, ageMs, filled, product } = fill;
  // Older releases did not record the acceptance.
  if (accepted === null || acceptedMs === null || ageMs === null) return [];
  const entries = await pages.range(symbol, accepted, Math.max(filled, accepted + 1));
  const [newest] = entries;
  if (newest === undefined) return [];
  const isFresh = newest.gap !== true && acceptedMs - madeMs(newest) <= ageMs;
  const next = entries.find(
    (entry) => entry.seq > accepted && entry.gap !== true && madeMs(entry) >= acceptedMs,
  );
  const derived = isFresh ? accepted : next?.seq;
  const waitedForSession =
    isFresh &&
    product === 'forex' &&
    next?.seq === filled &&
    next !== undefined &&
    madeMs(next) - acceptedMs >= SESSION_CLOSED_MS;
  const found: FillFault[] = [];
  if (derived !== filled && !waitedForSession) {
    const isLate = derived !== undefined && derived < filled;
    const expected = derived === undefined ? 'no entry up to it' : `entry ${derived}`;
    found.push(
      say(isLate ? 'fill_late' : 'fill_differs', `filled at entry ${filled}, and the rule gives ${expected}`),
    );
  }
  const after = entries.find(({ seq }) => seq === accepted + 1);
  const isOld = after !== undefined && after.time_ms <= acceptedMs - CLOCKS_DIFFER_MS;
  if (isOld || newest.time_ms > acceptedMs + CLOCKS_DIFFER_MS) {
    found.push(say('acceptance_differs', `entry ${accepted} was not the newest at the acceptance`));
  }
  return found;
}

function reaches(fill: FillLine, entry: TapeEntry): boolean {
  const { side, level, how, acceptedMs } = fill;
  if (entry.gap === true || level === null) return false;
  if (acceptedMs !== null && fill.accepted !== entry.seq && madeMs(entry) < acceptedMs) return false;
  const price = priceOf(entry, side);
  const wantsLess = (side === 'buy') === BETTER.has(how);
  return wantsLess ? price <= level : price >= level;
}

async function levelViolations(pages: EntryPages, fill: FillLine, say: Say): Promise<readonly FillFault[]> {
  const { symbol, accepted, filled, level, acceptedMs, ageMs } = fill;
  if (accepted === null || level === null) return [];
  const from = Math.max(accepted, filled - WATCHED_MAX);
  const entries = await pages.range(symbol, from, filled);
  const last = entries.at(-1);
  if (last === undefined || last.seq !== filled) return [];
  if (!reaches(fill, last)) {
    return [say('fill_differs', `entry ${filled} does not reach the level ${printDecimal(level)}`)];
  }
  if (filled === accepted) {
    const isFresh = acceptedMs === null || ageMs === null || acceptedMs - madeMs(last) <= ageMs;
    return isFresh ? [] : [say('fill_differs', `entry ${filled} was too old to fill at once`)];
  }
  const earlier = entries.find((entry) => entry.seq > accepted && entry.seq < filled && reaches(fill, entry));
  if (earlier === undefined) return [];
  return [say('fill_late', `filled at entry ${filled}, and entry ${earlier.seq} had reached the level`)];
}

/** Checks an order that ended because the price had moved beyond what it accepted. */
export async function checkUnfilled(
  pages: EntryPages,
  order: UnfilledLine,
  text: string,
): Promise<readonly FillFault[]> {
  const { symbol, side, reason, worst, ended } = order;
  if (reason !== 'price_moved') return [];
  // The worst price of a conversion, which begins with a sale, is a quantity of the other coin, so its line has none.
  const isConversion =
    order.product === 'spot' && order.type === 'market' && side === 'sell' && worst === null;
  if (isConversion && ended !== null) return [];
  if (worst === null || ended === null) {
    const missing = 'the line lacks the worst price or the entry at which the order ended';
    return [fault('refusal_unfounded', `${order.product} ${symbol}: ${missing}.`, text)];
  }
  const [entry] = await pages.range(symbol, ended, ended);
  const price = entry === undefined ? 0n : priceOf(entry, side);
  if (entry !== undefined && entry.gap !== true && (side === 'buy' ? price > worst : price < worst))
    return [];
  const detail = `entry ${ended} is not beyond the worst price ${printDecimal(worst)}`;
  return [fault('refusal_unfounded', `${order.product} ${symbol}: ${detail}.`, text)];
}
