/**
 * Follows a platform from a trusted key to its later and earlier keys: each change of a key is a statement that both the
 * previous and the new key signed (docs/verification.md#keys).
 */
import type { SignatureCheck } from '../crypto.ts';

/**
 * The purpose of a key: heads of tapes and of the ledger, checkpoints of the log, or only the change of the vault's own key.
 */
export type KeyPurpose = 'tape' | 'log' | 'vault';

/** A statement. Keys (32 bytes) and signatures (64 bytes) are in lower-case hex. */
export type KeyChange = {
  readonly purpose: KeyPurpose;
  /** Counts from 1. Statement 1 introduces the first key and names it as its own predecessor. */
  readonly number: number;
  readonly before: string;
  readonly publicKey: string;
  /** The time from which the new key signs, in milliseconds since 1970. */
  readonly sinceMs: number;
  readonly signedBefore: string;
  readonly signed: string;
};

/** A key, and the time up to which it signed, in milliseconds; undefined for the newest key, which no statement replaces. */
export type FollowedKey = { readonly publicKey: string; readonly untilMs: number | undefined };

/** A statement as `GET transparency/keys` shows it. */
export type ShownChange = Pick<KeyChange, 'purpose' | 'number' | 'before' | 'signed'> & {
  readonly public_key: string;
  readonly since_ms: number;
  readonly signed_before: string;
};

export function asChange(shown: ShownChange): KeyChange {
  const { purpose, number, before, public_key: publicKey, since_ms: sinceMs, signed } = shown;
  return { purpose, number, before, publicKey, sinceMs, signedBefore: shown.signed_before, signed };
}

/** The text that both keys sign. */
export function keyChangeText({ purpose, number, before, publicKey, sinceMs }: KeyChange): string {
  return `candor-key-v1|${purpose}|${number}|${before}|${publicKey}|${sinceMs}`;
}

/** Whether both keys signed a statement. */
export function isSound(change: KeyChange, verify: SignatureCheck): boolean {
  const text = keyChangeText(change);
  return verify(change.signedBefore, text, change.before) && verify(change.signed, text, change.publicKey);
}

/**
 * Returns the keys of a purpose that valid statements link to a trusted key, oldest first, including that key. If two
 * statements link a key to different successors, for example after the key was stolen, neither is followed, and the key is
 * valid until the earlier of the two times.
 */
export function followKeys(
  trusted: string,
  changes: readonly KeyChange[],
  { purpose, verify }: { readonly purpose: KeyPurpose; readonly verify: SignatureCheck },
): readonly FollowedKey[] {
  const usable = changes.filter(
    (change) => change.purpose === purpose && change.before !== change.publicKey && isSound(change, verify),
  );
  const keys: FollowedKey[] = [{ publicKey: trusted, untilMs: undefined }];
  const seen = new Set([trusted]);
  for (let at = trusted; ;) {
    const later = usable.filter(({ before, publicKey }) => before === at && !seen.has(publicKey));
    if (later.length === 0) break;
    // Whichever statement is genuine, the holder replaced the key.
    keys.splice(-1, 1, { publicKey: at, untilMs: Math.min(...later.map(({ sinceMs }) => sinceMs)) });
    const next = onlyOne(later);
    if (next === undefined) break;
    seen.add(next.publicKey);
    keys.push({ publicKey: next.publicKey, untilMs: undefined });
    at = next.publicKey;
  }
  for (let at = trusted; ;) {
    const last = onlyOne(usable.filter(({ before, publicKey }) => publicKey === at && !seen.has(before)));
    if (last === undefined) return keys;
    seen.add(last.before);
    keys.unshift({ publicKey: last.before, untilMs: last.sinceMs });
    at = last.before;
  }
}

/**
 * Whether a key may have signed something at a given time in milliseconds. An old key must not sign after its replacement.
 */
export function mayHaveSigned(keys: readonly FollowedKey[], publicKey: string, timeMs: number): boolean {
  return keys.some(
    (key) => key.publicKey === publicKey && (key.untilMs === undefined || timeMs <= key.untilMs),
  );
}

/** A repeated statement is used once. */
function onlyOne(changes: readonly KeyChange[]): KeyChange | undefined {
  const [first] = changes;
  const isOne = changes.every(
    ({ before, publicKey, sinceMs }) =>
      before === first?.before && publicKey === first.publicKey && sinceMs === first.sinceMs,
  );
  return isOne ? first : undefined;
}
