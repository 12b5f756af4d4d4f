/** The current state of the fund. */
import * as v from 'valibot';
import { fundPublished } from './schemas.ts';
import { none, seconds } from '../fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';

export const strategyConsoleCalls = {
  'GET fund': consoleCall({
    roles: everyRole,
    summary: 'What anybody may know of the fund, and whether it owes a payment.',
    input: none,
    output: v.object({
      ...fundPublished.entries,
      /**
       * Orders with an overdue payment, and since when the oldest one has been due. The publication at the next midnight waits
       * for them.
       */
      unpaid: v.number(),
      unpaid_since: v.nullable(seconds),
    }),
    refusals: [],
  }),
};
