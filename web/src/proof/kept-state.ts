/**
 * The stored state of the price tapes on this device: signed checkpoints and the public key, within limits, and any
 * contradictions found. Whoever rewrites a tape can't change it. Pure.
 */
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import type { Kept, KeptCheckpoint } from '@candor/verifier/remembered.ts';

export type Remembered = KeptCheckpoint & {
  /** When this device first saw it, in seconds of the device's clock. */
  readonly kept_at: number;
};

/** An answer from the server that can't be true together with what is stored. */
export type Contradiction = Finding & {
  readonly symbol: string;
  /** In seconds of the device's clock. */
  readonly found_at: number;
};

export type KeptState = {
  /** The first key seen, and when. */
  readonly publicKey: string | undefined;
  readonly keySince: number;
  /** By symbol and number, ascending. */
  readonly checkpoints: readonly Remembered[];
  /** Oldest first. */
  readonly contradictions: readonly Contradiction[];
};

export const nothingKept: KeptState = {
  publicKey: undefined,
  keySince: 0,
  checkpoints: [],
  contradictions: [],
};

/** About 400 bytes each: with 48 symbols, at most a quarter of a megabyte of the five that a browser grants. */
export const KEPT_OF_SYMBOL_MAX = 12;
export const KEPT_SYMBOLS_MAX = 48;
export const CONTRADICTIONS_MAX = 20;

const HEX = /^[0-9a-f]{64,128}$/;

function recordsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : [];
}

function isRemembered(one: Record<string, unknown>): boolean {
  return (
    typeof one['symbol'] === 'string' &&
    ['seq', 'time', 'kept_at'].every((name) => Number.isSafeInteger(one[name])) &&
    ['hash', 'public_key', 'signature'].every((name) => HEX.test(String(one[name])))
  );
}

function isContradiction(one: Record<string, unknown>): boolean {
  return (
    typeof one['symbol'] === 'string' &&
    typeof one['code'] === 'string' &&
    (one['seq'] === null || Number.isSafeInteger(one['seq'])) &&
    Number.isSafeInteger(one['found_at']) &&
    typeof one['params'] === 'object' &&
    one['params'] !== null
  );
}

/** Parses a state from any stored content; invalid records are dropped. */
export function readKept(stored: unknown): KeptState {
  const record = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const { publicKey, keySince } = record;
  if (typeof publicKey !== 'string' || !HEX.test(publicKey)) return nothingKept;
  return {
    publicKey,
    keySince: Number.isSafeInteger(keySince) ? (keySince as number) : 0,
    checkpoints: recordsOf(record['checkpoints']).filter(isRemembered) as unknown as Remembered[],
    contradictions: recordsOf(record['contradictions']).filter(isContradiction) as unknown as Contradiction[],
  };
}

/** The stored checkpoints of one symbol, oldest first. */
export function keptOf(state: KeptState, symbol: string): readonly Remembered[] {
  return state.checkpoints.filter((one) => one.symbol === symbol);
}

/** The same in the verifier's form; undefined before anything was seen. */
export function keptForVerifier(state: KeptState, symbol: string): Kept | undefined {
  const { publicKey } = state;
  return publicKey === undefined ? undefined : { publicKey, checkpoints: keptOf(state, symbol) };
}

/**
 * Always keeps the first and the newest. Among the others, it drops the one whose neighbours are closest together, so that the
 * stored checkpoints reach far back and are evenly spread.
 */
function thinned(kept: readonly Remembered[]): readonly Remembered[] {
  let rest = kept;
  while (rest.length > KEPT_OF_SYMBOL_MAX) {
    let at = 1;
    let closest = Number.POSITIVE_INFINITY;
    for (let inner = 1; inner < rest.length - 1; inner += 1) {
      const apart = (rest[inner + 1]?.seq ?? 0) - (rest[inner - 1]?.seq ?? 0);
      if (apart < closest) {
        closest = apart;
        at = inner;
      }
    }
    rest = rest.toSpliced(at, 1);
  }
  return rest;
}

export type Shown = {
  readonly symbol: string;
  readonly publicKey: string;
  /** Checkpoints with valid signatures and without contradictions. */
  readonly checkpoints: readonly Checkpoint[];
};

/** The state after checkpoints of a symbol were seen. A key that differs from the first one is not adopted. */
export function withSeen(state: KeptState, shown: Shown, nowSeconds: number): KeptState {
  if (state.publicKey !== undefined && state.publicKey !== shown.publicKey) return state;
  const { symbol } = shown;
  const known = keptOf(state, symbol);
  const fresh = shown.checkpoints
    .filter(({ seq }) => known.every((one) => one.seq !== seq))
    .map(({ seq, hash, time, public_key, signature }): Remembered => {
      return { symbol, seq, hash, time, public_key, signature, kept_at: nowSeconds };
    });
  if (fresh.length === 0 && state.publicKey !== undefined) return state;
  const own = thinned([...known, ...fresh].toSorted((one, other) => one.seq - other.seq));
  const others = state.checkpoints.filter((one) => one.symbol !== symbol);
  return {
    ...state,
    publicKey: shown.publicKey,
    keySince: state.publicKey === undefined ? nowSeconds : state.keySince,
    checkpoints: [...withRoom(others), ...own],
  };
}

/** Makes room for one more symbol, if necessary by dropping the one not updated for longest. */
function withRoom(others: readonly Remembered[]): readonly Remembered[] {
  const newest = new Map<string, number>();
  for (const { symbol, kept_at: at } of others) newest.set(symbol, Math.max(at, newest.get(symbol) ?? 0));
  const stays = [...newest]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, KEPT_SYMBOLS_MAX - 1)
    .map(([symbol]) => symbol);
  return others.filter(({ symbol }) => stays.includes(symbol));
}

/** The state after an answer was found to contradict it. Finding the same again changes nothing. */
export function withContradictions(
  state: KeptState,
  found: { readonly symbol: string; readonly findings: readonly Finding[] },
  nowSeconds: number,
): KeptState {
  const { symbol } = found;
  const isKnown = ({ code, seq }: Finding): boolean =>
    state.contradictions.some(
      // A key belongs to all tapes, so it is reported once.
      (one) =>
        one.code === code && (code === 'kept_key_differs' || (one.symbol === symbol && one.seq === seq)),
    );
  const fresh = found.findings
    .filter((one) => !isKnown(one))
    .map((one): Contradiction => ({ ...one, symbol, found_at: nowSeconds }));
  if (fresh.length === 0) return state;
  return { ...state, contradictions: [...state.contradictions, ...fresh].slice(0, CONTRADICTIONS_MAX) };
}
