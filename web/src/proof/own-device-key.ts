/**
 * Reads the keys that the public log has in the customer's name. This device's own key must be among them; other keys are shown
 * beside the customer's devices, so that the customer notices a key that none of the devices has. The log's entries about the
 * customer's journals count the keys before them, so none can be hidden from the customer.
 */
import { NetworkFailure, RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { finding } from '@candor/verifier/findings.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import type * as OwnKeys from '@candor/verifier/receipt/own-key.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { createApi } from '../lib/api.ts';
import { withContradictions } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';
import { keptWitnessedMs, lookUpInLog, createLogOnDevice } from './log-keeping.ts';
import type { Signing } from './order-signing.ts';
import { seenRecord } from './own-liability.ts';
import { provenSteps } from './demo-time.ts';

const STORAGE_KEY = 'candor.device-keys';
/** A key is in the log within seconds; the clocks of device and platform may differ. */
const LOGGED_WITHIN_MS = 5 * 60_000;
const PAGES_MAX = 20;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

type Known = {
  readonly customer: string;
  /** The key with which this device signs, or the reason why it does not sign. */
  readonly key: string;
  /** The place where reading continues, and the keys found before it. */
  readonly next: number;
  readonly keys: readonly { readonly number: number; readonly publicKey: string; readonly atMs: number }[];
  /** When this device's own key was first looked for, in milliseconds. */
  readonly sinceMs: number;
  /** Whether the key was found in the log itself. */
  readonly isFound: boolean;
  /** The newest entry about the customer's journals, the journal that it names, and when it was first shown, in milliseconds. */
  readonly stated?:
    | { readonly entry: string; readonly index: number; readonly journal: number; readonly sinceMs: number }
    | undefined;
  /** Whether an entry has counted the keys, which each later one must do. */
  readonly hasStated: boolean;
  /** Whether keys were hidden: their count differs, or a key was logged long after its registration. */
  readonly isWithheld?: boolean;
  /** The size of the log when it was last read completely, and the witnesses' time then, in milliseconds. */
  readonly seen?: { readonly size: number; readonly atMs: number } | undefined;
};

/** The keys that the log has for a customer; undefined before they were read. */
type Logged = Pick<Known, 'customer' | 'keys'> | undefined;

export function createLoggedKeys(): StoreApi<{ readonly known: Logged }> {
  return createStore<{ readonly known: Logged }>(() => ({ known: undefined }));
}

export function useLoggedKeys(): Logged {
  return useStore(useSlice(createLoggedKeys), ({ known }) => known);
}

function readKnown(customer: string, key: string): Known {
  const stored = readStored('localStorage', STORAGE_KEY) as Partial<Known> | null | undefined;
  const isWhole =
    stored?.customer === customer &&
    stored.key === key &&
    Number.isSafeInteger(stored.next) &&
    Number.isSafeInteger(stored.sinceMs) &&
    // Data stored before keys were counted is read again, since it lacks the counts.
    typeof stored.hasStated === 'boolean' &&
    Array.isArray(stored.keys) &&
    stored.keys.every(({ number }) => Number.isSafeInteger(number));
  return isWhole
    ? (stored as Known)
    : { customer, key, next: 0, keys: [], sinceMs: Date.now(), isFound: false, hasStated: false };
}

/** Deletes the stored data, because a demo that was reset has another log. */
export function forgetDeviceKeys(app: AppState): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
  app.of(createLoggedKeys).setState({ known: undefined });
}

/** Looks for this device's key in the log. Reports it if it is not there in time, and reports keys that are hidden. */
export async function checkDeviceKey(app: AppState, { customer, key }: Signing): Promise<void> {
  const reading = await loadReading();
  const known = await readOn(app, readKnown(customer, key), reading);
  if (known === undefined) return;
  const { isWhole, isFound, sinceMs, keys } = known;
  const isLost = isWhole && !isFound && PUBLIC_KEY.test(key);
  // Read again from the start until the key is found, because its entry may have been ahead of the checkpoint.
  const again = { ...known, next: 0, keys: [], stated: undefined, hasStated: false, seen: undefined };
  writeStored('localStorage', STORAGE_KEY, isLost ? again : known);
  if (isWhole) app.of(createLoggedKeys).setState({ known: { customer, keys } });
  // The log gets a customer's keys in the order of their numbers, so a number is missing only if its key was left out.
  const isWithheld = known.isWithheld === true || !reading.areAllKeys(keys);
  const report = (findings: readonly Finding[]): void => keepFindings(app, findings);
  report([
    ...(isLost && Date.now() - sinceMs > LOGGED_WITHIN_MS ? [finding('device_key_missing')] : []),
    ...(isWhole && isWithheld ? [finding('device_key_withheld')] : []),
  ]);
  if (!isWhole || isWithheld) return;
  if (await isCountHidden(app, known)) report([finding('device_key_withheld')]);
  const seen = await logSeen(app);
  if (!isLost && seen !== undefined) writeStored('localStorage', STORAGE_KEY, { ...known, seen });
}

