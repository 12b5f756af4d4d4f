/** API calls for self-imposed limits and for restrictions by country. */
import * as limits from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const ownLimitsCalls = {
  'GET user/limits': call({
    who: 'customer',
    reference: { section: 'Limits', title: 'Get your limits' },
    summary: 'The customer’s own limits and pauses, how much of each is used, and the result of trading.',
    input: none,
    output: limits.ownLimits,
    refusals: [],
    idempotent: false,
    reads: ['limits', 'wallets'],
  }),
  'POST user/limit_set': call({
    who: 'customer',
    reference: { section: 'Limits', title: 'Set a limit' },
    summary: 'Sets a limit. A tighter one takes effect immediately, a looser one after 24 hours.',
    input: limits.setLimitInput,
    output: limits.setLimitOutput,
    refusals: ['amount_wrong'],
    idempotent: true,
    sets: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'POST user/time_out': call({
    who: 'customer',
    reference: { section: 'Limits', title: 'Pause trading' },
    summary: 'Pauses trading for 24 hours to six weeks. The pause can’t be shortened.',
    input: limits.timeOutInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'POST user/self_exclude': call({
    who: 'customer',
    reference: { section: 'Limits', title: 'Exclude yourself' },
    summary: 'Excludes the customer from trading for six months or more. The exclusion can’t be lifted.',
    input: limits.selfExcludeInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'GET jurisdictions': call({
    who: 'visitor',
    reference: { section: 'Limits', title: 'List countries and their rules' },
    summary: 'The products offered in each country, with the source of every figure.',
    input: none,
    output: limits.jurisdictions,
    refusals: [],
    idempotent: false,
  }),
};
