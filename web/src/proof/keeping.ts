/**
 * Stores checkpoints whenever this device sees them: compares them to those stored before, verifies their signatures, and
 * remembers them. Contradictions are stored too and shown by the banner.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import { contradictions } from '@candor/verifier/remembered.ts';
import { whenIdle } from '../lib/idle.ts';
import type { Remembered } from './kept-state.ts';
import { keptForVerifier, keptOf, withContradictions, withSeen } from './kept-state.ts';
import { changeKept, keptNow } from './kept-store.ts';
import { tapeReader } from './tape-reader.ts';

export type Sighting = {
  readonly symbol: string;
  readonly publicKey: string;
  readonly checkpoints: readonly Checkpoint[];
  readonly entries?: readonly TapeEntry[];
  readonly headSeq?: number;
  /** The verifier has already checked the signatures of these. */
  readonly checked?: boolean;
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Only the newest checkpoint seen is stored; it covers all before it. */
function newestOf(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.toSorted((one, other) => other.seq - one.seq).slice(0, 1);
}

/** Compares a sighting to what is stored, and stores its newest checkpoint. */
export async function keepSighting(sighting: Sighting): Promise<void> {
  const { symbol, publicKey, checked = false } = sighting;
  const known = keptForVerifier(keptNow(), symbol);
  const old = known === undefined ? [] : contradictions(known, sighting);
  const newest = newestOf(sighting.checkpoints);
  const isNew = newest.some(({ seq }) => known?.checkpoints.every((one) => one.seq !== seq) ?? true);
  const wrong = old.length === 0 && isNew && !checked ? await badSignatures(sighting, newest) : [];
  const findings = [...old, ...wrong];
  changeKept((state) =>
    findings.length > 0
      ? withContradictions(state, { symbol, findings }, nowSeconds())
      : withSeen(state, { symbol, publicKey, checkpoints: newest }, nowSeconds()),
  );
}

/** The verifier's cryptography is loaded only when there is something to check. */
async function badSignatures(
  { symbol, publicKey }: Sighting,
  checkpoints: readonly Checkpoint[],
): Promise<readonly Finding[]> {
  const { checkCheckpoints } = await import('@candor/verifier/checkpoints.ts').catch((cause: unknown) => {
    throw new NetworkFailure('the verifier could not be loaded', { cause });
  });
  return checkCheckpoints({ symbol, entries: [] }, checkpoints, { publicKey });
}

/** A symbol's checkpoint is checked again when the newest stored one is older than this. */
const AGED_SECONDS = 600;
/** How long checking one may wait for an idle moment. */
const IDLE_TIMEOUT_MS = 5000;

/** The newest of all symbols, one signature after the other while the phone is idle. */
export async function keepNewest(all: CallOutput<'GET transparency/checkpoints'>): Promise<void> {
  for (const { symbol, public_key: publicKey, ...rest } of all) {
    const newest = keptOf(keptNow(), symbol).at(-1);
    const checkpoint = { ...rest, public_key: publicKey };
    const wentBack = newest !== undefined && checkpoint.seq < newest.seq;
    const isFresh = newest !== undefined && nowSeconds() - newest.kept_at < AGED_SECONDS;
    if (isFresh && !wentBack && publicKey === keptNow().publicKey) continue;
    // oxlint-disable-next-line no-await-in-loop
    await whenIdle(IDLE_TIMEOUT_MS);
    // What was signed once does not go away: the tape itself is asked.
    // oxlint-disable-next-line no-await-in-loop
    if (wentBack) await recall(newest);
    // oxlint-disable-next-line no-await-in-loop
    await keepSighting({ symbol, publicKey, checkpoints: [checkpoint] });
  }
}

/** Stores the newest checkpoint of a symbol after something happened on it. */
export async function keepNewestOf(symbol: string): Promise<void> {
  const { public_key: publicKey, checkpoints } = await tapeReader(symbol).checkpoints(undefined, 1);
  await keepSighting({ symbol, publicKey, checkpoints });
}

/** Requests the tape's entry for a checkpoint stored earlier, and the tape's head. */
export async function recall(one: Remembered): Promise<void> {
  const reader = tapeReader(one.symbol);
  const [entries, newest, signed] = await Promise.all([
    reader.entries(one.seq, 1),
    reader.entries(undefined, 1),
    reader.checkpoints(one.seq, 1),
  ]);
  const headSeq = newest.at(-1)?.seq ?? 0;
  const seen = { symbol: one.symbol, publicKey: signed.public_key, checkpoints: signed.checkpoints };
  await keepSighting({ ...seen, entries, headSeq });
}
