/**
 * An account's standing: open or closed. Commands read this row while they hold the book's lock, so an account can't be closed
 * and credited at the same time.
 */
import { key, text, whole } from '../commands/fields.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';

export const accountStandings = table(
  'account_standing',
  {
    ...key,
    status: text<'active' | 'frozen' | 'locked' | 'closed'>(),
    /** Wall clock, in milliseconds. */
    closedMs: whole().orNull(),
  },
  { openIf: { where: `t.status <> 'closed'`, is: (row) => row.status !== 'closed' } },
);

export type AccountStanding = RowOf<typeof accountStandings>;

/** A book has at most this one row. */
const STANDING_ID = 0n;

/** The fact that a command needs if it depends on the account's standing. */
export const standingNeed = { table: of(accountStandings), id: STANDING_ID };

/** Returns undefined for a book without a customer, such as a house account's. */
export function standingOf(facts: Facts): AccountStanding | undefined {
  return facts.row(accountStandings, STANDING_ID);
}
