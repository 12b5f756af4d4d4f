/** API calls for the fund. */
import * as fund from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

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
    reference: { section: 'Fund', title: 'List tiers' },
    summary:
      'The tiers of the fund with the last published results. Rates are per cent a day, estimated and not guaranteed.',
    input: none,
    output: fund.fundTiers,
    refusals: [],
    idempotent: false,
  }),
  'POST project/order': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'Invest in a tier', after: 'POST lh/deposit' },
    summary: 'Invests in a tier of the fund, like `POST lh/deposit`.',
    input: fund.fundJoinInput,
    output: fund.fundJoinOutput,
    refusals: joining,
    idempotent: true,
    touches: ['fund', 'wallets'],
  }),
  'GET lh/deposit/config': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'Get what you can invest' },
    summary: 'The amounts that can be invested in the fund now, and the available balance.',
    input: none,
    output: fund.fundConfig,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/ordersum': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'Get your investment and income' },
    summary: 'The amount invested, and the income of today and in total.',
    input: none,
    output: fund.fundSums,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/order': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'List fund orders' },
    summary: 'The customer’s fund orders, newest first.',
    input: fund.fundListInput,
    output: fund.fundList,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'GET lh/deposit/records': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'List payments of income' },
    summary: 'Each payment of income, newest first, of one order or of all.',
    input: fund.fundPaymentsInput,
    output: fund.fundPayments,
    refusals: [],
    idempotent: false,
    reads: ['fund'],
  }),
  'POST lh/deposit': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'Invest in the fund' },
    summary: 'Invests an amount in the fund. Without a tier, the amount decides it.',
    input: fund.fundJoinInput,
    output: fund.fundJoinOutput,
    refusals: joining,
    idempotent: true,
    touches: ['fund', 'wallets'],
  }),
  'POST lh/deposit/cancel': call({
    who: 'customer',
    reference: { section: 'Fund', title: 'Leave the fund early' },
    summary:
      'Ends a fund order early and returns the principal less the fee that was shown, or all of it if the order is still pending.',
    input: fund.fundCancelInput,
    output: fund.fundCancelOutput,
    refusals: ['product_not_found', 'order_state_wrong', 'terms_changed'],
    idempotent: true,
    whenFrozen: true,
    touches: ['fund', 'wallets'],
  }),
};
