/**
 * Checks the tapes, fetched as anybody can fetch them, with the verifier's code, which shares none with the
 * server.
 */
import { CHAIN_GENESIS, checkChain } from '../../verifier/src/chain.ts';
import type { ChainStart, TapeEntry } from '../../verifier/src/chain.ts';
import type { Person } from '../crowd/person.ts';
import { INSTRUMENTS } from '../market/generated-market.ts';
import type { Tapes } from './tape.ts';

const PAGE = 100;

/**
 * Returns what is wrong with the published tapes: a broken link, or an end that differs from the database's.
 */
export async function wrongInTapes(anybody: Person, tapes: Tapes): Promise<string[]> {
  const wrong: string[] = [];
  for (const { symbol } of INSTRUMENTS) {
    let start: ChainStart = CHAIN_GENESIS;
    for (;;) {
      const fields = { symbol, from_seq: String(start.seq + 1), limit: String(PAGE) };
      // Each page begins where the last one ended.
      const entries = (await anybody.reads('GET tape', fields)) as readonly TapeEntry[];
      const { violation, end } = checkChain(symbol, start, entries);
      if (violation !== undefined)
        wrong.push(`the tape of ${symbol} breaks at ${violation.seq}: ${violation.code}`);
      start = end;
      if (violation !== undefined || entries.length === 0) break;
    }
    const there = tapes.get(symbol)?.length ?? 0;
    if (start.seq < there) wrong.push(`the tape of ${symbol} verifies up to ${start.seq} of ${there}`);
  }
  return wrong;
}
