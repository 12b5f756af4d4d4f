/**
 * Whether an account is still one, as a row that a command reads under the book's lock: what closes it and what would give
 * it money again cannot both happen.
 */
import { fixed, valuesOf, whole, word } from '../commands/columns.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import type { RowTable } from '../commands/table.ts';

export type AccountStanding = {
  readonly book: bigint;
  readonly id: bigint;
  readonly status: 'active' | 'frozen' | 'locked' | 'closed';
  /** Wall clock. */
  readonly closedMs: number | null;
};

export const accountStandings: RowTable<AccountStanding> = {
  name: 'account_standing',
  columns: [
    whole('book', (row) => row.book),
    fixed(whole('id', (row) => row.id)),
    word('status', (row) => row.status),
    whole('closed_ms', (row) => row.closedMs),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status <> 'closed'`,
  isOpen: (row) => row.status !== 'closed',
  read: (raw) => {
    const { text, orNull } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      status: text('status') as AccountStanding['status'],
      closedMs: orNull('closed_ms', Number),
    };
  },
};

/** The one row of a book. */
const STANDING_ID = 0n;

/** The need of every command that asks it. */
export const standingNeed = { table: of(accountStandings), id: STANDING_ID };

/** How the account stands; undefined where a book has no customer, as the house's has none. */
export function standingOf(facts: Facts): AccountStanding | undefined {
  return facts.row(accountStandings, STANDING_ID);
}
