/** The no-lever allowlist of the feature `dead-mans-switch`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { deadMansSwitches } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST orders/cancel_all': ['order', ''],
    'GET orders/dead_mans_switch': ['own', ''],
    'POST orders/dead_mans_switch': ['order', 'seconds'],
  },
  columns: {
    dead_mans_switch: {
      whose: 'book id',
      asked: 'seconds',
      state: 'status',
      waits: 'version armed_seq',
      tape: 'fired_seq',
      when: 'set_ms due_ms',
    },
  },
  tables: { dead_mans_switch: 'commands' },
  changed: [deadMansSwitches],
  rights: [
    {
      because:
        'when a customer’s orders are to be cancelled: triggers hold it against the session, the clock, the tape and the orders',
      may: 'select insert',
      on: 'dead_mans_switch',
    },
  ],
  functions: {
    'cancel_let_in(of_book)': 'guards',
    'definer dead_mans_switch_cleared()': 'guards',
    'definer dead_mans_switch_holds()': 'guards',
    'definer order_cancelled_in_session()': 'guards',
  },
  triggers: {
    'dead_mans_switch.dead_mans_switch_cleared': 'what fired leaves no order resting',
    'dead_mans_switch.dead_mans_switch_holds':
      'set now, in a session of its customer, and fired at its entry',
    'dead_mans_switch.dead_mans_switch_transition': 'it goes its ways alone',
  },
  guardReads: 'dead_mans_switch',
};
