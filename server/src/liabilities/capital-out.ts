/**
 * Whether capital may be paid out: only if there is a current statement of what the platform owes, and if this is covered in
 * every currency afterwards. Customers' withdrawals do not depend on it.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { key, told, whole } from '../commands/fields.ts';
import { of } from '../commands/command.ts';
import type { Facts, Needs } from '../commands/command.ts';
import { view } from '../commands/table.ts';

/** The maximum age of the newest statement. */
const STATED_MAX_MS = 7_200_000;

type Free = { readonly currency: string; readonly free: string };

/** Reserves less liabilities, by currency. The view is only read. */
const capitalStandings = view('capital_standing', {
  ...key,
  asOfMs: whole(),
  free: told<readonly Free[], readonly Free[]>((stored) => stored),
});

const STANDING_ID = 0n;

/** The fact that a payout of capital needs. The row is in the house's book. */
export const capitalStandingRow: NonNullable<Needs['rows']>[number] = {
  table: of(capitalStandings),
  id: STANDING_ID,
};

/** Whether this amount may be paid out. The database checks the same at commit (`capital_out_covered`). */
export function coversCapitalOut(
  leaving: { readonly currency: string; readonly amount: Amount },
  facts: Facts,
): boolean {
  const standing = facts.row(capitalStandings, STANDING_ID);
  if (standing === undefined || standing.asOfMs < facts.wallMs - STATED_MAX_MS) return false;
  const isShort = standing.free.some(({ currency, free }) => {
    const taken = currency === leaving.currency ? leaving.amount : 0n;
    return fromNumeric(free) < taken;
  });
  return !isShort && standing.free.some(({ currency }) => currency === leaving.currency);
}
