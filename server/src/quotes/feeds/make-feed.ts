/** From configuration to a feed. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';
import { catalogue } from '../catalogue.ts';
import type { MarketClock } from '../clock.ts';
import { entriesAtHead, newestWrittenAtMs } from '../tape-store.ts';
import { externalFeed } from './external.ts';
import type { ExternalFeed } from './external.ts';
import type { Feed } from './feed.ts';
import { knownSymbol } from './replay-fault.ts';
import { replayFeed } from './replay.ts';
import { simulatedFeed } from './simulated.ts';

export type FeedConfig =
  | {
      readonly kind: 'simulated';
      readonly seed: string;
      /** Of each symbol, on average. */
      readonly quotesPerSecond?: number;
      /** Whether a new database is given a simulated past; true when absent. */
      readonly history?: boolean;
    }
  | {
      readonly kind: 'replay';
      readonly files: readonly { readonly symbol: string; readonly path: string }[];
      readonly speed: number;
      readonly halfSpread: Amount;
    }
  | { readonly kind: 'external'; readonly url?: string; readonly token?: string };

export type FeedDeps = {
  readonly pool: Pool;
  readonly clock: MarketClock;
  readonly wallNow: () => number;
  readonly report: (text: string) => void;
};

const QUOTES_PER_SECOND = 2;

/** Makes the feed of a configuration; a wrong one throws a sentence. */
export function makeFeed(config: FeedConfig, deps: FeedDeps): Feed | ExternalFeed {
  if (config.kind === 'simulated') {
    return simulatedFeed({
      seed: config.seed,
      listings: catalogue,
      quotesPerSecond: config.quotesPerSecond ?? QUOTES_PER_SECOND,
      now: deps.clock.now,
    });
  }
  if (config.kind === 'external') {
    const symbols = catalogue.map((listing) => listing.instrument.symbol);
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
