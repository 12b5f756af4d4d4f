/**
 * Removes the guards that require a row for a journal from a test's database, for tests of lower layers: the executor, own
 * results, lists. `tools/journal-reasons.test.ts` tests that the guards exist, and that they reject.
 */
import pg from 'pg';

const GUARDS = [
  'spot_journal',
  'contract_journal',
  'option_journal',
  'moved_as_said',
  'experience_journal',
  'play_journal',
  'house_journal',
  'journal_known',
];

/** For tests that grant opening balances and move money freely, and that test the later use of that money. */
export const FUNDING = ['play_journal', 'moved_as_said', 'journal_known'];

/** From here on, journals of this database, or those that some guards cover, need no row. */
export async function allowBareJournals(
  { ownerUrl }: { readonly ownerUrl: string },
  guards: readonly string[] = GUARDS,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    for (const guard of guards) await owner.query(`alter table journal disable trigger ${guard}`);
  } finally {
    await owner.end();
  }
}
