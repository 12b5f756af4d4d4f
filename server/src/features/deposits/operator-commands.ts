/** Operators' action on deposits that moves no money: opening the image with the verified name, which is audited first. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { subjectOf } from '../../operators/audit-log.ts';
import { depositOf } from './store.ts';
import type { DepositRow } from './tables.ts';

export const lookAtDeposit: OperatorCommand<
  { readonly book: bigint; readonly id: bigint },
  DepositRow,
  'not_found'
> = {
  roles: ['reviewer', 'treasurer', 'admin'],
  decide: async (connection, place) => {
    if (!(await lockBook(connection, place.book))) return refuse('not_found');
    const found = await depositOf(connection, place);
    if (found === undefined) return refuse('not_found');
    const { row } = found;
    const { currency, network, status } = row;
    const about = { deposit: row.id.toString(), currency, network, amount: formatAmount(row.amount) };
    return ok({
      answer: row,
      entry: {
        action: 'deposit.read',
        subject: subjectOf(place.book),
        before: {},
        after: { ...about, status, seen: ['picture', 'verified_name'] },
        reason: undefined,
      },
      apply: () => Promise.resolve(),
    });
  },
};
