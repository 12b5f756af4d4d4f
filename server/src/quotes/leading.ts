/** The work of the process that leads the market: it runs the feed, records gaps, signs checkpoints and finishes candles. */
import { conversions, isRateSymbol } from '@candor/domain/market/conversion.ts';
import { OPTION_GAP_MS } from '@candor/domain/trading/option.ts';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import type { Pool } from '../db/pool.ts';
import { finishCandles } from './candle-store.ts';
import type { Candles } from './candles.ts';
import { catalogue } from './catalogue.ts';
import { sha256Chain } from './chain-hash.ts';
import { CHECKPOINT_EVERY_MS, signHeads } from './checkpoints.ts';
import type { MarketClock } from './clock.ts';
import type { ExternalFeed } from './feeds/external.ts';
import type { Feed } from './feeds/feed.ts';
import { CATCH_UP_MS, entryTimes } from './feeds/feed.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import type { Gate } from './gate/gate.ts';
import { createGate } from './gate/gate.ts';
import { aheadLimit } from './gate/judge.ts';
import { backfillHistory } from './history.ts';
import type { LatestQuotes } from './latest.ts';
import { sealLedger } from './ledger-seal.ts';
import { tellFeed } from './leader.ts';
import { every } from '../db/periodic.ts';
import { pastSeed } from './market-days.ts';
import type { MarketSecret } from './market-days.ts';
import { recordSourceRule } from './source-rules.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';
import { isSilent } from './tape-prepare.ts';
import type { Head } from './tape-store.ts';
import { readEntries } from './tape-store.ts';
import type { Tape } from './tape.ts';

const FINISH_EVERY_MS = 30_000;
const SILENCE_EVERY_MS = 250;
/** A timer that is this late (ms) means that the process was suspended and received nothing in the meantime. */
const SLEPT_MS = 1_000;
/** How long an external feed program may take to reconnect after this process started. */
const RECONNECT_MS = 7_000;
/** How long a live feed may keep repeating the same feed time. */
const FEED_TIME_STANDS_MS = 5_000;
const QUARTER_HOUR_MS = 900_000;
/** How many entries at the end of each tape are verified before any entry is appended. */
const CHECKED_ENTRIES = 50;

const rateSymbols = conversions.map((conversion) => conversion.symbol);

export type LeadingParts = {
  readonly pool: Pool;
  readonly clock: MarketClock;
  readonly tape: Tape;
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly key: SigningKey;
  readonly config: FeedConfig;
  readonly secret: MarketSecret;
  readonly feed: Feed | ExternalFeed;
  readonly wallNow: () => number;
  readonly clockWaitedFor: (symbol: string) => number | undefined;
  readonly report: (text: string) => void;
};

export type Leading = {
  readonly feed: Feed | ExternalFeed;
  readonly gate: Gate;
  /** Stops the feed and, if this process still leads, signs the last heads. */
  end(): Promise<void>;
};

/** Takes over the tape for an epoch and starts the feed on it. */
export async function beginLeading(parts: LeadingParts, epoch: bigint): Promise<Leading> {
  const { pool, clock, tape, candles, feed } = parts;
  const symbols = catalogue.map((listing) => listing.instrument.symbol);
  const taken = await tape.lead(epoch, [...symbols, ...rateSymbols]);
  const heads = [...taken.values()].filter((head) => head.seq > 0n);
  await Promise.all(heads.map((head) => checkChain(pool, head)));
  if (heads.length === 0 && parts.config.kind === 'simulated' && parts.config.history !== false) {
    const endMs = clock.now();
    await backfillHistory(pool, { seed: pastSeed(parts.secret), endMs });
    await candles.load(symbols.map((symbol) => ({ symbol, timeMs: endMs })));
  }
  const starts = new Map(
    heads.filter((head) => !isRateSymbol(head.symbol)).map((head) => [head.symbol, head]),
  );
  const gate = createGate({
    tape,
    symbols: new Set(feed.symbols),
    heads: starts,
    wallNow: parts.wallNow,
    marketTimeOf: entryTimes(feed, clock.now),
    beginsClosed: feed.name !== 'replay',
    timeMaxMs: feed.name === 'replay' ? () => Infinity : aheadLimit(clock.now),
    ...(feed.timing === 'clock' && {
      ageNow: () => ({
        nowMs: clock.now(),
        maxMs: CATCH_UP_MS * clock.base().speed,
        standsMs: FEED_TIME_STANDS_MS * clock.base().speed,
      }),
    }),
    report: parts.report,
  });
  await recordSourceRule(pool, parts.config);
  await feed.start(gate, starts);
  await tellFeed(pool, { epoch, feed: feed.name });

  const sign = signer(parts, epoch);
  const silent = silenceTeller(parts, gate);
  const failed = (what: string) => (error: Error) => parts.report(`${what}: ${error.message}`);
  const periodic = [
    every(CHECKPOINT_EVERY_MS, sign, failed('market: failed to sign the checkpoints (retrying)')),
    every(FINISH_EVERY_MS, finisher(parts), failed('market: failed to store finished candles (retrying)')),
    every(
      SILENCE_EVERY_MS,
      async () => {
        gate.tellRefused();
        await silent();
      },
      failed('market: failed to record a gap (retrying)'),
    ),
  ];
  return {
    feed,
    gate,
    end: async () => {
      await Promise.all([feed.stop(), ...periodic.map((one) => one.stop())]);
      gate.tellRefused(true);
      await sign().catch(failed('market: failed to sign the last checkpoints'));
    },
  };
}

