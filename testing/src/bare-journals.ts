/**
 * Takes the guards off a test's database that ask a journal for its row, for tests of what lies below: the executor, own
 * results, lists. That the guards stand, and what they refuse, `tools/journal-reasons.test.ts` asks.
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

/** For tests that give money to begin with and move it where they want it, and test what is done with it then. */
export const FUNDING = ['play_journal', 'moved_as_said', 'journal_known'];

/** From here on journals of this database need no row, or those of some guards do not. */
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
