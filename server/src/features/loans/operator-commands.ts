/** Operators' action on loans that moves no money: opening a document, which is audited first. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { subjectOf } from '../../operators/audit-log.ts';
import { loanOf } from './store.ts';
import type { LoanDocument, LoanRow } from './tables.ts';

export const lookAtDocument: OperatorCommand<
  { readonly book: bigint; readonly id: bigint; readonly of: LoanDocument },
  LoanRow,
  'not_found'
> = {
  roles: ['reviewer', 'treasurer', 'admin'],
  decide: async (connection, { of, ...place }) => {
    if (!(await lockBook(connection, place.book))) return refuse('not_found');
    const found = await loanOf(connection, place);
    if (found === undefined) return refuse('not_found');
    const { row } = found;
    const about = { loan: row.id.toString(), amount: formatAmount(row.figures.amount), status: row.status };
    return ok({
      answer: row,
      entry: {
        action: 'loan.read',
        subject: subjectOf(place.book),
        before: {},
        after: { ...about, seen: [of, 'verified_name'] },
        reason: undefined,
      },
      apply: () => Promise.resolve(),
    });
  },
};
