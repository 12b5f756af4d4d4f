/**
 * The daily keys of a simulated market. A signed hash commits to each key before its day, and the key is revealed after the
 * day.
 */
import { isHash, isSignedBy, sha256Hex } from './crypto.ts';

/** A day as `GET transparency/market_days` returns it. */
export type MarketDay = {
  readonly day: string;
  readonly commitment: string;
  readonly public_key: string;
  readonly signature: string;
  readonly key: string | null;
};

export type DayViolation = {
  readonly day: string;
  readonly why: 'unreadable' | 'other_signer' | 'signature_wrong' | 'key_differs' | 'key_hidden';
};

/** Returns the violations of days (newest first), each of which must be signed with one of the given keys. */
export function dayViolations(days: readonly MarketDay[], signers: readonly string[]): DayViolation[] {
  const newest = days.map(({ day }) => day).sort();
  // The newest two days are today and tomorrow; all others are over.
  const today = [...new Set(newest)].at(-2) ?? '';
  return days.flatMap((one) => {
    const why = violationOf(one, { signers, isOver: one.day < today });
    return why === undefined ? [] : [{ day: one.day, why }];
  });
}

function violationOf(
  { day, commitment, public_key: signer, signature, key }: MarketDay,
  { signers, isOver }: { readonly signers: readonly string[]; readonly isOver: boolean },
): DayViolation['why'] | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isHash(commitment) || (key !== null && !isHash(key))) {
    return 'unreadable';
  }
  if (!signers.includes(signer)) return 'other_signer';
  if (!isSignedBy(signature, `candor-market-day-v1|${day}|${commitment}`, signer)) return 'signature_wrong';
  if (key === null) return isOver ? 'key_hidden' : undefined;
  return sha256Hex(key) === commitment ? undefined : 'key_differs';
}
