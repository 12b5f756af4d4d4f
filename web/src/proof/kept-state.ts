/**
 * The state of the price tapes stored on this device: signed checkpoints and the public key, within limits, and contradictions. A
 * rewritten tape contradicts this state. Pure.
 */
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import type { Kept, KeptCheckpoint } from '@candor/verifier/remembered.ts';

export type Remembered = KeptCheckpoint & {
  /** The time at which this device first saw the checkpoint, in seconds of the device's clock. */
  readonly kept_at: number;
};

export type Contradiction = Finding & {
  readonly symbol: string;
  /** The time of the answer in seconds of the device's clock. */
  readonly found_at: number;
};

export type KeptState = {
  /** The first key seen, and the time at which it was seen. */
  readonly publicKey: string | undefined;
  readonly keySince: number;
  /** Sorted by symbol and number, ascending. */
  readonly checkpoints: readonly Remembered[];
  /** The contradictions, oldest first. */
  readonly contradictions: readonly Contradiction[];
};

export const nothingKept: KeptState = {
  publicKey: undefined,
  keySince: 0,
  checkpoints: [],
  contradictions: [],
};

/**
 * The maximum number of checkpoints per symbol. A checkpoint takes about 400 bytes, so 48 symbols take at most a quarter of a
 * megabyte, of the five megabytes that a browser grants.
 */
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

export function readKept(stored: unknown): KeptState {
  const record = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const { publicKey, keySince } = record;
  const found = recordsOf(record['contradictions']).filter(isContradiction) as unknown as Contradiction[];
  // The log may contradict stored data before any tape was seen.
  if (typeof publicKey !== 'string' || !HEX.test(publicKey)) return { ...nothingKept, contradictions: found };
  return {
    publicKey,
    keySince: Number.isSafeInteger(keySince) ? (keySince as number) : 0,
    checkpoints: recordsOf(record['checkpoints']).filter(isRemembered) as unknown as Remembered[],
    contradictions: found,
  };
}

export function keptOf(state: KeptState, symbol: string): readonly Remembered[] {
  return state.checkpoints.filter((one) => one.symbol === symbol);
}

/** Returns the key and a symbol's checkpoints in the verifier's form, or undefined before a key was seen. */
export function keptForVerifier(state: KeptState, symbol: string): Kept | undefined {
  const { publicKey } = state;
  return publicKey === undefined ? undefined : { publicKey, checkpoints: keptOf(state, symbol) };
}

/**
 * Drops the checkpoint whose neighbours are closest together, but never the first or the newest, so that the stored checkpoints
 * reach far back and are evenly spread.
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
  /** Checkpoints with valid signatures that contradict no stored data. */
  readonly checkpoints: readonly Checkpoint[];
};

/** Returns the state after checkpoints of a symbol were seen. The first key is kept if a different key is seen. */
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

/** Makes room for a further symbol, if necessary by dropping the symbol that was not updated for the longest time. */
function withRoom(others: readonly Remembered[]): readonly Remembered[] {
  const newest = new Map<string, number>();
  for (const { symbol, kept_at: at } of others) newest.set(symbol, Math.max(at, newest.get(symbol) ?? 0));
  const stays = [...newest]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, KEPT_SYMBOLS_MAX - 1)
    .map(([symbol]) => symbol);
  return others.filter(({ symbol }) => stays.includes(symbol));
}

/** Returns the state with a contradiction added. The same contradiction is added only once. */
export function withContradictions(
  state: KeptState,
  found: { readonly symbol: string; readonly findings: readonly Finding[] },
  nowSeconds: number,
): KeptState {
  const { symbol } = found;
  const isKnown = ({ code, seq }: Finding): boolean =>
    state.contradictions.some(
      // A changed key is added once, because it applies to all tapes.
      (one) =>
        one.code === code && (code === 'kept_key_differs' || (one.symbol === symbol && one.seq === seq)),
    );
  const fresh = found.findings
    .filter((one) => !isKnown(one))
    .map((one): Contradiction => ({ ...one, symbol, found_at: nowSeconds }));
  if (fresh.length === 0) return state;
  return { ...state, contradictions: [...state.contradictions, ...fresh].slice(0, CONTRADICTIONS_MAX) };
}
