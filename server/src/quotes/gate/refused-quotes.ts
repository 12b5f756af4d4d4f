/** Records refused quotes on the tape: the hash of each, and the halt of the symbol with the first hash. */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { Tape } from '../tape.ts';
import type { Complaints } from './complaints.ts';

/** The interval at which further refused quotes are written while a symbol is halted. */
const REJECT_EVERY_MS = 1_000;

/** Refused quotes of a symbol that are not on the tape yet. */
type Refused = {
  readonly reason: string;
  readonly hash: Hash;
  /** The feed time of the first refused quote, if it had one. */
  readonly timeMs: number | undefined;
  count: number;
};

export type RefusedQuotesOptions = {
  readonly tape: Pick<Tape, 'halt'>;
  readonly symbols: ReadonlySet<string>;
  readonly wallNow: () => number;
};

export type RefusedQuotes = {
  /** Adds a refused quote, and halts the symbol that it names, if the symbol is known. */
  add(
    why: string,
    named: string,
    refused: { readonly text: string; readonly details: string; readonly timeMs?: number },
  ): void;
  tell(symbol: string): void;
  /** Writes quotes that have waited long enough to be recorded together, or with `all`, every waiting one. */
  tellDue(all: boolean): void;
  /** Called for a valid quote. Records the quotes refused before it, and ends the symbol's halt. */
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
      // Unknown names are counted together, because a feed could send any number of them.
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
