/** Reads the public record of a platform over HTTP. Invalid responses are reported in one sentence. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { asChange } from '../keys/follow-keys.ts';
import type { KeyChange, ShownChange } from '../keys/follow-keys.ts';
import type { MarketDay } from '../market-days.ts';
import { MINUTE_MS } from '../time.ts';

/** Reads the tape of one symbol in ascending order from a given number, at most `limit` items per call. */
export type TapeSource = {
  readonly entries: (fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;
  readonly checkpoints: (fromSeq: number, limit: number) => Promise<readonly Checkpoint[]>;
};

export type TapeServer = TapeSource & {
  /** The newest entry. */
  readonly head: () => Promise<TapeEntry>;
  readonly publicKey: () => Promise<string>;
  /** The statements that link each key to the next. */
  readonly keyChanges: () => Promise<readonly KeyChange[]>;
};

/** Thrown if there is no verdict because the tape could not be read. The message is shown to the user. */
export class UnreadableError extends Error {}

/** The maximum number of items in a response. */
export const PAGE = 1000;
const TIMEOUT_MS = 20_000;
/** The number of attempts of a request to a busy server, and the pause between attempts in milliseconds. */
const BUSY_TRIES = 12;
const BUSY_MS = 5000;

/** Reads the tape of a symbol from an address like http://127.0.0.1:8080. */
export function tapeServer(address: string, symbol: string): TapeServer {
  const read = (path: string, fields: Record<string, string | number>) =>
    readAnswer(`${address.replace(/\/+$/, '')}/api/${path}`, fields);
  const range = (from_seq: number, limit: number) => ({ symbol, from_seq, limit });
  return {
    entries: async (from, limit) => asList<TapeEntry>('entries', await read('tape', range(from, limit))),
    checkpoints: async (from, limit) => {
      const answer = await read('tape/checkpoints', range(from, limit));
      return asList<Checkpoint>('checkpoints', asObject('checkpoints', answer)['checkpoints']);
    },
    head: async () => {
      const newest = asList<TapeEntry>('entries', await read('tape', { symbol, limit: 1 })).at(-1);
      if (newest === undefined) throw new UnreadableError(`The tape of ${symbol} is empty.`);
      return newest;
    },
    keyChanges: () => readKeyChanges(address),
    publicKey: async () => {
      const { public_key: key } = asObject('keys', await read('transparency/keys', {}));
      if (typeof key !== 'string') throw new UnreadableError('The server publishes no key.');
      return key;
    },
  };
}

/** Reads the statements that link each of the platform's signing keys to the next. */
export async function readKeyChanges(address: string): Promise<readonly KeyChange[]> {
  const url = `${address.replace(/\/+$/, '')}/api/transparency/keys`;
  const { changes = [] } = asObject('keys', await readAnswer(url, {}));
  return asList<ShownChange>('changes', changes).map(asChange);
}

/** Reads the keys of the platform's simulated market, and the key with which the platform signs. */
export async function readMarketDays(
  address: string,
): Promise<{ readonly publicKey: string; readonly days: readonly MarketDay[] }> {
  const at = `${address.replace(/\/+$/, '')}/api/transparency`;
  const { public_key: publicKey } = asObject('keys', await readAnswer(`${at}/keys`, {}));
  if (typeof publicKey !== 'string') throw new UnreadableError('The server publishes no key.');
  const { days } = asObject('days', await readAnswer(`${at}/market_days`, {}));
  return { publicKey, days: asList<MarketDay>('days', days) };
}

/** A run of the simulated market: the newest entry of each tape after which the market continued with a day's key. */
export type MarketRun = {
  readonly day: string;
  readonly commitment: string;
  readonly started_ms: number;
  readonly heads: Readonly<Record<string, number>>;
  /** The interval between steps in milliseconds; null for an older run without scheduled steps. */
  readonly step_ms: number | null;
};

/** Returns the runs of a day in order, followed by the next run if it has started, whose heads mark the end of the last one. */
export async function readMarketRuns(
  address: string,
  day: string,
): Promise<{ readonly runs: readonly MarketRun[]; readonly next: MarketRun | undefined }> {
  const at = `${address.replace(/\/+$/, '')}/api/transparency/market_runs`;
  const runs: MarketRun[] = [];
  let fromMs = 0;
  for (;;) {
    const answer = asObject('runs', await readAnswer(at, { day, from_ms: fromMs }));
    for (const run of asList<Record<string, unknown>>('runs', answer['runs'])) {
      runs.push(asRun({ ...run, day }));
    }
    const next = answer['next'] === null ? undefined : asRun(asObject('run', answer['next']));
    if (next?.day !== day) return { runs, next };
    if (next.started_ms <= fromMs) throw new UnreadableError(`The runs of ${day} are not in order.`);
    fromMs = next.started_ms;
  }
}

/** The interval of a step of the market, and those of the steps of a new demo's history. */
const PACES_MS: ReadonlySet<number> = new Set([250, MINUTE_MS, 15 * MINUTE_MS]);

function asRun(run: Record<string, unknown>): MarketRun {
  const { day, commitment, started_ms: started, heads, step_ms: step = null } = run;
  const numbers = isObject(heads) ? Object.entries(heads) : [];
  const isSound =
    typeof day === 'string' &&
    typeof commitment === 'string' &&
    isWhole(started) &&
    (step === null || (isWhole(step) && PACES_MS.has(step))) &&
    isObject(heads) &&
    numbers.every(([, seq]) => isWhole(seq));
  if (!isSound) throw new UnreadableError('The server lists an invalid run.');
  return {
    day,
    commitment,
    started_ms: started,
    heads: Object.fromEntries(numbers) as Record<string, number>,
    step_ms: step,
  };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns the payload of one call. */
export async function readAnswer(address: string, fields: Record<string, string | number>): Promise<unknown> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
  const { status, text } = await getPatiently(`${address}?${query.toString()}`, address);
  return payloadOf(address, status, text);
}

/** Whether the platform has a call without fields. One that it lacks is refused with `not_found`. */
export async function isOffered(address: string): Promise<boolean> {
  const { status, text } = await getPatiently(address, address);
  const answer = parsed(text);
  if (isObject(answer) && answer['type'] === 'error' && answer['error'] === 'not_found') return false;
  payloadOf(address, status, text);
  return true;
}

/** A busy server is asked again after a pause. */
async function getPatiently(url: string, address: string): Promise<{ status: number; text: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, location, text } = await get(url);
    if (status >= 300 && status < 400) {
      throw new UnreadableError(
        `${address} redirects to ${location ?? 'nowhere'}. Give --url the final address; redirects are not followed.`,
      );
    }
    const busy = status === 429 || status === 503;
    if (!busy || attempt === BUSY_TRIES) return { status, text };
    await delay(BUSY_MS);
  }
}

async function get(address: string): Promise<{ status: number; location: string | null; text: string }> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location'), text };
  } catch (error) {
    throw new UnreadableError(`Failed to read ${address}: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

function payloadOf(address: string, status: number, text: string): unknown {
  const answer = parsed(text);
  if (!isObject(answer) || !('type' in answer)) {
    throw new UnreadableError(`${address} answered with status ${status}, but not like a Candor server.`);
  }
  if (answer['type'] === 'ok') return answer['message'];
  throw new UnreadableError(`${address} refused: ${String(answer['error'])} (status ${status}).`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A response that is not JSON is invalid and is reported with its status.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(what: string, value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new UnreadableError(`The server's answer contains no ${what}.`);
  return value;
}

/** Expects a list of objects, whose fields are validated by the checks. */
function asList<Item>(what: string, value: unknown): readonly Item[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw new UnreadableError(`The server's answer contains no list of ${what}.`);
  }
  return value as readonly Item[];
}
