/** Statements of changed keys for tests, signed with Node's cryptography. */
import type { KeyChange, KeyPurpose } from '../keys/follow-keys.ts';
import type { Signer } from './made-tape.ts';

/** A statement that both keys signed; tests replace a field to make a false one. */
export function madeChange(
  [before, next]: readonly [Signer, Signer],
  {
    number,
    sinceMs = number * 1000,
    purpose = 'tape',
  }: { readonly number: number; readonly sinceMs?: number; readonly purpose?: KeyPurpose },
): KeyChange {
  const text = `candor-key-v1|${purpose}|${number}|${before.publicKey}|${next.publicKey}|${sinceMs}`;
  return {
    ...{ purpose, number, before: before.publicKey, publicKey: next.publicKey, sinceMs },
    ...{ signedBefore: before.sign(text), signed: next.sign(text) },
  };
}

/** The log entry of a statement. */
export function changeEntry(change: KeyChange): string {
  const { purpose, number, before, publicKey, sinceMs, signedBefore, signed } = change;
  return `candor-key-v1|${purpose}|${number}|${before}|${publicKey}|${sinceMs}|${signedBefore}|${signed}`;
}
