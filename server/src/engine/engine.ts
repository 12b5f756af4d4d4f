/**
 * The trigger engine. When it starts, it reads every waiting row from the database and replays the tape from the previous
 * leader's saved position. Then it evaluates each entry once the entry is durable, and each change of a level once the change
 * is committed. Rows and tape alone determine whether a row fires and at which entry; the engine only makes it happen promptly.
 * The engine runs in the leading process. If a second engine runs briefly, nothing fires twice, because a firing is a command
 * with an idempotency key. Starting, reading the inbox and stopping share one horizon, so they are in one file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import { Astray } from './astray.ts';
import { Extremes } from './extremes.ts';
import { FiringQueue } from './firing-queue.ts';
import type { Astrayed, FiringAnswer } from './firing-queue.ts';
import type { Lags } from './lag-notice.ts';
import type { Announcement, Firing } from './lane.ts';
import { LaneRunner } from './lane-runner.ts';
import { LeftUnfired } from './left-unfired.ts';
import { PriceIndex } from './price-index.ts';
import { readInbox, readOpenTriggers, savePositions } from './store.ts';
import type { Horizon, InboxRead, LeftUnfiredRow } from './store.ts';
import { tapeSource } from './tape-source.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { FalselyFired } from '../commands/trigger-source.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';

export type EngineOptions = {
  readonly pool: Pool;
  /** Calls the listener with committed entries, in the order of each symbol's tape. Returns a function that unsubscribes. */
  readonly onEntries: (listener: (entries: readonly TapeEntry[]) => void) => () => void;
  readonly sources: readonly TriggerSource[];
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
  /** After this many busy answers, a firing is set aside. By default, this takes about a minute. */
  readonly busyMax?: number;
};

const INBOX_EVERY_MS = 50;
const SAVE_EVERY_MS = 500;
/** Large enough that every lane of the executor has its next batch waiting while it commits the previous one. */
const IN_FLIGHT_MAX = 768;
/** The delay before the next read while the inbox can't be read or hasn't been read yet. */
const HEAR_AGAIN_MS = 10;

