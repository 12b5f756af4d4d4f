/** The keys that the log has for a customer: an entry of it opens to a text only with its salt (docs/verification.md#a-receipt). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const SALT = /^[0-9a-f]{32}$/;
const KEY = /^candor-device-key-v1\|(\d{1,18})\|([0-9a-f]{64})\|(\d{1,15})$/;

/** An entry of the log about one customer, as the platform shows it to them. */
export type OwnKeyEntry = {
  readonly kind: string;
  readonly entry: string;
  readonly salt: string;
  readonly opening: string;
};

/** A key that signs orders in a customer's name: 32 bytes in lower-case hex, and when it was registered, in milliseconds. */
export type LoggedKey = { readonly customer: string; readonly publicKey: string; readonly atMs: number };

/** Reads the key of an entry; undefined if it is of another kind, or does not open to what it says. */
export function readOwnKey({ kind, entry, salt, opening }: OwnKeyEntry): LoggedKey | undefined {
  const [, customer, publicKey, ms] = KEY.exec(opening) ?? [];
  if (kind !== 'device_key' || customer === undefined || publicKey === undefined || !SALT.test(salt))
    return undefined;
  const commitment = sha256.create().update(hexToBytes(salt)).update(utf8ToBytes(opening)).digest();
  if (entry !== `candor-private-v1|device_key|${bytesToHex(commitment)}`) return undefined;
  return { customer, publicKey, atMs: Number(ms) };
}
