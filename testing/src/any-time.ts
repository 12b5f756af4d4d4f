/**
 * Removes the guards that check rows against the clock and its prices from a test's database, for tests of other things whose
 * tapes are of a different year or whose wall clock is set forward. `tools/in-time.test.ts`, `features/options/worth.test.ts` and
 * `server/src/payments/recomputed.test.ts` test what those guards reject.
 */
import pg from 'pg';

type Owned = { readonly ownerUrl: string };

async function without(guards: Readonly<Record<string, readonly string[]>>, { ownerUrl }: Owned) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    for (const [table, names] of Object.entries(guards)) {
      for (const name of names) await owner.query(`alter table ${table} disable trigger ${name}`);
    }
  } finally {
    await owner.end();
  }
}

/** From here on, a ticket of this database may have any time. */
export function allowTicketsOfAnyTime(database: Owned): Promise<void> {
  return without(
    {
      option_ticket: [
        'option_ticket_in_time',
        'option_ticket_in_time_new',
        'option_ticket_worth',
        'option_ticket_of_now',
      ],
    },
    database,
  );
}

/** From here on, deposits, withdrawals and addresses of this database may have any time; their other guards remain. */
export function allowMoneyOfAnyTime(database: Owned): Promise<void> {
  return without(
    {
      deposit: ['deposit_zz_of_now'],
      withdrawal: ['withdrawal_zz_of_now'],
      withdrawal_address: ['withdrawal_address_zz_of_now'],
      own_limit: ['own_limit_begins_new', 'own_limit_begins'],
    },
    database,
  );
}
