/**
 * Whether an account is still one, as a row that a command reads under the book's lock: what closes it and what would give
 * it money again cannot both happen.
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
    /** Wall clock. */
    closedMs: whole().orNull(),
  },
  { openIf: { where: `t.status <> 'closed'`, is: (row) => row.status !== 'closed' } },
);

export type AccountStanding = RowOf<typeof accountStandings>;

/** The one row of a book. */
const STANDING_ID = 0n;

/** The need of every command that asks it. */
export const standingNeed = { table: of(accountStandings), id: STANDING_ID };

/** How the account stands; undefined where a book has no customer, as the house's has none. */
export function standingOf(facts: Facts): AccountStanding | undefined {
  return facts.row(accountStandings, STANDING_ID);
}
