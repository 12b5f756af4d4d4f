/** Records rejected quotes on the tape: the hash of each, and, with the first hash, the halt of the symbol. */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { Tape } from '../tape.ts';
import type { Complaints } from './complaints.ts';

/** The interval at which further rejected quotes are written while a symbol is halted. */
const REJECT_EVERY_MS = 1_000;

/** Rejected quotes of a symbol that are not on the tape yet. */
type Refused = {
  readonly reason: string;
  readonly hash: Hash;
  /** The feed time of the first rejected quote, if it had one. */
  readonly timeMs: number | undefined;
  count: number;
};

export type RefusedQuotesOptions = {
  readonly tape: Pick<Tape, 'halt'>;
  readonly symbols: ReadonlySet<string>;
  readonly wallNow: () => number;
};

export type RefusedQuotes = {
  /** Adds a rejected quote, and halts its symbol if the symbol is known. */
  add(
    why: string,
    named: string,
    refused: { readonly text: string; readonly details: string; readonly timeMs?: number },
  ): void;
  tell(symbol: string): void;
  /** Writes the quotes that have waited long enough to be recorded together or, with `all`, all that are waiting. */
  tellDue(all: boolean): void;
  /** Records the quotes rejected so far, and ends the symbol's halt. Must be called for a valid quote. */
  endHalt(symbol: string): void;
};

export function createRefusedQuotes(
  { tape, symbols, wallNow }: RefusedQuotesOptions,
  complaints: Pick<Complaints, 'note'>,
): RefusedQuotes {
  const halted = new Set<string>();
  const refused = new Map<string, Refused>();
  const toldAt = new Map<string, number>();

  const tell = (symbol: string): void => {
    const told = refused.get(symbol);
    if (told === undefined) return;
    refused.delete(symbol);
    toldAt.set(symbol, wallNow());
    const { reason, hash, count, timeMs } = told;
    tape.halt(symbol, { kind: 'reject', reason, refused: hash.digest('hex'), count }, timeMs);
  };
  const isTold = (symbol: string): boolean => wallNow() - (toldAt.get(symbol) ?? -Infinity) < REJECT_EVERY_MS;

  return {
    add: (why, named, { text, details, timeMs }) => {
      // Unknown symbols are counted together, because a feed could send any number of them.
      const symbol = symbols.has(named) ? named : '';
      complaints.note(why, symbol, details);
      if (symbol === '') return;
      const many = refused.get(symbol) ?? { reason: why, hash: createHash('sha256'), timeMs, count: 0 };
      many.hash.update(many.count === 0 ? text : `\n${text}`);
      many.count += 1;
      refused.set(symbol, many);
      if (!halted.has(symbol) || !isTold(symbol)) tell(symbol);
      halted.add(symbol);
    },
    tell,
    tellDue: (all) => {
      for (const symbol of [...refused.keys()]) if (all || !isTold(symbol)) tell(symbol);
    },
    endHalt: (symbol) => {
      tell(symbol);
      halted.delete(symbol);
    },
  };
}
