/**
 * Computes the valid outcome of every level that was ever set from the states of the rows and the tape alone. A level fires at
 * the first entry after its arming that was made after the request and reaches the level, soon after that entry while the
 * server is running, or not at all.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { At, Entry, Life, OrderState, PositionState } from './level-history.ts';

export type Watch = {
  readonly name: string;
  readonly symbol: string;
  readonly armedSeq: number;
  readonly armedMs: number;
  /** The earliest time (ms) at which an entry that fires the level may be made. */
  readonly sinceMs: number;
  readonly reached: (entry: Entry, best: Amount) => boolean;
  /** Whether the level trails the greatest bid or the least ask since the arming. */
  readonly trails: 'bid' | 'ask' | undefined;
  /** When the level was removed, moved or fired; undefined if it still waits. */
  readonly endedMs: number | undefined;
  /** The entry at which the level fired, if it did. */
  readonly firedSeq: number | undefined;
  /**
   * The entry at which another level of the row fired. The firing rightly removed this level, unless this level was due
   * earlier.
   */
  readonly otherSeq: number | undefined;
};

type Part = 'limit' | 'target' | 'stop' | 'trail';
const FIRES: Readonly<Record<Part, readonly string[]>> = {
  limit: [],
  target: ['take_profit'],
  stop: ['stop_loss', 'profit_lock'],
  trail: ['trailing'],
};
const ALIVE = new Set(['open', 'closing']);

function levelOf(state: PositionState, part: Part): string | null {
  if (part === 'limit') return state.status === 'pending' ? state.price : null;
  if (!ALIVE.has(state.status)) return null;
  return { target: state.take_profit, stop: state.stop_price, trail: state.trail_distance }[part];
}

function reachedBy(state: { side: string }, part: Part, level: Amount): Watch['reached'] {
  const buys = state.side === 'long' || state.side === 'buy';
  if (part === 'limit') return buys ? (entry) => entry.ask <= level : (entry) => entry.bid >= level;
  if (part === 'trail')
    return buys ? (entry, best) => best - entry.bid >= level : (entry, best) => entry.ask - best >= level;
  const rises = (part === 'target') === buys;
  if (buys) return rises ? (entry) => entry.bid >= level : (entry) => entry.bid <= level;
  return rises ? (entry) => entry.ask >= level : (entry) => entry.ask <= level;
}

function watchesOf({ name, states }: Life<PositionState>, part: Part): Watch[] {
  const watches: Watch[] = [];
  for (const [at, { atMs, state }] of states.entries()) {
    const level = levelOf(state, part);
    const version = state.armed[part]?.[0];
    const before = states[at - 1];
    const isNew = before === undefined || levelOf(before.state, part) === null;
    if (level === null || (!isNew && before.state.armed[part]?.[0] === version)) continue;
    const end = states
      .slice(at + 1)
      .find((later) => levelOf(later.state, part) === null || later.state.armed[part]?.[0] !== version);
    watches.push({
      name: `${part} at ${level} of ${name}`,
      symbol: state.symbol,
      armedSeq: Number(state.armed[part]![1]),
      armedMs: atMs,
      sinceMs: state.armed[part]![2] ?? 0,
      reached: reachedBy(state, part, fromNumeric(level)),
      trails: part !== 'trail' ? undefined : state.side === 'long' ? 'bid' : 'ask',
      endedMs: end?.atMs,
      ...endOf(end, part),
    });
  }
  return watches;
}

const seqOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

function endOf(
  end: At<PositionState> | undefined,
  part: Part,
): { readonly firedSeq: number | undefined; readonly otherSeq: number | undefined } {
  if (end === undefined || end.state.status === 'cancelled')
    return { firedSeq: undefined, otherSeq: undefined };
  if (part === 'limit') return { firedSeq: seqOf(end.state.entry_seq), otherSeq: undefined };
  const last = end.state.status === 'closed' ? end.state.closes.at(-1) : undefined;
  if (last === undefined) return { firedSeq: undefined, otherSeq: undefined };
  const seq = Number(last.tape_seq);
  if (FIRES[part].includes(last.reason)) return { firedSeq: seq, otherSeq: undefined };
  return { firedSeq: undefined, otherSeq: last.reason === 'customer' ? undefined : seq };
}