export class Engine {
  readonly #options: EngineOptions;
  readonly #index = new PriceIndex();
  readonly #firings: FiringQueue;
  readonly #kinds: ReadonlySet<string>;
  readonly #astray: Astray;
  readonly #leftUnfired: LeftUnfired;
  readonly #lanes = new Map<string, LaneRunner>();
  readonly #timers: NodeJS.Timeout[] = [];
  #state: 'new' | 'running' | 'stopped' = 'new';
  #onEntries: (entries: readonly TapeEntry[]) => void = () => undefined;
  #endEntries: () => void = () => undefined;
  /** Where the next read of the inbox begins, and the ids it will return again. */
  #horizon: Horizon = '0';
  #seen: ReadonlySet<string> = new Set();
  /** Every announcement below this id was processed, and the firings at entries that those announcements missed are committed. */
  #settledHorizon: Horizon = '0';
  #inboxReadMs = 0;
  #readAgain = false;
  #readingInbox = false;
  /** How many reads of the inbox have begun, and the number of the last one that was processed. */
  #readsBegun = 0;
  #readTaken = 0;
  /** Whether a connection was lost since the last read began; the database may have restarted. */
  #lostConnection = false;
  readonly #onRemove = (): void => void (this.#lostConnection = true);
  #reading: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
    const sources = new Map(options.sources.map((source) => [source.kind, source]));
    const send = (firing: Firing): Promise<FiringAnswer> => {
      const source = sources.get(firing.trigger.kind);
      if (source === undefined)
        throw new Error(`expected a feature that fires ${firing.trigger.kind}, found none`);
      return source.fire(firing);
    };
    this.#kinds = new Set(sources.keys());
    const { nowMs, onTrouble } = options;
    const announce = (trigger: Trigger): void => this.#lane(trigger.symbol).announce(trigger);
    this.#astray = new Astray({ ...options, announce });
    const onLeft = (row: LeftUnfiredRow): void => this.#astray.recoverAll(row);
    this.#leftUnfired = new LeftUnfired({ ...options, onLeft });
    const heard = (): Promise<void> => this.#heard();
    const onAstray = (firing: Firing, why: Astrayed): void => this.#onAstray(firing, why);
    this.#firings = new FiringQueue({
      ...{ send, heard, nowMs, onTrouble, onAstray, inFlightMax: IN_FLIGHT_MAX, busyMax: options.busyMax },
    });
  }

  get size(): number {
    return this.#index.size;
  }

  /**
   * Rebuilds the triggers, replays the tape and goes live. Must be called while holding the epoch, so that no earlier leader
   * still writes.
   */
  async start(): Promise<void> {
    if (this.#state !== 'new')
      throw new Error('expected an engine that has not been started, found one that has');
    const held: TapeEntry[] = [];
    this.#onEntries = (entries) => void held.push(...entries);
    this.#endEntries = this.#options.onEntries((entries) => this.#onEntries(entries));
    this.#options.pool.on('remove', this.#onRemove);
    try {
      await this.#rebuild();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#state = 'running';
    this.#onEntries = (entries) => {
      for (const entry of entries) this.#lane(entry.symbol).enter(entry);
    };
    this.#onEntries(held);
    this.#inboxReadMs = this.#options.nowMs();
    await this.poke();
    this.#timers.push(setInterval(() => void this.poke(), INBOX_EVERY_MS));
    this.#timers.push(setInterval(() => (this.#saving = this.#savePositions()), SAVE_EVERY_MS));
    this.#leftUnfired.start();
  }

  /** Stops evaluating, waits for the firings in flight and saves the position. */
  async stop(): Promise<void> {
    const ran = this.#state === 'running';
    this.#state = 'stopped';
    this.#endEntries();
    this.#options.pool.off('remove', this.#onRemove);
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#reading, this.#saving, ...[...this.#lanes.values()].map((lane) => lane.stop())]);
    await this.#firings.stop();
    await Promise.all([this.#leftUnfired.stop(), this.#astray.stop()]);
    if (ran) await this.#savePositions();
  }

  /** Signals that an announcement was committed. Without the signal, the next read of the inbox starts within 50 ms. */
  poke(): Promise<void> {
    if (this.#state !== 'running') return Promise.resolve();
    this.#readAgain = true;
    if (!this.#readingInbox) {
      this.#readingInbox = true;
      this.#reading = this.#readAnnouncements();
    }
    return this.#reading;
  }

  /**
   * How far firing lags behind the tape. If the lag exceeds a second, orders that could profit from pending firings must be
   * refused. Infinite while the engine isn't running. Only the leading process calls it.
   */
  lagMs(symbol: string): number {
    if (this.#state !== 'running') return Infinity;
    const inboxAgeMs = this.#options.nowMs() - this.#inboxReadMs;
    return Math.max(inboxAgeMs, this.#lanes.get(symbol)?.lagMs ?? 0);
  }

  lags(): Lags {
    const behind = [...this.#lanes].map(([symbol, lane]) => [symbol, lane.lagMs] as const);
    const lagMs = this.#state === 'running' ? this.#options.nowMs() - this.#inboxReadMs : Infinity;
    return { lagMs, bySymbol: Object.fromEntries(behind.filter(([, symbolMs]) => symbolMs > 0)) };
  }

  /**
   * The earliest market-clock time (ms) that any row of a symbol waits for, even before the symbol's first price. Newly
   * committed rows are included after a short delay.
   */
  clockWaitedFor(symbol: string): number | undefined {
    return this.#state === 'running' ? this.#index.clockOf(symbol) : undefined;
  }

  /** Resolves after a read of the inbox that began after this call. Firings found during a rebuild wait for the first read. */
  async #heard(): Promise<void> {
    const after = this.#readsBegun;
    await this.poke();
    while (this.#readTaken <= after && this.#state !== 'stopped') {
      await delay(HEAR_AGAIN_MS);
      await this.poke();
    }
  }

  async #rebuild(): Promise<void> {
    const { pool, sources } = this.#options;
    const { starts, inbox } = await readOpenTriggers(pool, sources, (trigger) => this.#index.put(trigger));
    this.#horizon = inbox.horizon;
    this.#seen = new Set(inbox.seenAgain);
    for (const { symbol, startSeq, headSeq } of starts) {
      await this.#beginTrailing(symbol, startSeq);
      await this.#lane(symbol, startSeq).catchUp(headSeq);
    }
  }

  /** Extremes are not stored, so each trailing trigger's extreme is computed from the tape. */
  async #beginTrailing(symbol: string, startSeq: bigint): Promise<void> {
    const armed = this.#index.armedUpTo(symbol, startSeq);
    if (armed.length === 0 || startSeq === 0n) return;
    const extremes = await Extremes.read(tapeSource(this.#options.pool, symbol), startSeq, armed);
    this.#index.begin(symbol, startSeq, (condition, seq) => extremes.of(condition, seq));
  }

  /** Returns a symbol's lane. A symbol that had no head when the engine started begins with its first entry. */
  #lane(symbol: string, evaluatedSeq = 0n): LaneRunner {
    const known = this.#lanes.get(symbol);
    if (known !== undefined) return known;
    const { pool, nowMs, onTrouble } = this.#options;
    const lane = new LaneRunner(
      {
        symbol,
        index: this.#index,
        firings: this.#firings,
        tape: tapeSource(pool, symbol),
        nowMs,
        onTrouble,
      },
      evaluatedSeq,
    );
    this.#lanes.set(symbol, lane);
    return lane;
  }

  async #readAnnouncements(): Promise<void> {
    try {
      while (this.#readAgain && this.#state === 'running') {
        this.#readAgain = false;
        if (this.#lostConnection) this.#readFromTheBeginning();
        const startedMs = this.#options.nowMs();
        const read = (this.#readsBegun += 1);
        await this.#takeIn(await readInbox(this.#options.pool, this.#horizon));
        this.#readTaken = read;
        this.#inboxReadMs = startedMs;
      }
    } catch (error) {
      this.#options.onTrouble('engine: failed to read the inbox (retrying)', error);
      this.#readFromTheBeginning();
    } finally {
      this.#readingInbox = false;
    }
  }

  /**
   * After a crash, the database reuses the ids of transactions that hadn't been written durably, so later announcements may lie
   * below the known horizon. Rereading is harmless, because a trigger that is announced twice fires once. A crash doesn't
   * always make a read fail, because there may be no read before the database is back. Then only lost connections reveal the
   * crash.
   */
  #readFromTheBeginning(): void {
    this.#lostConnection = false;
    this.#horizon = '0';
    this.#settledHorizon = '0';
    this.#seen = new Set();
  }

  async #takeIn(inbox: InboxRead): Promise<void> {
    for (const { id, announcement } of inbox.rows) {
      if (this.#seen.has(id)) continue;
      if (this.#kinds.has(announcement.kind)) this.#lane(announcement.symbol).announce(announcement);
      else this.#leaveAside(announcement);
    }
    this.#horizon = inbox.horizon;
    this.#seen = new Set(inbox.seenAgain);
    const lanes = [...this.#lanes.values()];
    await Promise.all(lanes.map((lane) => lane.settled));
    if (this.#firings.late === 0 && lanes.every((lane) => lane.idle)) this.#settledHorizon = inbox.horizon;
  }

  #onAstray({ trigger, entry }: Firing, why: Astrayed): void {
    if (why === 'failed') return this.#astray.recover(trigger);
    if (why instanceof FalselyFired) {
      this.#astray.keep(trigger, why.message);
      return this.#astray.recover(trigger);
    }
    const told = `busy ${why.busyTimes} times at entry ${entry.seq}`;
    this.#options.onTrouble(
      `engine: set aside ${trigger.kind} ${trigger.row} of book ${trigger.book} (still retrying)`,
      new Error(told),
    );
    this.#astray.keep(trigger, told, 'busy');
    // The firing may be busy because the engine lacks the trigger that the row must wait for first, so all of the row's triggers
    // are reread.
    this.#astray.recoverAll(trigger);
  }

  #leaveAside(announcement: Announcement): void {
    const why = `no feature fires ${announcement.kind}`;
    this.#options.onTrouble(
      `engine: failed to apply an announcement for row ${announcement.row} of book ${announcement.book}, set it aside`,
      new Error(why),
    );
    this.#astray.keep(announcement, why);
  }

  async #savePositions(): Promise<void> {
    const positions = new Map([...this.#lanes].map(([symbol, lane]) => [symbol, lane.handledSeq]));
    // After a crash of the database, there may be unread announcements below the horizon.
    const horizon = this.#lostConnection ? '0' : this.#settledHorizon;
    try {
      await savePositions(this.#options.pool, { positions, horizon });
    } catch (error) {
      this.#options.onTrouble('engine: failed to save its position (retrying)', error);
    }
  }
}
