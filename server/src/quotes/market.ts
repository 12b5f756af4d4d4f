/**
 * The market as the rest of the server sees it. A process that leads runs the feed, writes the tape, signs checkpoints and
 * finishes candles; one that does not follows the database and stands by to take over.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from '../db/pool.ts';
import { finishCandles } from './candle-store.ts';
import type { Candles } from './candles.ts';
import { createCandles } from './candles.ts';
import { catalogue } from './catalogue.ts';
import { sha256Chain } from './chain-hash.ts';
import { CHECKPOINT_EVERY_MS, signHeads } from './checkpoints.ts';
import type { MarketClock } from './clock.ts';
import { createClock } from './clock.ts';
import type { ExternalFeed } from './feeds/external.ts';
import type { Feed } from './feeds/feed.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import { makeFeed } from './feeds/make-feed.ts';
import { followOnce } from './follower.ts';
import type { Gate, Rejections } from './gate.ts';
import { aheadLimit, createGate } from './gate.ts';
import { quotesHandlers } from './handlers.ts';
import { backfillHistory } from './history.ts';
import type { LatestQuotes } from './latest.ts';
import { createLatest } from './latest.ts';
import type { Leadership } from './leader.ts';
import { seekLead } from './leader.ts';
import { every } from './periodic.ts';
import { openSigningKey } from './signing-key.ts';
import type { Tape } from './tape.ts';
import { createTape } from './tape.ts';

const CLOCK_EVERY_MS = 250;
const FOLLOW_EVERY_MS = 100;
const FINISH_EVERY_MS = 30_000;

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
  readonly report: (text: string) => void;
};

export type Market = {
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly tape: Pick<Tape, 'onEntries'>;
  readonly clock: MarketClock;
  readonly handlers: ReturnType<typeof quotesHandlers>;
  readonly publicKey: Uint8Array;
  /** The epoch while this process leads. */
  epoch(): bigint | undefined;
  /** Hears when this process begins and ceases to lead; called at once with how it stands. */
  onLeading(listener: (leading: boolean) => void): () => void;
  rejections(): Rejections;
  /** Takes an upgrade request of a program that pushes quotes; false when it is for somebody else. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  stop(): Promise<void>;
};

type Running = { readonly feed: Feed | ExternalFeed; readonly gate: Gate };

/** Starts the market; resolves once it leads and has its heads, or follows. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const { pool, report, wallNow } = deps;
  const key = openSigningKey(deps.dataFolder);
  const clock = createClock(pool, wallNow);
  await clock.refresh();
  const latest = createLatest();
  const candles = createCandles(pool);
  const leadingListeners = new Set<(leading: boolean) => void>();
  let running: Running | undefined;
  let leadership: Leadership | undefined;
  let loaded = false;
  const makeOne = () => makeFeed(deps.feed, { pool, clock, wallNow, report });
  // A wrong configuration is told now, by whichever process reads it, and not at some later change of leaders.
  let prepared: Feed | ExternalFeed | undefined = makeOne();
  const { timing } = prepared;

  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest,
    timeOf: timing === 'feed' ? (quote) => quote.feedTimeMs : clock.now,
    staleAfterMs: (symbol) => running?.feed.staleAfterMs(symbol) ?? 1,
    wallNow,
    onFenced: () => void leadership?.lost('another process took over'),
    report,
  });
  tape.onEntries(candles.take);

  const onLead = async (epoch: bigint): Promise<void> => {
    await clock.refresh();
    // With the epoch taken nothing of the leader before can follow: what it wrote last is heard here too.
    await followOnce({ pool, latest, publish: tape.publish });
    const symbols = catalogue.map((listing) => listing.instrument.symbol);
    const heads = [...(await tape.lead(epoch, symbols)).values()].filter((head) => head.seq > 0n);
    if (deps.feed.kind === 'simulated' && deps.feed.history !== false && heads.length === 0) {
      await backfillHistory(pool, { seed: deps.feed.seed, endMs: clock.now() });
    }
    await candles.load(heads.length === 0 ? untraded(clock.now()) : heads);
    const feed = prepared ?? makeOne();
    prepared = undefined;
    const starts = new Map(heads.map((head) => [head.symbol, head]));
    const gate = createGate({
      tape,
      symbols: new Set(feed.symbols),
      heads: starts,
      wallNow,
      timeMaxMs: timing === 'feed' ? () => Infinity : aheadLimit(clock.now),
      report,
    });
    running = { feed, gate };
    await feed.start(gate, starts);
    loaded = true;
    for (const listener of leadingListeners) listener(true);
  };
  const onLost = async (): Promise<void> => {
    for (const listener of leadingListeners) listener(false);
    const was = running;
    await was?.feed.stop();
    await tape.follow();
    running = undefined;
    loaded = false;
  };
  const follow = async (): Promise<void> => {
    if (leadership?.epoch() !== undefined) return;
    if (!loaded) {
      const heads = await followOnce({ pool, latest, publish: () => undefined });
      await candles.load(heads);
      loaded = true;
    }
    await followOnce({ pool, latest, publish: tape.publish });
  };

  const signed = new Map<string, bigint>();
  const sign = async (): Promise<void> => {
    const epoch = leadership?.epoch();
    if (epoch === undefined) return;
    const heads = catalogue
      .map((listing) => tape.head(listing.instrument.symbol))
      .filter((head) => head !== undefined)
      .filter((head) => head.seq > (signed.get(head.symbol) ?? 0n));
    await signHeads(pool, key, { epoch, heads });
    for (const head of heads) signed.set(head.symbol, head.seq);
  };
  const finishedTo = new Map<string, number>();
  const finish = async (): Promise<void> => {
    if (leadership?.epoch() === undefined) return;
    for (const { entry } of latest.all()) {
      const quarter = Math.floor(entry.timeMs / 900_000);
      if (finishedTo.get(entry.symbol) === quarter) continue;
      await finishCandles(pool, entry.symbol, entry.timeMs);
      finishedTo.set(entry.symbol, quarter);
    }
  };

  await follow();
  if (deps.role === 'lead') {
    leadership = await firstTurn(deps, { onLead, onLost });
  }
  const failed = (what: string) => (error: Error) => report(`${what}: ${error.message}`);
  const periodic = [
    every(CLOCK_EVERY_MS, clock.refresh, failed('the market clock could not be read')),
    every(FOLLOW_EVERY_MS, follow, failed('the tape could not be followed')),
    every(CHECKPOINT_EVERY_MS, sign, failed('the checkpoints could not be signed')),
    every(FINISH_EVERY_MS, finish, failed('the candles could not be finished')),
  ];
  return {
    latest,
    candles,
    tape,
    clock,
    handlers: quotesHandlers({ pool, latest, candles, clock, publicKey: key.publicKey, wallNow }),
    publicKey: key.publicKey,
    epoch: () => leadership?.epoch(),
    onLeading: (listener) => {
      leadingListeners.add(listener);
      listener(running !== undefined);
      return () => leadingListeners.delete(listener);
    },
    rejections: () => running?.gate.rejections() ?? new Map(),
    upgrade: (request, socket, head) => {
      const feed = running?.feed;
      return feed !== undefined && 'upgrade' in feed && feed.upgrade(request, socket, head);
    },
    stop: async () => {
      await Promise.all(periodic.map((one) => one.stop()));
      await running?.feed.stop();
      await sign();
      await leadership?.stop();
    },
  };
}

/** Candles of a simulated past can be shown before the first quote. */
function untraded(nowMs: number) {
  return catalogue.map(({ instrument }) => ({
    symbol: instrument.symbol,
    seq: 0n,
    timeMs: nowMs,
    feedTimeMs: nowMs,
    bid: 0n,
    ask: 0n,
    last: 0n,
    volume: 0n,
  }));
}

/** Starts seeking the lead and waits for the first try to end, so that a process alone begins with a market. */
async function firstTurn(
  deps: MarketDeps,
  hooks: { onLead: (epoch: bigint) => Promise<void>; onLost: () => Promise<void> },
): Promise<Leadership> {
  const leadership = seekLead({
    pool: deps.pool,
    role: 'market',
    owner: deps.owner,
    takeAtOnce: deps.alone,
    report: deps.report,
    ...hooks,
  });
  await leadership.tried;
  return leadership;
}
