/**
 * Checks the prices that records used. Each must be an entry of the tape, whose chain is hashed again. A head must have been the
 * newest entry when it was read, except for the few seconds that a batch may take.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { chainViolation } from '@candor/domain/market/tape.ts';
import type { ChainStart } from '@candor/domain/market/tape.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { TextRow } from '../db/statements.ts';
import { fromPlain } from '../commands/plain-values.ts';
import type { Plain } from '../commands/plain-values.ts';
import { sha256Chain } from '../quotes/chain-hash.ts';
import type { Differences } from './differences.ts';

/** The maximum time, in milliseconds, from the writing of an entry to the end of a batch that still used the previous one. */
const SLACK_MS = 5000;

/** A price as recorded, and the latest market time at which it was read as the newest one. */
type Used = { readonly text: string; readAtMs: number; readonly where: string };

export class TapeOfDay {
  readonly #differences: Differences;
  readonly #slackMs: number;
  readonly #used = new Map<string, Used>();
  /** The previous entry, with its symbol. */
  #before: (ChainStart & { readonly symbol: string }) | undefined;
  /** How records used that entry. */
  #newest: Used | undefined;
  entries = 0;
  /** The number of entries used by records that match the tape. */
  matched = 0;

  constructor(differences: Differences, clockSpeed: number) {
    this.#differences = differences;
    this.#slackMs = SLACK_MS * Math.max(1, clockSpeed);
  }

  readHead([symbol, seq, timeMs, bid, ask, last]: TextRow, nowMs: number, where: string): void {
    if (typeof symbol !== 'string') return;
    this.#use(`${symbol} ${seq}`, { text: `${timeMs} ${bid} ${ask} ${last}`, readAtMs: nowMs, where });
  }

  /** Notes an entry in a firing's input. It need not be the newest one. */
  readEntry({ symbol, seq, ...entry }: TapeEntry, where: string): void {
    this.#use(`${symbol} ${seq}`, { text: textOf(entry), readAtMs: 0, where });
  }

  #use(key: string, used: Used): void {
    const known = this.#used.get(key);
    if (known === undefined) this.#used.set(key, used);
    else if (known.text === used.text) known.readAtMs = Math.max(known.readAtMs, used.readAtMs);
    else
      this.#differences.add(
        'head',
        `${used.where}: entry ${key} is ${used.text}; elsewhere it is ${known.text}`,
      );
  }

  /** Takes the lines of the tape, symbol by symbol and in order. */
  add(line: Plain): void {
    const { hash: hex, ...entry } = fromPlain(line) as TapeEntry & { hash: string };
    const hash = Buffer.from(hex, 'hex');
    this.entries += 1;
    const before = this.#before?.symbol === entry.symbol ? this.#before : undefined;
    const hashed = { ...entry, hash };
    if (before !== undefined) {
      const violation = chainViolation(before, [hashed], sha256Chain);
      if (violation !== undefined)
        this.#differences.add('tape', `entry ${entry.seq} of ${entry.symbol}: ${violation.why}`);
      this.#superseded(`${entry.symbol} ${before.seq}`, entry);
    }
    this.#before = hashed;
    const key = `${entry.symbol} ${entry.seq}`;
    const used = this.#used.get(key);
    this.#newest = used;
    if (used === undefined) return;
    this.#used.delete(key);
    this.matched += 1;
    const text = textOf(entry);
    if (text !== used.text)
      this.#differences.add(
        'head',
        `${used.where}: entry ${key} is ${used.text} in the record, ${text} on the tape`,
      );
  }

  /** Reports if the previous entry was still read as the newest long after this one was written. */
  #superseded(key: string, next: TapeEntry): void {
    const used = this.#newest;
    if (used !== undefined && used.readAtMs > next.timeMs + this.#slackMs)
      this.#differences.add(
        'head',
        `${used.where}: entry ${key} was read as the newest at ${used.readAtMs}; the next one is of ${next.timeMs}`,
      );
  }

  /** Reports the remaining entries that were used: they are not on the tape. */
  end(): void {
    for (const [key, { where, text }] of this.#used)
      this.#differences.add('head', `${where}: entry ${key} (${text}) is not on the tape`);
  }
}

function textOf({ timeMs, bid, ask, last }: Pick<TapeEntry, 'timeMs' | 'bid' | 'ask' | 'last'>): string {
  return `${timeMs} ${toNumeric(bid)} ${toNumeric(ask)} ${toNumeric(last)}`;
}
