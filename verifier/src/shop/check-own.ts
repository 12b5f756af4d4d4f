/** Compares the entries of the public log about a shopper with the log and with its journals. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { areAllKeys, readOwnKey, readStatedKeys, statesAllKeys } from '../receipt/own-key.ts';
import type { LoggedKey } from '../receipt/own-key.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import { newestRecord } from './check-money.ts';
import type { Notebook } from './notebook.ts';
import { canonical } from './wire.ts';
import type { OwnEntry } from './wire.ts';

const SALT = /^[0-9a-f]{32}$/;

export type OwnDeps = {
  /** The entry of the log at an index; undefined if the watch has not followed that far. */
  readonly logged: (index: number) => string | undefined;
  /** The number of entries that the watch has followed, and the index before which it no longer has their texts. */
  readonly size: number;
  readonly forgotten: number;
  readonly nowMs: number;
  readonly lateMaxMs: number;
};

/** Compares all entries, in order, and keeps them. */
export function checkOwn(notebook: Notebook, entries: readonly OwnEntry[], deps: OwnDeps): readonly Alarm[] {
  const found: Alarm[] = [];
  for (const own of entries) {
    const kept = notebook.own[own.index];
    const why =
      kept !== undefined && canonical(kept) !== canonical(own) ? 'differs from before' : opens(own, deps);
    notebook.own[own.index] ??= own;
    if (why === undefined) continue;
    const logged = deps.logged(own.index) ?? '';
    found.push(
      alarm(
        'own_entry_differs',
        `Entry ${own.index} of the log ${why}.`,
        JSON.stringify(kept ?? own),
        logged,
      ),
    );
  }
  const shown = new Set(entries.map(({ index }) => index));
  for (const { index, entry } of Object.values(notebook.own)) {
    if (shown.has(index)) continue;
    found.push(alarm('own_entry_differs', `Entry ${index} of the log is no longer shown.`, entry));
  }
  return [...found, ...books(notebook, entries, deps), ...withheldKeys(notebook, entries)];
}

/** Why an entry's opening doesn't match; undefined if it does. */
function opens(
  { index, kind, entry, salt, opening }: OwnEntry,
  { logged, size, forgotten }: OwnDeps,
): string | undefined {
  if (!SALT.test(salt)) return 'has a malformed salt';
  const commitment = sha256.create().update(hexToBytes(salt)).update(utf8ToBytes(opening)).digest();
  if (entry !== `candor-private-v1|${kind}|${bytesToHex(commitment)}`) return 'does not match its commitment';
  // A dropped entry was compared when it was new.
  if (index >= forgotten && index < size && logged(index) !== entry)
    return 'is another one in the public log';
  return undefined;
}

/**
 * The logged journals must be the shopper's own and in ascending order, and must cover each journal before its
 * deadline.
 */
function books(
  notebook: Notebook,
  entries: readonly OwnEntry[],
  { nowMs, lateMaxMs }: OwnDeps,
): readonly Alarm[] {
  const found: Alarm[] = [];
  let reached = 0;
  for (const own of entries) {
    const { kind, index, opening } = own;
    if (kind !== 'book') continue;
    const { customer, journal: seq = 0 } = readStatedKeys(own) ?? {};
    const isOwn = customer === notebook.customer && seq > reached;
    // Only journals that were read can be compared; a newer one may have been written since.
    const isKnown = seq > newestRecord(notebook) || notebook.records[seq] !== undefined;
    if (!isOwn || !isKnown) {
      found.push(
        alarm(
          'own_entry_differs',
          `Entry ${index} of the log names another journal than the shopper has.`,
          opening,
        ),
      );
    }
    reached = Math.max(reached, seq);
  }
  for (const [seq, text] of Object.entries(notebook.records)) {
    const since = notebook.since[`record ${seq}`] ?? nowMs;
    if (Number(seq) <= reached || nowMs - since < lateMaxMs) continue;
    found.push(alarm('own_entry_missing', `Journal ${seq} is not in the public log in time.`, text));
  }
  return found;
}

/** Keys that sign in the shopper's name, which the log has and the platform hides from the shopper. */
function withheldKeys({ customer }: Notebook, entries: readonly OwnEntry[]): readonly Alarm[] {
  const found: Alarm[] = [];
  const keys: LoggedKey[] = [];
  let hasStated = false;
  for (const own of entries.toSorted((one, other) => one.index - other.index)) {
    const key = readOwnKey(own);
    if (key?.customer === customer) keys.push(key);
    const stated = readStatedKeys(own);
    if (stated === undefined) continue;
    if (!statesAllKeys(stated, keys.length, hasStated)) {
      const detail = `Entry ${own.index} of the log counts ${stated.keys ?? 'no'} keys of the shopper, and ${keys.length} are shown before it.`;
      found.push(alarm('device_key_withheld', detail, own.opening));
    }
    hasStated ||= stated.keys !== undefined;
  }
  if (!areAllKeys(keys)) {
    const numbers = keys.map(({ number }) => number).join(', ');
    found.push(alarm('device_key_withheld', `The log has the shopper’s keys ${numbers}, not all from 1 on.`));
  }
  return found;
}
