/** Creates a feed from configuration. */
import type { SourceRule } from '@candor/domain/market/sources.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';
import { catalogue } from '../catalogue.ts';
import type { MarketClock } from '../clock.ts';
import { isRateSymbol } from '@candor/domain/market/conversion.ts';
import { canQuote, newestRunOf, paceMs, runBeginner } from '../market-days.ts';
import type { MarketSecret } from '../market-days.ts';
import type { SigningKey } from '../../proofs/keys/signing-key.ts';
import { entriesAtHead, newestWrittenAtMs, readHeads } from '../tape-store.ts';
import { externalFeed } from './external.ts';
import type { ExternalFeed } from './external.ts';
import type { Feed } from './feed.ts';
import { knownSymbol } from './replay-violation.ts';
import { replayFeed } from './replay.ts';
import { simulatedFeed } from './simulated.ts';
import { sourcedFeed } from './sourced.ts';
import type { NamedSource } from './sourced.ts';

export type FeedConfig =
  | {
      readonly kind: 'simulated';
      /**
       * A seed from which anyone can compute the market, for tests. Without a seed, the data folder's secret makes the market
       * unpredictable.
       */
      readonly seed?: string;
      /** The average number of quotes per second and symbol. */
      readonly quotesPerSecond?: number;
      /** Whether a new database gets a simulated history; true by default. */
      readonly history?: boolean;
      /** The maximum age of a quote at which a market order fills, in milliseconds. */
      readonly fillAgeMs?: number;
    }
  | {
      readonly kind: 'replay';
      readonly files: readonly { readonly symbol: string; readonly path: string }[];
      readonly speed: number;
      readonly halfSpread: Amount;
    }
  | { readonly kind: 'external'; readonly url?: string; readonly token?: string }
  | { readonly kind: 'external'; readonly sources: readonly NamedSource[]; readonly rule: SourceRule };

export type FeedDeps = {
  readonly pool: Pool;
  readonly clock: MarketClock;
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
  readonly secret: MarketSecret;
  readonly signer: SigningKey;
};

const QUOTES_PER_SECOND = 2;

/** Creates the feed. If the configuration is invalid, throws an error whose message says why. */
export function makeFeed(config: FeedConfig, deps: FeedDeps): Feed | ExternalFeed {
  if (config.kind === 'simulated') {
    return simulatedFeed({
      beginRun: runBeginner(deps),
      newestRun: () => newestRunOf(deps),
      paceMs: (timeMs) => paceMs(deps.pool, timeMs),
      canQuote: (timeMs) => canQuote(deps, timeMs),
      headsNow: async () => {
        const heads = (await readHeads(deps.pool)).filter(
          ({ symbol, seq }) => seq > 0n && !isRateSymbol(symbol),
        );
        return new Map(heads.map((head) => [head.symbol, head]));
      },
      report: deps.report,
      listings: catalogue,
      quotesPerSecond: config.quotesPerSecond ?? QUOTES_PER_SECOND,
      fillAgeMs: config.fillAgeMs,
      now: deps.clock.now,
    });
  }
  if (config.kind === 'external') {
    const symbols = catalogue.map((listing) => listing.instrument.symbol);
    if ('sources' in config) {
      const { sources, rule } = config;
      const { clock, wallNow, report } = deps;
      return sourcedFeed({ symbols, sources, rule, now: clock.now, wallNow, report });
    }
    return externalFeed({ symbols, url: config.url, token: config.token, report: deps.report });
  }
  const sources = config.files.map(({ symbol, path }) => ({
    symbol: symbolNamed(symbol),
    path,
    halfSpread: config.halfSpread,
  }));
  return replayFeed({
    sources,
    speed: config.speed,
    clock: deps.clock,
    wallNow: deps.wallNow,
    entriesAtHead: (symbol, head) => entriesAtHead(deps.pool, symbol, head),
    newestWrittenAtMs: () =>
      newestWrittenAtMs(
        deps.pool,
        sources.map((source) => source.symbol),
      ),
    report: deps.report,
  });
}

function symbolNamed(text: string): string {
  const symbol = knownSymbol(text);
  if (symbol === undefined) throw new Error(`there is no instrument ${text} to replay; BTC/USDT is one`);
  return symbol;
}