function keepFindings(app: AppState, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const nowSeconds = Math.floor(Date.now() / 1000);
  app
    .of(createKeptStore)
    .changeKept((state) => withContradictions(state, { symbol: '', findings }, nowSeconds));
}

/**
 * Whether the newest count of keys is outdated or not in the public log: a count that only this customer is shown could hide
 * a key.
 */
async function isCountHidden(app: AppState, { customer, stated }: Known): Promise<boolean> {
  const record = seenRecord(customer);
  const isOld = record !== undefined && Date.now() - record.atMs > LOGGED_WITHIN_MS;
  if (isOld && (stated?.journal ?? 0) < record.seq) return true;
  if (stated === undefined) return false;
  const looked = await lookUpInLog(app, stated);
  // By the witnesses' time, since the kept checkpoint may be older than the entry.
  return looked !== undefined && 'absentMs' in looked && looked.absentMs > stated.sinceMs + LOGGED_WITHIN_MS;
}

/** The newest checkpoint that this device accepted; undefined without one that witnesses cosigned. */
async function logSeen(app: AppState): Promise<Known['seen']> {
  const [{ size } = {}, atMs] = [app.of(createLogOnDevice).getState().log?.state, await keptWitnessedMs()];
  return size === undefined || atMs === undefined ? undefined : { size, atMs };
}

type Reading = typeof OwnKeys;

function loadReading(): Promise<Reading> {
  return import('@candor/verifier/receipt/own-key.ts').catch((cause: unknown) => {
    throw new NetworkFailure('the verifier could not be loaded', { cause });
  });
}

/** Whether a time of the platform was before a real time. */
async function wasBefore(app: AppState, houseMs: number, realMs: number): Promise<boolean> {
  const { wallTime } = await import('@candor/verifier/house-time.ts');
  const { steps } = await provenSteps(app, houseMs);
  return wallTime(steps, houseMs) < realMs;
}

/** Reads the entries from where the last check ended. Undefined if the log can't be judged now. */
async function readOn(
  app: AppState,
  before: Known,
  { readOwnKey, readStatedKeys, statesAllKeys }: Reading,
): Promise<(Known & { readonly isWhole: boolean }) | undefined> {
  const { api } = app.of(createApi);
  let known = before;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await api('GET transparency/own', { from_index: String(known.next) }, { quiet: true });
    if (answer.type !== 'ok') throw new RefusedError(answer);
    const { entries, next_index: next } = answer.message;
    for (const own of entries) {
      const stated = readStatedKeys(own);
      if (stated?.customer === known.customer) {
        const isWhole = statesAllKeys(stated, known.keys.length, known.hasStated);
        known = {
          ...known,
          stated: { entry: own.entry, index: own.index, journal: stated.journal, sinceMs: Date.now() },
          hasStated: known.hasStated || stated.keys !== undefined,
          isWithheld: known.isWithheld === true || !isWhole,
        };
      }
      const found = readOwnKey(own);
      if (found?.customer !== known.customer) continue;
      const { number, publicKey, atMs } = found;
      const { seen } = known;
      const isNew = seen !== undefined && own.index >= seen.size;
      // oxlint-disable-next-line no-await-in-loop
      const isLate = isNew && (await wasBefore(app, atMs, seen.atMs - LOGGED_WITHIN_MS));
      known = {
        ...known,
        keys: [...known.keys, { number, publicKey, atMs }],
        isWithheld: known.isWithheld === true || isLate,
      };
      if (publicKey !== known.key) continue;
      // oxlint-disable-next-line no-await-in-loop
      const looked = await lookUpInLog(app, own);
      if (looked === undefined) return undefined;
      known = { ...known, isFound: 'loggedMs' in looked };
    }
    const last = entries.at(-1)?.index;
    if (last !== undefined) known = { ...known, next: last + 1 };
    if (next === null || last === undefined) return { ...known, isWhole: true };
  }
  return { ...known, isWhole: false };
}
