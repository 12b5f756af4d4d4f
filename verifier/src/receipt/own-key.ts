/**
 * The customer's keys in the log. Each entry is a commitment that opens to a text only with its salt
 * (docs/verification.md#a-receipt).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const SALT = /^[0-9a-f]{32}$/;
const BOOK = /^candor-book-v([12])\|(\d{1,18})\|(\d{1,15})\|[0-9a-f]{64}(?:\|(0|[1-9]\d{0,3}))?$/;
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

/**
 * The contents of an entry about a customer's journals: the newest journal, and how many of the customer's keys the log had
 * before.
 */
export type StatedKeys = {
  readonly customer: string;
  readonly journal: number;
  /** Undefined for an entry from before the number of keys was stated. */
  readonly keys: number | undefined;
};

/** Reads the key of an entry; undefined if the entry is of another kind, or its opening doesn't match. */
export function readOwnKey(own: OwnKeyEntry): LoggedKey | undefined {
  const [, customer, number, publicKey, ms] = KEY.exec(own.opening) ?? [];
  if (customer === undefined || publicKey === undefined || !isOpening(own, 'device_key')) return undefined;
  return { customer, number: Number(number), publicKey, atMs: Number(ms) };
}

/**
 * Reads the number of keys from an entry about journals; undefined if the entry is of another kind, or its opening doesn't
 * match.
 */
export function readStatedKeys(own: OwnKeyEntry): StatedKeys | undefined {
  const [, version, customer, journal, keys] = BOOK.exec(own.opening) ?? [];
  const isWhole = customer !== undefined && (version === '2') === (keys !== undefined);
  if (!isWhole || !isOpening(own, 'book')) return undefined;
  return { customer, journal: Number(journal), keys: keys === undefined ? undefined : Number(keys) };
}

function isOpening({ kind, entry, salt, opening }: OwnKeyEntry, of: string): boolean {
  if (kind !== of || !SALT.test(salt)) return false;
  const commitment = sha256.create().update(hexToBytes(salt)).update(utf8ToBytes(opening)).digest();
  return entry === `candor-private-v1|${of}|${bytesToHex(commitment)}`;
}

/**
 * Whether an entry about journals states as many keys as were shown to the customer before it, in the order of the log. The
 * numbers differ if a key is hidden from its customer, or was hidden when the entry was made. Once an entry has stated the
 * number, each later one must.
 */
export function statesAllKeys(stated: StatedKeys, shown: number, hasStated: boolean): boolean {
  return stated.keys === undefined ? !hasStated : stated.keys === shown;
}

/** Whether the keys of a customer are numbered from 1 without a gap or a repetition, so that the log left out none of them. */
export function areAllKeys(keys: readonly Pick<LoggedKey, 'number'>[]): boolean {
  return keys
    .map(({ number }) => number)
    .toSorted((a, b) => a - b)
    .every((number, place) => number === place + 1);
}
