/** The rows of the hosting fund, of what anybody may know of it, and of inviting friends. */
import { call } from './call.ts';
import * as fund from './schemas/fund.ts';
import * as referral from './schemas/referral.ts';
import * as strategy from './schemas/strategy.ts';
import { none } from './schemas/fields.ts';

const joining = [
  'self_excluded',
  'timed_out',
  'product_not_offered',
  'verification_needed',
  'amount_wrong',
  'project_ended',
  'project_state_wrong',
  'order_out_of_range',
  'terms_changed',
  'project_limit_reached',
  'participants_full',
  'fund_balance_insufficient',
] as const;

export const fundCalls = {
  'GET project': call({
    who: 'customer',
    summary:
      'The tiers of the hosting fund, with what was published last. Rates are per cent a day, estimated and not guaranteed.',
    input: none,
    output: fund.fundTiers,
    refusals: [],
    idempotent: false,
  }),
  'POST project/order': call({
    who: 'customer',
    summary: 'Joins a tier of the fund; the same as lh/deposit.',
    input: fund.fundJoinInput,
    output: fund.fundJoinOutput,
    refusals: joining,
    idempotent: true,
    touches: ['fund', 'wallets'],
  }),
  'GET lh/deposit/config': call({
    who: 'customer',
    summary: 'What may be handed to the fund now, and what is free for it.',
    input: none,
    output: fund.fundConfig,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/ordersum': call({
    who: 'customer',
    summary: 'What is invested, and the income of today and in total.',
    input: none,
    output: fund.fundSums,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/order': call({
    who: 'customer',
    summary: 'The customer’s orders, newest first.',
    input: fund.fundListInput,
    output: fund.fundList,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/records': call({
    who: 'customer',
    summary: 'Each payment of income, newest first, of one order or of all.',
    input: fund.fundPaymentsInput,
    output: fund.fundPayments,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'POST lh/deposit': call({
    who: 'customer',
    summary: 'Hands an amount to the fund; without a tier the amount picks it.',
    input: fund.fundJoinInput,
    output: fund.fundJoinOutput,
    refusals: joining,
    idempotent: true,
    touches: ['fund', 'wallets'],
  }),
  'POST lh/deposit/cancel': call({
    who: 'customer',
    summary:
      'Ends an order early: the principal comes back less the fee that was shown; a pending one whole.',
    input: fund.fundCancelInput,
    output: fund.fundCancelOutput,
    refusals: ['product_not_found', 'order_state_wrong', 'terms_changed'],
    idempotent: true,
    whenFrozen: true,
    touches: ['fund', 'wallets'],
  }),
};

/** What anybody may know of where income comes from. */
export const strategyCalls = {
  'GET transparency/fund': call({
    who: 'visitor',
    summary: 'What the strategy made a day, what was published of it, and what its account holds.',
    input: none,
    output: strategy.fundPublished,
    refusals: [],
    cost: 3,
    idempotent: false,
    reads: ['fund'],
  }),
  'GET transparency/strategy': call({
    who: 'visitor',
    summary: 'The strategy’s trades with both legs, newest first.',
    input: strategy.strategyInput,
    output: strategy.strategyTrades,
    refusals: [],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
};

export const referralCalls = {
  'GET user/invite': call({
    who: 'customer',
    summary: 'The customer’s invite code, and what it brought.',
    input: none,
    output: referral.invitation,
    refusals: [],
    idempotent: false,
  }),
  'GET user/invite_earnings': call({
    who: 'customer',
    summary: 'Each share of a friend’s fund income, newest first, with its source.',
    input: referral.earningsInput,
    output: referral.earnings,
    refusals: [],
    idempotent: false,
  }),
};
