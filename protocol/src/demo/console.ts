/** The clock of a demo, which an operator can set forward so that income, interest and maturities fall due immediately. */
import * as v from 'valibot';
import { none, nothing, seconds } from '../fields.ts';
import { note } from '../console/fields.ts';
import { consoleCall, everyRole, operatorRoles } from '../console/console-call.ts';

export const clockSteps = ['hour', 'day', 'minutes'] as const;

const DAY_MINUTES = 1440;

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
    summary: 'The time of a demo. Not available in live mode.',
    input: none,
    output: v.object({
      market_time: seconds,
      /** The house’s time, which dates everything except the market; in a simulated market, the market’s time is the same. */
      time: seconds,
      /** How many seconds the house’s time is ahead of the real one; negative in a demo that began in the past. */
      ahead: v.pipe(v.number(), v.integer()),
      /** Whether the clock can be set forward, which only a simulated market supports. */
      can_forward: v.boolean(),
    }),
    refusals: [],
  }),
  'POST clock_forward': consoleCall(
    {
      roles: ['admin'],
      summary:
        'Sets a demo’s clock forward by an hour or a day, or, if the demo began in the past, by minutes up to the present. Not available in live mode.',
      input: v.object({
        step: v.picklist(clockSteps),
        /** With the step `minutes`, up to a day. */
        minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DAY_MINUTES))),
        note,
      }),
      output: nothing,
      refusals: ['clock_fixed', 'clock_past_present', 'parameter_missing'],
      touches: 'everything',
    },
    () => ({ action: 'clock.forward', subject: 'clock' }),
  ),
};
