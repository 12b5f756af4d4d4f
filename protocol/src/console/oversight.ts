/** What operators may still do today, and what of what they did is unusual. */
import * as v from 'valibot';
import { decimalOut, none } from '../schemas/fields.ts';
import { consoleCall, everyRole } from './console-call.ts';

export const capKinds = ['deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual'] as const;

export const oversightRows = {
  'GET caps': consoleCall({
    roles: everyRole,
    summary: 'How much the operator may let in, let out or grant in a day of UTC, and what is left of it.',
    input: none,
    output: v.array(
      v.object({
        kind: v.picklist(capKinds),
        /** In USDT: the most of one operator, what they used, and what is left of theirs and their role’s together. */
        cap: decimalOut,
        used: decimalOut,
        left: decimalOut,
      }),
    ),
    refusals: [],
  }),
};
