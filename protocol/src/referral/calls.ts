/** API calls for referral. */
import * as referral from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const referralCalls = {
  'GET user/invite': call({
    who: 'customer',
    reference: { section: 'Referrals', title: 'Get the invite code' },
    summary: 'The customer’s invite code and its earnings.',
    input: none,
    output: referral.invitation,
    refusals: [],
    idempotent: false,
  }),
  'GET user/invite_earnings': call({
    who: 'customer',
    reference: { section: 'Referrals', title: 'List earnings' },
    summary: 'Each share of a friend’s fund income, newest first, with its source.',
    input: referral.earningsInput,
    output: referral.earnings,
    refusals: [],
    idempotent: false,
  }),
};
