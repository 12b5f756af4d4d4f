/**
 * Which messages can be reached so far. The catalogue is larger than the calls that exist: this list grows with each
 * feature, and a call that gains or loses a refusal changes it on purpose.
 */
import { expect, it } from 'vitest';
import { anyCallRefusals } from './call.ts';
import { calls } from './calls.ts';
import { refusals } from './refusals.ts';

const reachable = [
  'account_frozen',
  'account_locked',
  'account_taken',
  'already_applied',
  'amount_below_minimum',
  'amount_wrong',
  'balance_insufficient',
  'bank_card_missing',
  'body_too_big',
  'busy',
  'code_wrong',
  'coins_insufficient',
  'credit_insufficient',
  'currency_invalid',
  'duration_not_offered',
  'exposure_customer_full',
  'exposure_full',
  'invite_code_wrong',
  'key_reused',
  'lever_not_enabled',
  'leverage_not_offered',
  'limit_sell_below_price',
  'liquidity_insufficient',
  'login_wrong',
  'margin_insufficient',
  'market_closed',
  'market_closed_until',
  'not_found',
  'old_password_wrong',
  'open_trade_blocks',
  'option_balance_insufficient',
  'order_not_cancellable',
  'orders_too_many',
  'pair_not_active',
  'pair_not_found',
  'parameter_missing',
  'parameter_wrong',
  'password_common',
  'password_length',
  'passwords_differ',
  'payout_changed',
  'position_closing',
  'position_not_open',
  'positions_too_many',
  'price_above_maximum',
  'price_moved',
  'price_off_tick',
  'profit_lock_wrong',
  'quantity_above_maximum',
  'quantity_below_minimum',
  'quantity_off_step',
  'request_failed',
  'request_illegal',
  'session_ended',
  'session_ends_first',
  'stake_above_maximum',
  'stake_below_minimum',
  'stop_loss_wrong',
  'take_profit_wrong',
  'tickets_too_many',
  'too_many_attempts',
  'too_many_requests',
  'too_young',
  'trade_not_found',
  'trading_closed',
  'trailing_wrong',
  'try_again',
  'turnover_insufficient',
];

it('reaches exactly these refusals', () => {
  const used = new Set<string>(anyCallRefusals);
  for (const row of Object.values(calls)) for (const code of row.refusals) used.add(code);
  expect([...used].toSorted()).toEqual(reachable);
});

it('names only refusals that have a row', () => {
  expect(reachable.filter((code) => !(code in refusals))).toEqual([]);
});
