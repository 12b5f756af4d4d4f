/** Compares a tape with its logged heads: every hash from one head to the next must lead to it. */
import type { ChainStart, TapeEntry } from '../chain.ts';
import { CHAIN_GENESIS, checkChain } from '../chain.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { Head } from './logged.ts';

/** Reads at most `limit` entries of a tape, starting at a number. */
export type ReadTape = (symbol: string, fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;

/** The maximum number of entries in one answer of a platform. */
export const PAGE = 1000;

/**
 * Checks the entries after one logged head (none: from the beginning of the tape) up to the last of the given heads, which
 * follow it in order. `also` is another check of each page whose chain holds.
 */
export async function checkTape(
  read: ReadTape,
  before: Head | undefined,
  heads: readonly Head[],
  also: (entries: readonly TapeEntry[]) => readonly Alarm[] = () => [],
): Promise<readonly Alarm[]> {
  const last = heads.at(-1);
  if (last === undefined) return [];
  const found: Alarm[] = [];
  const { symbol } = last;
  const due = new Map(heads.map((head) => [head.seq, head]));
  // Only the hash of the preceding entry is known.
  let end: ChainStart =
    before === undefined
      ? CHAIN_GENESIS
      : { seq: before.seq, hash: before.hash, time_ms: 0, prices: undefined };
  while (end.seq < last.seq) {
    const page = await read(symbol, end.seq + 1, Math.min(PAGE, last.seq - end.seq));
    if (page.length === 0) {
      const detail = `${symbol}: the tape ends at entry ${end.seq}, and the log has entry ${last.seq}.`;
      return [...found, alarm('tape_cut', detail, textOf(last))];
    }
    const { violation, end: reached } = checkChain(symbol, end, page);
    const other = page.find(({ seq, hash }) => (due.get(seq)?.hash ?? hash) !== hash);
    const head = other === undefined ? heads.find(({ seq }) => seq > end.seq) : due.get(other.seq);
    if (other !== undefined || violation !== undefined) {
      const seq = violation?.seq ?? other?.seq ?? end.seq + 1;
      const detail = `${symbol}: entry ${seq} of the tape does not lead to entry ${head?.seq ?? last.seq} as logged.`;
      return [...found, alarm('tape_differs', detail, textOf(head ?? last), JSON.stringify(page))];
    }
    found.push(...also(page));
    end = reached;
  }
  return found;
}

const textOf = ({ symbol, seq, hash, seconds }: Head): string =>
  `candor-checkpoint-v1|${symbol}|${seq}|${hash}|${seconds}`;

/** Groups consecutive heads whose entries fit into one page, each group with the head before it. */
export function pagesOf(
  heads: readonly Head[],
): readonly { readonly before: Head | undefined; readonly heads: readonly Head[] }[] {
  const pages: { before: Head | undefined; heads: Head[] }[] = [];
  for (const [at, head] of heads.entries()) {
    const page = pages.at(-1);
    if (page !== undefined && head.seq - (page.before?.seq ?? 0) <= PAGE) page.heads.push(head);
    else pages.push({ before: heads[at - 1], heads: [head] });
  }
  return pages;
}
