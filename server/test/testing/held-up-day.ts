/**
 * Fixed-time options on the feed of the simulated market, whose process an attacker stops, or kills and restarts, at chosen
 * moments. The feed is the platform's, and the clock is simulated. The platform's rule decides each outcome.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry, OptionSide } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { vi } from 'vitest';
import { catalogue } from '../../src/quotes/catalogue.ts';
import type { Feed, FeedStart } from '../../src/quotes/feeds/feed.ts';
import { entryTimes } from '../../src/quotes/feeds/feed.ts';
import type { Random } from '../../src/quotes/feeds/random.ts';
import type { RunBeginning } from '../../src/quotes/feeds/simulated-run.ts';
import { simulatedFeed } from '../../src/quotes/feeds/simulated.ts';

const SYMBOL = 'BTC/USDT';
const START_MS = Date.UTC(2026, 0, 14) + 20;
const TICKETS_A_MARKET = 100;
const STAKE = amount('100');
const DURATION = OPTION_DURATIONS[0]!;
const PROFIT = optionProfit(STAKE, DURATION.payoutRatio);

export type HoldUp = {
  /** Whether the attacker acts if the ticket is losing or if it is winning, `beforeMs` before the expiry. */
  readonly when: 'losing' | 'winning';
  readonly beforeMs: number;
  readonly forMs: number;
  /** Whether the attacker kills the process, which then restarts at the end of the stop, or only stops it. */
  readonly ends: boolean;
};

async function openMarket(seed: string) {
  const entries: OptionEntry[] = [];
  const heads = new Map<string, FeedStart>();
  let run: RunBeginning | undefined;
  let feed: Feed | undefined;
  const now = (): number => Date.now();
  const make = (): Feed =>
    simulatedFeed({
      beginRun: ({ timeMs, heads: from }) => {
        run = { seed, startedMs: timeMs, heads: new Map(from) };
        return Promise.resolve(seed);
      },
      newestRun: () => Promise.resolve(run),
      paceMs: () => Promise.resolve(250),
      canQuote: () => Promise.resolve(true),
      headsNow: () => Promise.resolve(new Map(heads)),
      report: (text) => {
        throw new Error(text);
      },
      listings: catalogue.filter(({ instrument }) => instrument.symbol === SYMBOL),
      quotesPerSecond: 2,
      now,
    });
  const begin = async (): Promise<void> => {
    const begun = make();
    const timeOf = entryTimes(begun, now);
    feed = begun;
    await begun.start(
      {
        offer: (quotes) => {
          for (const quote of quotes) {
            const { bid, ask, feedTimeMs } = quote;
            const last = quote.last ?? bid;
            const seq = BigInt(entries.length + 1);
            const timeMs = Math.max(entries.at(-1)?.timeMs ?? 0, timeOf(quote));
            entries.push({ seq, timeMs, last });
            heads.set(SYMBOL, { bid, ask, last, seq, timeMs, feedTimeMs });
          }
          return Promise.resolve();
        },
        violation: () => undefined,
        ended: () => undefined,
      },
      new Map(heads),
    );
  };
  await begin();
  return {
    entries,
    begin,
    end: async () => feed?.stop(),
    goOn: (ms: number) => vi.advanceTimersByTimeAsync(Math.max(0, ms)),
  };
}

type OpenMarket = Awaited<ReturnType<typeof openMarket>>;

async function broughtInAMarket(seed: string, random: Random, holdUp?: HoldUp): Promise<number[]> {
  vi.useFakeTimers({ now: START_MS });
  const market = await openMarket(seed);
  const brought: number[] = [];
  while (brought.length < TICKETS_A_MARKET) brought.push(await ticketOf(market, random, holdUp));
  await market.end();
  vi.useRealTimers();
  return brought;
}

async function ticketOf(market: OpenMarket, random: Random, holdUp?: HoldUp): Promise<number> {
  const { entries } = market;
  await market.goOn(600);
  const at = entries.length - 1;
  const expiresMs = optionExpiryMs(Date.now(), DURATION.seconds);
  const side: OptionSide = random.next() < 0.5 ? 'up' : 'down';
  await market.goOn(expiresMs - (holdUp?.beforeMs ?? 0) - Date.now());
  const [accepted, strike] = [entries[at]!, entries[at + 1]!];
  if (holdUp !== undefined) {
    const move = entries.at(-1)!.last - strike.last;
    const is = move === 0n ? 'even' : move > 0n === (side === 'up') ? 'winning' : 'losing';
    if (is === holdUp.when) await hold(market, holdUp);
  }
  while (entries.at(-1)!.timeMs <= expiresMs) await market.goOn(250);
  const after = entries.findIndex(({ timeMs }) => timeMs > expiresMs);
  const around = { settle: entries[after - 1]!, after: entries[after]! };
  const { status } = optionResult(side, { accepted, strike, ...around });
  return Number(formatAmount(optionPnl(status, { stake: STAKE, profit: PROFIT })));
}

async function hold(market: OpenMarket, { forMs, ends }: HoldUp): Promise<void> {
  if (ends) await market.end();
  vi.setSystemTime(Date.now() + forMs);
  if (ends) await market.begin();
  await market.goOn(1_000);
}

/** Returns the results of many tickets in sequence, per 100 staked, with a hundred of them per market and key. */
export async function broughtWhileHeldUp(
  { seed, markets }: { readonly seed: string; readonly markets: number },
  random: Random,
  holdUp?: HoldUp,
): Promise<number[]> {
  const brought: number[] = [];
  for (let market = 0; market < markets; market += 1) {
    brought.push(...(await broughtInAMarket(`${seed} ${market}`, random, holdUp)));
  }
  return brought;
}
