/**
 * Removes the guards that require a row for a journal, and a journal for a row, from a test's database, for tests of lower layers:
 * the executor, own results, lists. `tools/journal-reasons.test.ts` and `tools/paid-rows.test.ts` test that the guards exist, and
 * that they reject.
 */
import pg from 'pg';

const GUARDS = [
  'spot_journals_explained',
  'spot_holds_explained',
  'contract_journals_explained',
  'contract_holds_explained',
  'option_journals_explained',
  'moved_as_said',
  'experience_journal',
  'play_journal',
  'house_journal',
  'journal_known',
];

/** For tests that grant opening balances and move money freely, and that test the later use of that money. */
export const FUNDING = ['play_journal', 'moved_as_said', 'journal_known'];

/** For tests that write positions, tickets or orders without moving money and without a message to the customer. */
export const UNPAID = [
  'spot_orders_told',
  'option_tickets_told',
  'position_orders_told',
  'position_closings_told',
  'spot_orders_paid',
  'option_tickets_paid',
  'positions_opened_paid',
  'positions_closed_paid',
  'positions_frozen',
];

/** From here on, journals of this database, or those that some guards cover, need no row. */
export async function allowBareJournals(
  { ownerUrl }: { readonly ownerUrl: string },
  guards: readonly string[] = [...GUARDS, ...UNPAID],
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await letPass(async (sql, values) => (await owner.query(sql, values)).rows, guards);
  } finally {
    await owner.end();
  }
}

/** From here on, these guards let everything pass. `run` runs SQL as the owner of the database. */
export async function letPass(
  run: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>,
  guards: readonly string[],
): Promise<void> {
  for (const guard of guards) {
    const found = await run(
      `select pg_get_function_arguments(oid) as takes from pg_proc where proname = $1`,
      [guard],
    );
    if (found.length !== 1) throw new Error(`expected one guard ${guard}, found ${found.length}`);
    await run(
      `create or replace function ${guard}(${String(found[0]?.['takes'])}) returns void language plpgsql as 'begin end'`,
    );
  }
}