export function positionWatches(life: Life<PositionState>): Watch[] {
  return (['limit', 'target', 'stop', 'trail'] as const).flatMap((part) => watchesOf(life, part));
}

export function orderWatches({ name, states }: Life<OrderState>): Watch[] {
  const [first] = states;
  if (first === undefined || first.state.type !== 'limit' || first.state.price === null) return [];
  const { symbol, side, price } = first.state;
  const armings = states.filter(
    ({ state }, at) => state.status === 'open' && states[at - 1]?.state.version !== state.version,
  );
  return armings.map(({ atMs, state }) => {
    const end = states.find(
      (later) =>
        later.state.status !== 'open' || (later.state.version !== state.version && later.atMs >= atMs),
    );
    return {
      name: `limit at ${price} of ${name}`,
      symbol,
      armedSeq: Number(state.armed_seq),
      armedMs: atMs,
      sinceMs: Number(state.created_ms),
      reached: reachedBy({ side }, 'limit', fromNumeric(price)),
      trails: undefined,
      endedMs: end?.atMs,
      firedSeq: end?.state.status === 'filled' ? seqOf(end.state.filled_seq) : undefined,
      otherSeq: undefined,
    };
  });
}

export function firstReached(watch: Watch, tape: readonly Entry[]): Entry | undefined {
  let best = 0n;
  for (const entry of tape.slice(Math.max(0, watch.armedSeq - 1))) {
    const isAwaited = entry.seq > watch.armedSeq && entry.madeMs >= watch.sinceMs && !entry.gap;
    if (isAwaited && watch.reached(entry, bestWith(watch, best, entry))) return entry;
    best = bestWith(watch, best, entry);
  }
  return undefined;
}

function bestWith({ trails }: Watch, best: Amount, { bid, ask }: Entry): Amount {
  if (trails === 'bid') return bid > best ? bid : best;
  return trails === 'ask' && (best === 0n || ask < best) ? ask : best;
}

/** The times at which the server went down and came back, by the market clock. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

/** How long the server was running within a time span, in milliseconds. */
export function upMs([fromMs, toMs]: readonly [number, number], outages: readonly Outage[]): number {
  const away = outages.map((one) => Math.max(0, Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs)));
  return toMs - fromMs - away.reduce((sum, ms) => sum + ms, 0);
}

/** The error in the outcome of a level, or undefined if there is none. `endMs` is the end of the run. */
export function violationOf(
  watch: Watch,
  at: { tape: readonly Entry[]; outages: readonly Outage[]; graceMs: number; endMs: number },
): string | undefined {
  const entry = firstReached(watch, at.tape);
  const { firedSeq, otherSeq } = watch;
  if (firedSeq !== undefined && firedSeq !== entry?.seq)
    return `${watch.name} fired at ${firedSeq}, and ${entry?.seq ?? 'none'} reached it first since ${watch.armedSeq}`;
  if (entry === undefined) return undefined;
  if (firedSeq === undefined && otherSeq !== undefined)
    return entry.seq < otherSeq
      ? `${watch.name}: ${entry.seq} reached it, and ${otherSeq} fired something else`
      : undefined;
  const endedMs = watch.endedMs ?? at.endMs;
  if (upMs([Math.max(entry.timeMs, watch.armedMs), endedMs], at.outages) <= at.graceMs) return undefined;
  const ended = firedSeq === undefined ? 'was still not fired' : 'fired';
  return `${watch.name} ${ended} ${endedMs - entry.timeMs} ms after entry ${entry.seq}, armed behind ${watch.armedSeq}`;
}
