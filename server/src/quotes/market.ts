/**
 * The market as the rest of the server sees it. A process that leads runs the feed and writes the tape; one that does not
 * follows the database, shows the same prices and stands by to take over.
 */
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from '../db/pool.ts';
import type { Candles } from './candles.ts';
import { createCandles } from './candles.ts';
import { sha256Chain } from './chain-hash.ts';
import type { MarketClock } from './clock.ts';
import { createClock } from './clock.ts';
import { entryTimes } from './feeds/feed.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import { makeFeed } from './feeds/make-feed.ts';
import { followOnce } from './follower.ts';
import type { Rejections } from './gate.ts';
import type { LatestQuotes } from './latest.ts';
import { createLatest, quotedBy } from './latest.ts';
import type { Leadership } from './leader.ts';
import { seekLead } from './leader.ts';
import type { Leading } from './leading.ts';
import { beginLeading } from './leading.ts';
import { every } from '../db/periodic.ts';
import { openMarketSecret } from './market-days.ts';
import type { MarketView } from './quotation.ts';
import { openSigningKey } from './signing-key.ts';
import type { Tape } from './tape.ts';
import { createTape } from './tape.ts';

const CLOCK_EVERY_MS = 250;
const FOLLOW_EVERY_MS = 100;

export type MarketDeps = {
  readonly pool: Pool;
  readonly feed: FeedConfig;
  /** Where the signing key is kept. */
  readonly dataFolder: string;
  /** `lead`: take the lead when it is free; `follow`: only read. */
  readonly role: 'lead' | 'follow';
  /** Whether this process alone uses its database, and need not wait for an older leader's beat to grow old. */
  readonly alone: boolean;
  /** Named in the leader's row. */
  readonly owner: string;
  readonly wallNow: () => number;
  /**
   * The earliest time of the market clock that something of a symbol waits for, price or no price; asked of the process
   * that leads.
   */
  readonly clockWaitedFor: (symbol: string) => number | undefined;
  /** Whether published terms let something new be opened. */
  readonly offered?: (symbol: string) => boolean;
  /** The figures that count of an instrument; those of the configuration where nobody says. */
  readonly termsAt?: InstrumentAt;
  readonly report: (text: string) => void;
};

/** What the public calls of market data answer from. */
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
  /** What is shown of it to whoever asks. */
  readonly shown: ShownMarket;
  readonly publicKey: Uint8Array;
  /** The epoch while this process leads. */
  epoch(): bigint | undefined;
  /** Hears when this process begins and ceases to lead; called at once with how it stands. */
  onLeading(listener: (leading: boolean) => void): () => void;
  /** How many quotes were refused, by symbol and reason. */
  rejections(): Rejections;
  /** Takes an upgrade request of a program that pushes quotes; false when it is for somebody else. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  stop(): Promise<void>;
};

/** Starts the market; resolves once it leads and has its heads, or follows. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const { pool, report, wallNow, clockWaitedFor, offered = () => true } = deps;
  const termsAt = deps.termsAt ?? ((instrument) => instrument);
  const key = openSigningKey(deps.dataFolder);
  const clock = createClock(pool, wallNow);
  await clock.refresh();
  const latest = createLatest();
  const candles = createCandles(pool);
  const secret = openMarketSecret(
    deps.dataFolder,
    deps.feed.kind === 'simulated' ? deps.feed.seed : undefined,
  );
  const makeOne = () => makeFeed(deps.feed, { pool, clock, wallNow, report, secret, signer: key });
  // Made now, so that a wrong configuration is told at the start and not at some later change of leaders.
  let firstFeed: ReturnType<typeof makeOne> | undefined = makeOne();
  let leadership: Leadership | undefined;
  let leading: Leading | undefined;
  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest,
    timeOf: entryTimes(firstFeed, clock.now),
    marketNow: clock.now,
    quotesTellTime: firstFeed.timing === 'feed',
    staleAfterMs: firstFeed.staleAfterMs,
    fillAgeMs: firstFeed.fillAgeMs,
    wallNow,
    onFenced: () => void leadership?.lost('another process took over'),
    report,
  });
  tape.onEntries(candles.take);

  const listeners = new Set<(leading: boolean) => void>();
  const tell = (now: boolean): void => {
    for (const listener of listeners) listener(now);
  };
  const follow = follower({ pool, latest, candles, tape });
  await follow.turn();
  if (deps.role === 'lead') {
    leadership = seekLead({
      pool,
      role: 'market',
      owner: deps.owner,
      takeAtOnce: deps.alone,
      report,
      onLead: async (epoch) => {
        await clock.refresh();
        // With the epoch taken nothing of the leader before can follow: what it wrote last is heard here too.
        await follow.turn();
        const feed = firstFeed ?? makeOne();
        firstFeed = undefined;
        leading = await beginLeading(
          {
            pool,
            clock,
            tape,
            latest,
            candles,
            key,
            config: deps.feed,
            secret,
            feed,
            wallNow,
            clockWaitedFor,
            report,
          },
          epoch,
        );
        tell(true);
      },
      onLost: async () => {
        tell(false);
        const ending = leading;
        leading = undefined;
        await ending?.end();
        await tape.follow();
        follow.loadAgain();
      },
    });
    await leadership.tried;
  }
  const failed = (what: string) => (error: Error) => report(`${what}: ${error.message}`);
  const followUnlessLeading = async (): Promise<void> => {
    if (leadership?.epoch() === undefined) await follow.turn();
  };
  const periodic = [
    every(CLOCK_EVERY_MS, clock.refresh, failed('the market clock could not be read')),
    every(FOLLOW_EVERY_MS, followUnlessLeading, failed('the tape could not be followed')),
  ];
  return {
    latest,
    candles,
    tape,
    clock,
    shown: {
      ...{ pool, latest, candles, clock, wallNow, offered, termsAt },
      publicKey: key.publicKey,
    },
    publicKey: key.publicKey,
    epoch: () => leadership?.epoch(),
    onLeading: (listener) => {
      listeners.add(listener);
      listener(leading !== undefined);
      return () => listeners.delete(listener);
    },
    rejections: () => leading?.gate.rejections() ?? new Map(),
    upgrade: (request, socket, head) => {
      const feed = leading?.feed;
      return feed !== undefined && 'upgrade' in feed && feed.upgrade(request, socket, head);
    },
    stop: async () => {
      await Promise.all(periodic.map((one) => one.stop()));
      await leadership?.stop();
    },
  };
}

/** Reads what the leader wrote; the first turn loads the candles that are in the making. */
function follower(parts: {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly tape: Pick<Tape, 'publish'>;
}): { turn(): Promise<void>; loadAgain(): void } {
  const { pool, latest, candles, tape } = parts;
  let loaded = false;
  return {
    turn: async () => {
      const heads = await followOnce({ pool, latest, publish: tape.publish });
      if (loaded) return;
      await candles.load(heads.map((head) => ({ symbol: head.symbol, timeMs: quotedBy(head).timeMs })));
      loaded = true;
    },
    loadAgain: () => {
      loaded = false;
    },
  };
}
