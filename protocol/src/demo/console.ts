/** The market clock of a demo, which an operator can set forward so that income, interest and maturities fall due immediately. */
import * as v from 'valibot';
import { none, nothing, seconds } from '../fields.ts';
import { note } from '../console/fields.ts';
import { consoleCall, everyRole, operatorRoles } from '../console/console-call.ts';

export const clockSteps = ['hour', 'day'] as const;

export const demoConsoleCalls = {
  'GET demo_operators': consoleCall({
    roles: 'visitor',
    summary: 'The example operators of a demo, as whom anyone can log in. Not available in live mode.',
    input: none,
    output: v.array(
      v.object({
        account: v.string(),
        role: v.picklist(operatorRoles),
        password: v.string(),
        totp: v.string(),
      }),
    ),
    refusals: [],
  }),
  'GET clock': consoleCall({
    roles: everyRole,
    summary: 'The market time of a demo. Not available in live mode.',
    input: none,
    output: v.object({
      market_time: seconds,
      time: seconds,
      /** Whether the clock can be set forward, which only a simulated market supports. */
      can_forward: v.boolean(),
    }),
    refusals: [],
  }),
  'POST clock_forward': consoleCall({
    roles: ['admin'],
    summary: 'Sets a demo’s market clock forward by an hour or a day. Not available in live mode.',
    input: v.object({ step: v.picklist(clockSteps), note }),
    output: nothing,
    refusals: ['clock_fixed'],
    touches: 'everything',
  }),
};
