/** API calls that cancel the resting orders of every product. */
import { call } from '../call.ts';
import { none } from '../fields.ts';
import * as all from './schemas.ts';

export const deadMansSwitchCalls = {
  'POST orders/cancel_all': call({
    who: 'customer',
    reference: {
      section: 'Several orders at once',
      title: 'Cancel all orders of every product',
      after: 'POST orders/batch',
    },
    summary:
      'Cancels every resting order of every product, each immediately or at the next price, and returns the result for each. Take profit and stop loss of open positions stay.',
    input: none,
    output: all.cancelEverywhereOutput,
    refusals: [],
    idempotent: true,
    order: true,
    sets: true,
    whenFrozen: true,
    touches: ['spot orders', 'positions', 'wallets'],
  }),
  'GET orders/dead_mans_switch': call({
    who: 'customer',
    reference: {
      section: 'Several orders at once',
      title: 'Get the dead man’s switch',
      after: 'POST orders/cancel_all',
      fields: { expires_at: { like: 1_764_313_260 } },
    },
    summary: 'Whether the customer’s dead man’s switch is armed, and when it fires.',
    input: none,
    output: all.switchView,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
    reads: ['dead mans switch'],
  }),
  'POST orders/dead_mans_switch': call({
    who: 'customer',
    reference: {
      section: 'Several orders at once',
      title: 'Arm the dead man’s switch',
      after: 'GET orders/dead_mans_switch',
      fields: { seconds: { about: 'After how many seconds all orders are cancelled; 0 disarms.', like: 60 } },
      examples: {
        arm: { summary: 'Cancel everything unless repeated within a minute', value: { seconds: 60 } },
        disarm: { summary: 'Disarm', value: { seconds: 0 } },
      },
    },
    summary:
      'Cancels every resting order of every product after the given number of seconds, unless the call is repeated before then. 0 disarms the switch. Take profit and stop loss of open positions stay.',
    input: all.switchInput,
    output: all.switchView,
    refusals: [],
    idempotent: true,
    sets: true,
    whenFrozen: true,
    touches: ['dead mans switch'],
  }),
};
