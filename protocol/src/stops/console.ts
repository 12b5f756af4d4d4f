/** Emergency stops: one operator begins one, two end it before its time. */
import * as v from 'valibot';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { reasonText } from '../console/fields.ts';
import { none, nothing, seconds } from '../fields.ts';
import { STOP_HOURS_MAX, stopCauses, stopTarget } from './targets.ts';

export const stopsConsoleCalls = {
  'GET stops': consoleCall({
    roles: everyRole,
    summary: 'The emergency stops, with the approvals of their release, newest first.',
    input: none,
    output: v.array(
      v.object({
        number: v.string(),
        /** Such as "payouts", "product:spot" or "instrument:BTC/USDT". */
        target: v.string(),
        cause: v.picklist(stopCauses),
        begun_by: v.string(),
        since: seconds,
        until: seconds,
        in_effect: v.boolean(),
        approvals: v.array(v.object({ operator: v.string(), at: seconds })),
      }),
    ),
    refusals: [],
  }),
  'POST stop_begin': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Stops payouts, or the openings of a product or an instrument, at once and for at most a day. What is open goes on. The stop and its cause are public.',
      input: v.object({
        target: v.pipe(v.string(), v.regex(stopTarget)),
        cause: v.picklist(stopCauses),
        hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(STOP_HOURS_MAX)),
        reason: reasonText,
      }),
      output: nothing,
      refusals: ['pair_not_found', 'order_state_wrong', 'second_person_needed'],
      touches: 'everything',
    },
    () => ({ action: 'stop.begin', subject: 'house' }),
  ),
  'POST stop_release': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Approves the end of an emergency stop before its time, which takes effect when a second person approves it within a day.',
      input: v.object({ id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)), reason: reasonText }),
      output: nothing,
      refusals: ['order_state_wrong', 'second_person_needed'],
      touches: 'everything',
    },
    () => ({ action: 'stop.release', subject: 'house' }),
  ),
};
