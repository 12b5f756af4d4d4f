/**
 * Stores the checkpoints that this device sees, after comparing them with those stored earlier and verifying their signatures.
 * Contradictions are also stored, and the banner shows them.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import type { FollowedKey } from '@candor/verifier/keys/follow-keys.ts';
import { contradictions } from '@candor/verifier/remembered.ts';
import { createApi } from '../lib/api.ts';
import { whenIdle } from '../lib/idle.ts';
import { followed } from './followed-keys.ts';
import type { Remembered } from './kept-state.ts';
import { keptForVerifier, keptOf, withContradictions, withSeen } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';
import { tapeReader } from './tape-reader.ts';
import type { TapeReader } from './tape-reader.ts';

export type Sighting = {
  readonly symbol: string;
  readonly publicKey: string;
  readonly checkpoints: readonly Checkpoint[];
  readonly entries?: readonly TapeEntry[];
  readonly headSeq?: number;
  /** Whether the verifier has already checked the signatures. */
  readonly checked?: boolean;
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Only the newest checkpoint is stored, because it covers all earlier checkpoints. */
function newestOf(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.toSorted((one, other) => other.seq - one.seq).slice(0, 1);
}

export async function keepSighting(
  app: AppState,
  sighting: Sighting,
  reader: Pick<TapeReader, 'changes'> = tapeReader(app.of(createApi).api, sighting.symbol),
): Promise<void> {
  const { changeKept, keptNow } = app.of(createKeptStore);
  const { symbol, publicKey, checked = false } = sighting;
  const known = keptForVerifier(keptNow(), symbol);
  const newest = newestOf(sighting.checkpoints);
  const signers = [publicKey, ...newest.map((one) => one.public_key)];
  const trusted = known?.publicKey ?? publicKey;
  const keys = await followed(trusted, signers, reader);
  const old = known === undefined ? [] : contradictions({ ...known, keys }, sighting);
  const isNew = newest.some(({ seq }) => known?.checkpoints.every((one) => one.seq !== seq) ?? true);
  const wrong =
    old.length === 0 && isNew && !checked
      ? await badSignatures(symbol, newest, { publicKey: trusted, keys })
      : [];
  const findings = [...old, ...wrong];
  changeKept((state) =>
    findings.length > 0
      ? withContradictions(state, { symbol, findings }, nowSeconds())
      : withSeen(state, { symbol, publicKey: trusted, checkpoints: newest }, nowSeconds()),
  );
}

/** The verifier's cryptography is loaded only when there is something to check. */
async function badSignatures(
  symbol: string,
  checkpoints: readonly Checkpoint[],
  key: { readonly publicKey: string; readonly keys: readonly FollowedKey[] | undefined },
): Promise<readonly Finding[]> {
  const { checkCheckpoints } = await import('@candor/verifier/checkpoints.ts').catch((cause: unknown) => {
    throw new NetworkFailure('the verifier could not be loaded', { cause });
  });
  return checkCheckpoints({ symbol, entries: [] }, checkpoints, key);
}

/** The age of a symbol's newest stored checkpoint from which a newer checkpoint is checked and stored. */
const AGED_SECONDS = 600;
/** The maximum time for which a check waits until the phone is idle. */
const IDLE_TIMEOUT_MS = 5000;

/** Checks the newest checkpoints of all symbols, one signature at a time while the phone is idle, and stores them. */
export async function keepNewest(
  app: AppState,
  all: CallOutput<'GET transparency/checkpoints'>,
): Promise<void> {
  for (const { symbol, public_key: publicKey, ...rest } of all) {
    const newest = keptOf(app.of(createKeptStore).keptNow(), symbol).at(-1);
    const checkpoint = { ...rest, public_key: publicKey };
    const wentBack = newest !== undefined && checkpoint.seq < newest.seq;
    const isFresh = newest !== undefined && nowSeconds() - newest.kept_at < AGED_SECONDS;
    if (isFresh && !wentBack && publicKey === newest.public_key) continue;
    // oxlint-disable-next-line no-await-in-loop
    await whenIdle(IDLE_TIMEOUT_MS);
    // The tape must still contain an entry that was signed once, so the stored checkpoint is compared with it.
    // oxlint-disable-next-line no-await-in-loop
    if (wentBack) await recall(app, newest);
    // oxlint-disable-next-line no-await-in-loop
    await keepSighting(app, { symbol, publicKey, checkpoints: [checkpoint] });
  }
}

/** Stores the newest checkpoint of a symbol after an event on it. */
export async function keepNewestOf(app: AppState, symbol: string): Promise<void> {
  const reader = tapeReader(app.of(createApi).api, symbol);
  const { public_key: publicKey, checkpoints } = await reader.checkpoints(undefined, 1);
  await keepSighting(app, { symbol, publicKey, checkpoints });
}

/** Compares a stored checkpoint and the tape's head with the tape. */
export async function recall(app: AppState, one: Remembered): Promise<void> {
  const reader = tapeReader(app.of(createApi).api, one.symbol);
  const [entries, newest, signed] = await Promise.all([
    reader.entries(one.seq, 1),
    reader.entries(undefined, 1),
    reader.checkpoints(one.seq, 1),
  ]);
  const headSeq = newest.at(-1)?.seq ?? 0;
  const seen = { symbol: one.symbol, publicKey: signed.public_key, checkpoints: signed.checkpoints };
  await keepSighting(app, { ...seen, entries, headSeq });
}