/** Verifies the end of a tape. If that fails, the tape is not continued, because later entries would bury the violation. */
async function checkChain(pool: Pool, head: Head): Promise<void> {
  const { symbol } = head;
  const fromSeq = head.seq > BigInt(CHECKED_ENTRIES) ? head.seq - BigInt(CHECKED_ENTRIES) : 0n;
  const entries = await readEntries(pool, { symbol, fromSeq, limit: CHECKED_ENTRIES + 1 });
  const start = fromSeq === 0n ? CHAIN_GENESIS : entries.shift();
  const violation = start === undefined ? undefined : chainViolation(start, entries, sha256Chain);
  if (violation !== undefined)
    throw new Error(
      `expected a valid tape of ${symbol}, found a violation at ${violation.seq}: ${violation.why}`,
    );
  const newest = entries.at(-1);
  if (newest?.seq !== head.seq || Buffer.compare(newest.hash, head.hash) !== 0) {
    throw new Error(`expected the tape of ${symbol} to end at its head ${head.seq}, found another end`);
  }
}

/**
 * Records a gap if a ticket or trigger waits for a time that has come and no quote has arrived. Each silence is recorded once,
 * and again for each later time that is waited for. Only a silence of the feed is recorded, never one of the server: while this
 * process was suspended, wrote late or had only just started, the feed's state is unknown.
 */
function silenceTeller(
  { clock, tape, feed, clockWaitedFor, wallNow }: LeadingParts,
  gate: Pick<Gate, 'heardMs'>,
): () => Promise<void> {
  let turnMs = performance.now();
  let listeningMs = wallNow() + (feed.name === 'external' ? RECONNECT_MS : 0);
  return () => {
    const nowMs = clock.now();
    const wallMs = wallNow();
    if (performance.now() - turnMs > SLEPT_MS) listeningMs = Math.max(listeningMs, wallMs);
    turnMs = performance.now();
    for (const { instrument } of catalogue) {
      const { symbol } = instrument;
      const waitedForMs = clockWaitedFor(symbol);
      if (waitedForMs === undefined || waitedForMs > nowMs) continue;
      if (wallMs - Math.max(listeningMs, gate.heardMs(symbol)) <= OPTION_GAP_MS) continue;
      if (isSilent(tape.head(symbol), nowMs) && feed.hasMore?.(symbol) !== true) tape.gap(symbol);
    }
    return Promise.resolve();
  };
}

function signer({ pool, key, tape }: LeadingParts, epoch: bigint): () => Promise<void> {
  const signed = new Map<string, bigint>();
  return async () => {
    const heads = [...catalogue.map((listing) => listing.instrument.symbol), ...rateSymbols]
      .map((symbol) => tape.head(symbol))
      .filter((head) => head !== undefined)
      .filter((head) => head.seq > (signed.get(head.symbol) ?? 0n));
    await signHeads(pool, key, { epoch, heads });
    await sealLedger(pool, key);
    for (const head of heads) signed.set(head.symbol, head.seq);
  };
}

/** Finishes the candles of symbols whose tape has entered the next quarter hour. */
function finisher({ pool, latest }: LeadingParts): () => Promise<void> {
  const finishedTo = new Map<string, number>();
  return async () => {
    for (const { entry } of latest.all()) {
      // Conversion rates have no chart, so they need no candles.
      if (isRateSymbol(entry.symbol)) continue;
      const quarter = Math.floor(entry.timeMs / QUARTER_HOUR_MS);
      if (finishedTo.get(entry.symbol) === quarter) continue;
      await finishCandles(pool, entry.symbol, entry.timeMs);
      finishedTo.set(entry.symbol, quarter);
    }
  };
}
