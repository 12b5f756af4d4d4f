/** API calls for self-imposed limits and for restrictions by country. */
import * as limits from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const ownLimitsCalls = {
  'GET user/limits': call({
    who: 'customer',
    summary: 'The customer’s own limits and pauses, what counted so far, and what trading brought.',
    input: none,
    output: limits.ownLimits,
    refusals: [],
    idempotent: false,
    reads: ['limits', 'wallets'],
  }),
  'POST user/limit_set': call({
    who: 'customer',
    summary: 'Sets an own limit: tighter at once, looser after 24 hours.',
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
    summary: 'Pauses trading for 24 hours to six weeks; nobody can shorten it.',
    input: limits.timeOutInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'POST user/self_exclude': call({
    who: 'customer',
    summary: 'Excludes oneself from trading for six months or more; nobody can lift it.',
    input: limits.selfExcludeInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'GET jurisdictions': call({
    who: 'visitor',
    summary: 'What is offered in which country, with the source of every figure.',
    input: none,
    output: limits.jurisdictions,
    refusals: [],
    idempotent: false,
  }),
};
