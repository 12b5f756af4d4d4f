/**
 * A day of fixed-time options on a market without drift whose feed falls silent from time to time, and whose platform an
 * attacker may suspend over an expiry at chosen moments. The platform's rule decides each outcome.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry, OptionSide } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { entryTimes } from '../../src/quotes/feeds/feed.ts';
import type { Random } from '../../src/quotes/feeds/random.ts';

const TICK_MS = 500;
const START_MS = Date.UTC(2026, 0, 14) + 20;
const PRICE = amount('64000');
const CENT = amount('0.01');
/** The price move, in ticks of a cent, of bitcoin moving by half its price in a year. */
const TICK_CENTS = 403;
/** How often and for how long the feed falls silent. The tape records a silence after three seconds. */
const SILENT_EVERY_MS = 600_000;
const SILENT_MS = { least: 3_500, most: 20_000 } as const;
const SAID_AFTER_MS = 3_000;
const STAKE = amount('100');
const DURATION = OPTION_DURATIONS[0]!;
const PROFIT = optionProfit(STAKE, DURATION.payoutRatio);

export function dayOfEntries(random: Random): OptionEntry[] {
  const entries: OptionEntry[] = [];
  let cents = 0;
  let silentUntilMs = 0;
  const say = (entry: Omit<OptionEntry, 'seq'>) =>
    entries.push({ ...entry, seq: BigInt(entries.length + 1) });
  for (let timeMs = START_MS; timeMs < START_MS + DAY_MS; timeMs += TICK_MS) {
    cents += Math.round(TICK_CENTS * random.normal());
    if (timeMs < silentUntilMs) continue;
    say({ timeMs, last: PRICE + CENT * BigInt(cents) });
    if (random.next() >= TICK_MS / SILENT_EVERY_MS) continue;
    silentUntilMs = timeMs + SILENT_MS.least + random.next() * (SILENT_MS.most - SILENT_MS.least);
    say({ timeMs: timeMs + SAID_AFTER_MS, last: PRICE + CENT * BigInt(cents), gap: true });
  }
  return entries;
}

export type VoidBot = {
  /** How long there must have been no price before the bot buys. With 0, the bot always buys. */
  readonly afterSilenceMs: number;
  /** If the ticket is losing this long before the expiry, the bot suspends the platform for the given time. */
  readonly holdsUp?: {
    readonly beforeMs: number;
    readonly forMs: number;
    /** Whether quotes sent meanwhile wait in the feed's channel and are written afterwards. Otherwise, they are lost. */
    readonly isKept?: boolean;
  };
};

/** The results of a bot's successive tickets, per 100 staked. */
export function broughtBy(bot: VoidBot, entries: readonly OptionEntry[], random: Random): number[] {
  const brought: number[] = [];
  let at = 1;
  while (at + 1 < entries.length) {
    const [accepted, strike] = [entries[at - 1]!, entries[at]!];
    // The bot orders a moment before the entry that strikes the ticket, and does not know that entry.
    const acceptedMs = strike.timeMs - 1;
    if (acceptedMs - accepted.timeMs < bot.afterSilenceMs) {
      at += 1;
      continue;
    }
    const expiresMs = optionExpiryMs(acceptedMs, DURATION.seconds);
    const side: OptionSide = random.next() < 0.5 ? 'up' : 'down';
    const found = aroundExpiry(entries, { at, expiresMs, side, strike }, bot);
    if (found === undefined) break;
    const { status } = optionResult(side, { accepted, strike, settle: found.settle, after: found.after });
    brought.push(Number(formatAmount(optionPnl(status, { stake: STAKE, profit: PROFIT }))));
    at = found.next;
  }
  return brought;
}

function aroundExpiry(
  entries: readonly OptionEntry[],
  ticket: {
    readonly at: number;
    readonly expiresMs: number;
    readonly side: OptionSide;
    readonly strike: OptionEntry;
  },
  { holdsUp }: VoidBot,
): { readonly settle: OptionEntry; readonly after: OptionEntry; readonly next: number } | undefined {
  const lastUpTo = (timeMs: number): number => {
    let found = ticket.at;
    while (found + 1 < entries.length && entries[found + 1]!.timeMs <= timeMs) found += 1;
    return found;
  };
  let settle = lastUpTo(ticket.expiresMs);
  let resumesMs = ticket.expiresMs;
  if (holdsUp !== undefined) {
    const fromMs = ticket.expiresMs - holdsUp.beforeMs;
    const seen = lastUpTo(fromMs);
    const move = entries[seen]!.last - ticket.strike.last;
    const loses = ticket.side === 'up' ? move < 0n : move > 0n;
    if (loses && holdsUp.isKept === true)
      return aroundKept(entries, ticket, { seen, resumesMs: fromMs + holdsUp.forMs });
    if (loses) {
      settle = seen;
      resumesMs = Math.max(resumesMs, fromMs + holdsUp.forMs);
    }
  }
  let after = settle + 1;
  while (after < entries.length && entries[after]!.timeMs <= resumesMs) after += 1;
  const [before, next] = [entries[settle], entries[after]];
  return before === undefined || next === undefined
    ? undefined
    : { settle: before, after: next, next: after + 1 };
}

/** Settles on a tape on which the quotes that arrived meanwhile are written afterwards. */
function aroundKept(
  entries: readonly OptionEntry[],
  { expiresMs }: { readonly expiresMs: number },
  { seen, resumesMs }: { readonly seen: number; readonly resumesMs: number },
): { readonly settle: OptionEntry; readonly after: OptionEntry; readonly next: number } | undefined {
  const timeOf = entryTimes({ timing: 'clock' }, () => resumesMs);
  const written = (at: number): OptionEntry | undefined => {
    const entry = entries[at];
    if (entry === undefined || at <= seen || entry.timeMs > resumesMs) return entry;
    const { last, timeMs: feedTimeMs } = entry;
    return { ...entry, timeMs: timeOf({ symbol: 'BTC/USDT', bid: last, ask: last, volume: 0n, feedTimeMs }) };
  };
  let at = seen + 1;
  while (at < entries.length && written(at)!.timeMs <= expiresMs) at += 1;
  const [settle, after] = [written(at - 1), written(at)];
  return settle === undefined || after === undefined ? undefined : { settle, after, next: at + 1 };
}
