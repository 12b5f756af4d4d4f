/**
 * Checks the platform's public log on this device: the newest root must be signed, cosigned by the witnesses of the first check,
 * and continue the root that this device stored. Contradictions are stored with those of the tapes.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { LookedUp } from '@candor/verifier/receipt/look-up.ts';
import type { KeptLog, LogState } from '@candor/verifier/tlog/remembered-log.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { createApi } from '../lib/api.ts';
import { withContradictions } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';
import { readKeyChanges } from './tape-reader.ts';

const KEPT_LOG_KEY = 'candor.kept-log';
const TIMEOUT_MS = 20_000;

type Stored = KeptLog & {
  /** When this device last checked the log, in seconds. */ readonly checkedAt: number;
};
export type LogOnDevice = { readonly checkedAt: number; readonly state: LogState } | undefined;

/** The log as this device last accepted it. */
export function createLogOnDevice(): StoreApi<{ readonly log: LogOnDevice }> {
  return createStore<{ readonly log: LogOnDevice }>(() => ({ log: undefined }));
}

export function useLogOnDevice(): LogOnDevice {
  return useStore(useSlice(createLogOnDevice), ({ log }) => log);
}

function readKeptLog(): Stored | undefined {
  const stored = readStored('localStorage', KEPT_LOG_KEY) as Partial<Stored> | null | undefined;
  const isWhole =
    typeof stored?.policy === 'string' &&
    typeof stored.note === 'string' &&
    Number.isSafeInteger(stored.checkedAt);
  return isWhole ? (stored as Stored) : undefined;
}

/** The newest checkpoint of the log that this device accepted. */
export function keptNote(): string | undefined {
  return readKeptLog()?.note;
}

/** The witnesses' time of that checkpoint, in milliseconds; undefined if nobody cosigned it. */
export async function keptWitnessedMs(): Promise<number | undefined> {
  const kept = readKeptLog();
  const [{ readPolicy }, { witnessedMs }, { isSignedBy }] = await Promise.all([
    import('@candor/verifier/tlog/policy.ts'),
    import('@candor/verifier/watch/check-receipts.ts'),
    import('@candor/verifier/crypto.ts'),
  ]);
  const policy = readPolicy(kept?.policy ?? '');
  return kept === undefined || 'violation' in policy ? undefined : witnessedMs(kept.note, policy, isSignedBy);
}

/** Reads a file of the log by its path below `/log/`. */
export async function readLogFile(path: string): Promise<Uint8Array> {
  const response = await fetch(`/log/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw new NetworkFailure('the log could not be read', { cause });
    },
  );
  if (!response.ok) throw new NetworkFailure(`the log answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Checks the log now. The verifier's cryptography is loaded only here. */
export async function checkLog(app: AppState): Promise<void> {
  const [{ rememberLog, stateOf }, { isSignedBy }] = await Promise.all([
    import('@candor/verifier/tlog/remembered-log.ts'),
    import('@candor/verifier/crypto.ts'),
  ]).catch((cause: unknown) => {
    throw new NetworkFailure('the verifier could not be loaded', { cause });
  });
  const before = readKeptLog();
  const { api } = app.of(createApi);
  const files = { read: readLogFile, verify: isSignedBy, keyChanges: () => readKeyChanges(api) };
  const { kept, findings } = await rememberLog(files, before);
  const nowSeconds = Math.floor(Date.now() / 1000);
  if (findings.length > 0) {
    app
      .of(createKeptStore)
      .changeKept((state) => withContradictions(state, { symbol: '', findings }, nowSeconds));
    return;
  }
  const state = kept && stateOf(kept, isSignedBy);
  if (kept === undefined || state === undefined) return;
  writeStored('localStorage', KEPT_LOG_KEY, { ...kept, checkedAt: nowSeconds } satisfies Stored);
  app.of(createLogOnDevice).setState({ log: { checkedAt: nowSeconds, state } });
}

/** Looks for an entry at an index of the log, by the policy of the first check. Undefined if it is unknown. */
export async function lookUpInLog(
  app: AppState,
  { entry, index }: { readonly entry: string; readonly index: number | null },
): Promise<LookedUp | undefined> {
  await checkLog(app);
  const kept = readKeptLog();
  if (kept === undefined) return undefined;
  const [{ lookUpEntry }, { isSignedBy }] = await Promise.all([
    import('@candor/verifier/receipt/look-up.ts'),
    import('@candor/verifier/crypto.ts'),
  ]);
  return lookUpEntry({ read: readLogFile, verify: isSignedBy }, kept, { entry, index });
}

/** Deletes the stored data, so that the next check starts without stored data. */
export function forgetLog(app: AppState): void {
  writeStored('localStorage', KEPT_LOG_KEY, undefined);
  app.of(createLogOnDevice).setState({ log: undefined });
}
