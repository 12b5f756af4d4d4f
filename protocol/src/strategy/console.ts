/** The operators' view of the current state of the fund. */
import * as v from 'valibot';
import { fundPublished } from './schemas.ts';
import { none, seconds } from '../fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';

export const strategyConsoleCalls = {
  'GET fund': consoleCall({
    roles: everyRole,
    summary: 'The public figures of the fund, and whether a payment is late.',
    input: none,
    output: v.object({
      ...fundPublished.entries,
      /**
       * The number of orders with an overdue payment, and the time since which the oldest has been due. The next publication
       * waits for these payments.
       */
      unpaid: v.number(),
      unpaid_since: v.nullable(seconds),
    }),
    refusals: [],
  }),
};
