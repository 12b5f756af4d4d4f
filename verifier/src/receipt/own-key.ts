/** The keys that the log has for a customer: an entry of it opens to a text only with its salt (docs/verification.md#a-receipt). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const SALT = /^[0-9a-f]{32}$/;
const KEY = /^candor-device-key-v3\|(\d{1,18})\|([1-9]\d{0,3})\|([0-9a-f]{64})\|(\d{1,15})$/;

/** An entry of the log about one customer, as the platform shows it to them. */
export type OwnKeyEntry = {
  readonly kind: string;
  readonly entry: string;
  readonly salt: string;
  readonly opening: string;
};

/**
 * A key that signs orders in a customer's name: its number among those of the customer, 32 bytes in lower-case hex, and when it was
 * registered, in milliseconds.
 */
export type LoggedKey = {
  readonly customer: string;
  readonly number: number;
  readonly publicKey: string;
  readonly atMs: number;
};

/** Reads the key of an entry; undefined if it is of another kind, or does not open to what it says. */
export function readOwnKey({ kind, entry, salt, opening }: OwnKeyEntry): LoggedKey | undefined {
  const [, customer, number, publicKey, ms] = KEY.exec(opening) ?? [];
  if (kind !== 'device_key' || customer === undefined || publicKey === undefined || !SALT.test(salt))
    return undefined;
  const commitment = sha256.create().update(hexToBytes(salt)).update(utf8ToBytes(opening)).digest();
  if (entry !== `candor-private-v1|device_key|${bytesToHex(commitment)}`) return undefined;
  return { customer, number: Number(number), publicKey, atMs: Number(ms) };
}

/** Whether the keys of a customer are numbered from 1 without a gap or a repetition, so that the log left out none of them. */
export function areAllKeys(keys: readonly Pick<LoggedKey, 'number'>[]): boolean {
  return keys
    .map(({ number }) => number)
    .toSorted((a, b) => a - b)
    .every((number, place) => number === place + 1);
}
