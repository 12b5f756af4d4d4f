/**
 * The market as the rest of the server sees it. The leading process runs the feed and writes the tape. Any other process
 * follows the database, shows the same prices, and stands by to take over.
 */
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from '../db/pool.ts';
import type { Candles } from './candles.ts';
import { createCandles } from './candles.ts';
import { sha256Chain } from './chain-hash.ts';
import type { MarketClock } from './clock.ts';
import { CLOCK_EVERY_MS, createClock } from './clock.ts';
import { entryTimes } from './feeds/feed.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import { makeFeed } from './feeds/make-feed.ts';
import { createFollower } from './follower.ts';
import type { Rejections } from './gate/complaints.ts';
import type { LatestQuotes } from './latest.ts';
import { createLatest } from './latest.ts';
import { every } from '../db/periodic.ts';
import { openMarketSecret } from './market-days.ts';
import { createMarketLead } from './market-lead.ts';
import type { Feeds } from './market-lead.ts';
import type { MarketView } from './quotation.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';
import { openTapeKey, publicTapeKey } from './tape-key.ts';
import type { Tape } from './tape.ts';
import { createTape } from './tape.ts';

const FOLLOW_EVERY_MS = 100;

export type MarketDeps = {
  readonly pool: Pool;
  readonly feed: FeedConfig;
  /** The folder that holds the signing key. */
  readonly dataFolder: string;
  /** `lead`: leads when the role is free. `follow`: only reads. */
  readonly role: 'lead' | 'follow';
  /**
   * Whether no other process uses the database. If so, this process need not wait for a previous leader's heartbeat to expire.
   */
  readonly alone: boolean;
  /** The process's name in the leader's row. */
  readonly owner: string;
  readonly wallNow: () => number;
  /** The market clock that this process reads already. By default, the market reads the clock's row itself. */
  readonly clock?: MarketClock;
  /**
   * Returns the earliest market-clock time (ms) that any ticket or trigger of a symbol waits for, even before the symbol's first
   * price. Called only in the leading process.
   */
  readonly clockWaitedFor: (symbol: string) => number | undefined;
  /** Whether the published terms allow new orders for a symbol. */
  readonly offered?: (symbol: string) => boolean;
  /** The current terms of an instrument. By default, those of the configuration. */
  readonly termsAt?: InstrumentAt;
  readonly report: (text: string) => void;
};

export type ShownMarket = Required<Omit<MarketView, 'latest' | 'candles'>> & {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly publicKey: Uint8Array;
};

export type Market = {
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly tape: Pick<Tape, 'onEntries'>;
  readonly clock: MarketClock;
  readonly shown: ShownMarket;
  readonly publicKey: Uint8Array;
  epoch(): bigint | undefined;
  /**
   * Subscribes to changes. The listener is called when this process starts or stops leading, and once immediately with the
   * current state.
   */
  onLeading(listener: (leading: boolean) => void): () => void;
  rejections(): Rejections;
  /** Handles an upgrade request of a program that pushes quotes. Returns false for any other request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  stop(): Promise<void>;
};

/** Starts the market. Resolves once this process leads and has taken over the heads, or follows. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const { pool, report, wallNow, offered = () => true } = deps;
  const termsAt = deps.termsAt ?? ((instrument) => instrument);
  const clock = deps.clock?.writtenBy(pool) ?? createClock(pool, wallNow);
  await clock.refresh();
  const key =
    deps.role === 'lead' ? await openTapeKey(pool, deps.dataFolder, clock.now()) : await publicTapeKey(pool);
  const latest = createLatest();
  const candles = createCandles(pool);
  const feeds = openFeeds(deps, { clock, key });
  const tape = createTape({
    ...{ pool, hash: sha256Chain, latest, marketNow: clock.now, wallNow, report },
    timeOf: entryTimes(feeds.first, clock.now),
    quotesTellTime: feeds.first.timing === 'feed',
    staleAfterMs: feeds.first.staleAfterMs,
    fillAgeMs: feeds.first.fillAgeMs,
    onFenced: () => void lead.lost('another process took over'),
  });
  tape.onEntries(candles.take);
  const follow = createFollower({ pool, latest, candles, tape });
  const lead = createMarketLead({ ...deps, clock, tape, latest, candles, key, feeds, follow });
  await follow.turn();
  if (deps.role === 'lead') await lead.seek();

  const failed = (what: string) => (error: Error) => report(`${what}: ${error.message}`);
  const followUnlessLeading = async (): Promise<void> => {
    if (lead.epoch() === undefined) await follow.turn();
  };
  const readClock = () =>
    every(CLOCK_EVERY_MS, clock.refresh, failed('market: failed to read the market clock (retrying)'));
  const periodic = [
    ...(deps.clock === undefined ? [readClock()] : []),
    every(FOLLOW_EVERY_MS, followUnlessLeading, failed('market: failed to follow the tape (retrying)')),
  ];
  const { publicKey } = key;
  return {
    ...{ latest, candles, tape, clock, publicKey },
    shown: { pool, latest, candles, clock, wallNow, offered, termsAt, publicKey },
    epoch: lead.epoch,
    onLeading: lead.onLeading,
    rejections: lead.rejections,
    upgrade: lead.upgrade,
    stop: async () => {
      await Promise.all(periodic.map((one) => one.stop()));
      await lead.stop();
    },
  };
}

/**
 * Creates the first feed immediately, so that an invalid configuration is reported at startup rather than at a later change of
 * leader.
 */
function openFeeds(
  { dataFolder, feed, pool, wallNow, report }: MarketDeps,
  { clock, key }: { readonly clock: MarketClock; readonly key: SigningKey },
): Feeds {
  const secret = openMarketSecret(dataFolder, feed.kind === 'simulated' ? feed.seed : undefined);
  const make = () => makeFeed(feed, { pool, clock, wallNow, report, secret, signer: key });
  const first = make();
  let unused: typeof first | undefined = first;
  return {
    secret,
    first,
    next: () => {
      const made = unused ?? make();
      unused = undefined;
      return made;
    },
  };
}
