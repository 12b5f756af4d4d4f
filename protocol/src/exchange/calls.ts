/** API calls for currency exchange at a quote. */
import * as exchange from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const exchangeCalls = {
  'GET wallet/flashAgainstList': call({
    who: 'customer',
    summary: 'The coins that can be converted, and the fee of each.',
    input: none,
    output: exchange.exchangeTerms,
    refusals: [],
    idempotent: false,
  }),
  'POST wallet/flash_quote': call({
    who: 'customer',
    summary: 'A firm price for a conversion, valid for ten seconds.',
    input: exchange.quoteInput,
    output: exchange.quoteOutput,
    refusals: [
      'self_excluded',
      'timed_out',
      'product_not_offered',
      'trading_paused',
      'currency_invalid',
      'pair_not_active',
      'quotes_exhausted',
      'amount_wrong',
      'exchange_too_small',
      'exchange_too_large',
      'trading_closed',
      'market_closed',
      'coins_insufficient',
      'balance_insufficient',
      'liquidity_insufficient',
    ],
    idempotent: false,
  }),
  'POST wallet/flashAgainst': call({
    who: 'customer',
    summary: 'Converts exactly as quoted, or refuses.',
    input: exchange.exchangeInput,
    output: exchange.exchangeOutput,
    refusals: [
      'self_excluded',
      'timed_out',
      'product_not_offered',
      'trading_paused',
      'quote_expired',
      'trading_closed',
      'market_closed',
      'coins_insufficient',
      'balance_insufficient',
      'liquidity_insufficient',
    ],
    idempotent: true,
    order: true,
    touches: ['exchanges', 'wallets'],
  }),
  'GET wallet/myFlashAgainstList': call({
    who: 'customer',
    summary: 'Conversions, newest first.',
    input: exchange.exchangeListInput,
    output: exchange.exchangeList,
    refusals: [],
    idempotent: false,
    reads: ['exchanges'],
  }),
};
