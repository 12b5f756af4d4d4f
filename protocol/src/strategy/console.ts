/** The fund as it stands. */
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
      /** Orders with something due that is not paid yet, and since when the longest of them; the next midnight’s publication waits for those. */
      unpaid: v.number(),
      unpaid_since: v.nullable(seconds),
    }),
    refusals: [],
  }),
};
