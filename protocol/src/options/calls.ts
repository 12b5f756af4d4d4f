/** API calls for fixed-time options. */
import * as options from './schemas.ts';
import { call } from '../call.ts';

const pairRefusals = ['pair_not_found', 'pair_not_active'] as const;

/** The refusals for a ticket, in the order in which they are checked. */
const ticketRefusals = [
  ...pairRefusals,
  'currency_invalid',
  'self_excluded',
  'timed_out',
  'product_not_offered',
  'bank_card_missing',
  'trading_paused',
  'market_closed_until',
  'trading_closed',
  'duration_not_offered',
  'payout_changed',
  'session_ends_first',
  'stake_below_minimum',
  'stake_above_maximum',
  'option_balance_insufficient',
  'credit_insufficient',
  'credit_hedged',
  'tickets_too_many',
  'exposure_customer_full',
  'exposure_full',
  'liquidity_insufficient',
  'own_limit_reached',
] as const;

export const optionsCalls = {
  'GET microtrade/seconds': call({
    who: 'customer',
    summary: 'The durations on offer, what each pays, and the win rate at which it breaks even.',
    input: options.optionSecondsInput,
    output: options.optionSeconds,
    refusals: [...pairRefusals, 'product_not_offered'],
    idempotent: false,
    reads: ['offers'],
  }),
  'GET microtrade/payable_currencies': call({
    who: 'customer',
    summary: 'The currencies for stakes: how much of each is available, and its limits.',
    input: options.optionSecondsInput,
    output: options.payableCurrencies,
    refusals: pairRefusals,
    idempotent: false,
    reads: ['wallets'],
  }),
  'POST microtrade/submit': call({
    who: 'customer',
    summary: 'Buys an option on BTC or ETH, up or down. The next entry of the price record is the strike.',
    input: options.optionSubmitInput,
    output: options.optionSubmitOutput,
    refusals: ticketRefusals,
    idempotent: true,
    order: true,
    touches: ['tickets', 'wallets'],
  }),
  'POST microtrade/whsubmit': call({
    who: 'customer',
    summary: 'Buys an option on a currency pair or metal, within the hours of its market.',
    input: options.optionSubmitInput,
    output: options.optionSubmitOutput,
    refusals: ticketRefusals,
    idempotent: true,
    order: true,
    touches: ['tickets', 'wallets'],
  }),
  'GET microtrade/lists': call({
    who: 'customer',
    summary: 'Options on BTC and ETH, open and ended, newest first.',
    input: options.optionListInput,
    output: options.optionList,
    refusals: [],
    idempotent: false,
    reads: ['tickets'],
  }),
  'GET microtrade/whlists': call({
    who: 'customer',
    summary: 'Options on currency pairs and metals, open and ended, newest first.',
    input: options.optionListInput,
    output: options.optionList,
    refusals: [],
    idempotent: false,
    reads: ['tickets'],
  }),
  'GET microtrade/results': call({
    who: 'customer',
    summary: 'The customer’s own record: won, lost, win rate next to the break-even rate, and net result.',
    input: options.optionResultsInput,
    output: options.optionResults,
    refusals: [],
    idempotent: false,
    reads: ['tickets'],
  }),
};
