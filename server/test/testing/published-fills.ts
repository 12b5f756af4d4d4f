/** The public list of fills as a stranger reads it: sealed and logged by the database, then judged by the verifier alone. */
import type { TapeEntry } from '../../../verifier/src/chain.ts';
import { FillChecker, checkList } from '../../../verifier/src/fill-quality/check-lists.ts';
import type { FillFault } from '../../../verifier/src/fill-quality/found.ts';
import type { PublicLine } from '../../../verifier/src/fill-quality/lines.ts';
import { voidDays } from '../../../verifier/src/fill-quality/voids.ts';
import type { VoidDay } from '../../../verifier/src/fill-quality/voids.ts';
import type { Pool } from '../../src/db/pool.ts';
import { readLists } from '../../src/features/fill-quality/lists.ts';
import { readEntries } from '../../src/quotes/tape-store.ts';
import { entryView } from '../../src/quotes/tape-views.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** Seals the ledger and appends to the log, as the leading process does. */
export async function publishFills(owner: Sql): Promise<void> {
  await owner('select seal_ledger(5000)');
  await owner('select tlog_append(5000)');
}

export type Judged = {
  readonly lines: readonly PublicLine[];
  readonly faults: readonly FillFault[];
  readonly voids: readonly VoidDay[];
};

/** Reads all lists and the tapes, and checks them. */
export async function judgeFills(pool: Pool): Promise<Judged> {
  const checker = new FillChecker(async (symbol, fromSeq, limit): Promise<readonly TapeEntry[]> => {
    const entries = await readEntries(pool, { symbol, fromSeq: BigInt(fromSeq), limit });
    return entries.map(entryView) as readonly TapeEntry[];
  });
  const faults: FillFault[] = [];
  for (let from: number | null = 0; from !== null;) {
    // oxlint-disable-next-line no-await-in-loop
    const { lists, next_root: next } = await readLists(pool, String(from));
    for (const list of lists) {
      faults.push(...checkList(list, list.entry));
      // oxlint-disable-next-line no-await-in-loop
      faults.push(...(await checker.check(list)));
    }
    from = next;
  }
  const lines = checker.lines();
  return { lines, faults, voids: await voidDays(checker.pages, lines) };
}
