/**
 * Takes the guards off a test's database that hold tickets against the market's clock and prices, for tests whose tapes are of another
 * year and which ask something else. What those guards refuse `tools/in-time.test.ts` and `features/options/worth.test.ts` ask.
 */
import pg from 'pg';

/** From here on a ticket of this database may be of any time. */
export async function allowTicketsOfAnyTime({ ownerUrl }: { readonly ownerUrl: string }): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`alter table option_ticket disable trigger option_ticket_in_time;
      alter table option_ticket disable trigger option_ticket_in_time_new;
      alter table option_ticket disable trigger option_ticket_worth`);
  } finally {
    await owner.end();
  }
}
