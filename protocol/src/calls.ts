/**
 * The table of calls: a row for every one. The server must supply a handler for exactly these rows, the web's client
 * and the reference are derived from them, and the tests walk them. The key is method and path.
 */
import type * as v from 'valibot';
import { call } from './call.ts';
import type { CallRow } from './call.ts';
import { contentCalls } from './calls-content.ts';
import { chatCalls } from './calls-chat.ts';
import { contractCalls, forexCalls } from './calls-contracts.ts';
import { fundCalls, referralCalls, strategyCalls } from './calls-fund.ts';
import { securityCalls, signInCalls, verificationCalls } from './calls-identity.ts';
import { leverageCalls } from './calls-leverage.ts';
import { loanCalls } from './calls-loans.ts';
import { moneyCalls, walletCalls } from './calls-money.ts';
import { notificationCalls } from './calls-notifications.ts';
import { experienceCalls, optionCalls } from './calls-options.ts';
import { limitCalls, settingsCalls } from './calls-settings.ts';
import { transparencyCalls } from './calls-transparency.ts';
import { recurringCalls } from './recurring/calls.ts';
import * as demo from './schemas/demo.ts';
import * as forex from './schemas/forex.ts';
import * as quotes from './schemas/quotes.ts';
import * as session from './schemas/session.ts';
import * as spot from './schemas/spot.ts';
import { none, nothing } from './schemas/fields.ts';

export const calls = {
  // Registration and session
  'POST user/register': call({
    who: 'visitor',
    summary: 'Opens an account; answers its token.',
    input: session.registerInput,
    output: session.token,
    refusals: [
      'passwords_differ',
      'password_length',
      'password_common',
      'too_young',
      'code_wrong',
      'invite_code_wrong',
      'account_taken',
      'too_many_attempts',
      'reset_needed',
    ],
    cost: 20,
    idempotent: true,
  }),
  'POST user/login': call({
    who: 'visitor',
    summary: 'Signs in by account name or e-mail; answers a token.',
    input: session.loginInput,
    output: session.token,
    refusals: [
      'login_wrong',
      'confirmation_needed',
      'confirmation_wrong',
      'too_many_attempts',
      'reset_needed',
    ],
    cost: 20,
    idempotent: false,
  }),
  'POST user/logout': call({
    who: 'customer',
    summary: 'Ends the session of the token.',
    input: none,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST sms_mail': call({
    who: 'visitor',
    summary: 'Mails a six-digit code that is good for ten minutes, for registration and password reset.',
    input: session.mailCodeInput,
    output: session.mailCodeOutput,
    refusals: ['too_many_attempts'],
    cost: 3,
    idempotent: false,
  }),
  'POST user/forget': call({
    who: 'visitor',
    summary:
      'Sets a new password with a mailed code and the second factor, if there is one; ends every session.',
    input: session.forgetInput,
    output: nothing,
    refusals: [
      'passwords_differ',
      'password_length',
      'password_common',
      'trading_password_same',
      'code_wrong',
      'confirmation_needed',
      'confirmation_wrong',
      'too_many_attempts',
      'reset_needed',
    ],
    cost: 20,
    idempotent: false,
  }),
  'POST safe/update_password': call({
    who: 'customer',
    summary: 'Changes the password; ends every other session.',
    input: session.updatePasswordInput,
    output: nothing,
    refusals: [
      'passwords_differ',
      'password_length',
      'password_common',
      'trading_password_same',
      'old_password_wrong',
      'confirmation_needed',
      'confirmation_wrong',
      'too_many_attempts',
      'reset_needed',
    ],
    cost: 40,
    idempotent: false,
    touches: ['security', 'sessions'],
  }),
  'GET user/info': call({
    who: 'customer',
    summary: 'Who the customer is, masked, and what is set up.',
    input: none,
    output: session.userInfo,
    refusals: [],
    idempotent: false,
    reads: ['profile', 'wallets'],
  }),
  'POST set/lang': call({
    who: 'customer',
    summary: 'Remembers the language for mail and notices.',
    input: session.setLanguageInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),

  // Who the customer is, and what keeps the account theirs
  ...signInCalls,
  ...securityCalls,
  ...verificationCalls,
  ...limitCalls,
  ...settingsCalls,
  ...notificationCalls,
  ...recurringCalls,

  // Demo
  'GET demo': call({
    who: 'visitor',
    summary: 'The example logins and the invite code of the house.',
    input: none,
    output: demo.demoOutput,
    refusals: [],
    idempotent: false,
    mode: 'demo',
  }),
  'GET demo/mailbox': call({
    who: 'visitor',
    summary: 'The code mails to an address that a demo kept instead of sending them, newest first.',
    input: demo.mailboxInput,
    output: demo.mailboxOutput,
    refusals: [],
    idempotent: false,
    mode: 'demo',
  }),
  'POST demo/start_over': call({
    who: 'customer',
    summary: 'Cancels open orders and resets the balances to the grant by journals; history is kept.',
    input: none,
    output: nothing,
    refusals: [],
    idempotent: true,
    mode: 'demo',
    touches: 'everything',
  }),

  // Market data
  'GET currency/quotation_new': call({
    who: 'visitor',
    summary: 'Every instrument with its latest quote, its day and its bounds.',
    input: none,
    output: quotes.quotations,
    refusals: [],
    idempotent: false,
    reads: ['offers'],
  }),
  'GET currency/new_timeshar': call({
    who: 'visitor',
    summary: 'Candles of an instrument, oldest first.',
    input: quotes.candlesInput,
    output: quotes.candles,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET tape': call({
    who: 'visitor',
    summary: 'Entries of the price tape as they were hashed, at most 1,000. Also at tape/:symbol.',
    input: quotes.tapeInput,
    output: quotes.tape,
    refusals: ['pair_not_found'],
    cost: 10,
    readsMuch: true,
    idempotent: false,
  }),
  'GET tape/checkpoints': call({
    who: 'visitor',
    summary: 'Signed heads of the tape and the key that verifies them. Also at tape/:symbol/checkpoints.',
    input: quotes.checkpointsInput,
    output: quotes.checkpoints,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET currency/whlist': call({
    who: 'visitor',
    summary: 'Forex and metals: every instrument with its latest quote, its day and its bounds in lots.',
    input: none,
    output: forex.forexQuotations,
    refusals: [],
    idempotent: false,
  }),
  'GET currency/whkdata': call({
    who: 'visitor',
    summary: 'Candles of a currency pair or metal, oldest first.',
    input: forex.forexCandlesInput,
    output: forex.forexCandles,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET currency/whtrade': call({
    who: 'visitor',
    summary: 'What the ticket of a currency pair or metal shows to anybody: quote, bounds, costs, rate.',
    input: forex.forexTicketInput,
    output: forex.forexTicket,
    refusals: ['pair_not_found'],
    idempotent: false,
  }),
  'GET lh/wh_bzhl_list': call({
    who: 'visitor',
    summary: 'The hourly published rates by which profit in a quote currency becomes USDT.',
    input: none,
    output: forex.conversionRates,
    refusals: [],
    idempotent: false,
  }),

  // Wallets, and money in and out
  ...walletCalls,
  ...moneyCalls,

  // Spot
  'POST coin/trade': call({
    who: 'customer',
    summary: 'Places a spot order: market or limit on a pair, or coin to coin.',
    input: spot.spotOrderInput,
    output: spot.spotOrderResult,
    refusals: [
      'self_excluded',
      'timed_out',
      'product_not_offered',
      'pair_not_found',
      'pair_not_active',
      'currency_invalid',
      'quantity_below_minimum',
      'quantity_above_maximum',
      'quantity_off_step',
      'amount_below_minimum',
      'amount_wrong',
      'price_off_tick',
      'price_above_maximum',
      'trading_closed',
      'market_closed',
      'limit_sell_below_price',
      'terms_changed',
      'price_moved',
      'balance_insufficient',
      'coins_insufficient',
      'liquidity_insufficient',
      'orders_too_many',
    ],
    idempotent: true,
    touches: ['spot orders', 'wallets'],
  }),
  'GET coin/list': call({
    who: 'customer',
    summary: 'Spot orders with their fills and reasons, newest first.',
    input: spot.spotListInput,
    output: spot.spotList,
    refusals: [],
    idempotent: false,
    reads: ['spot orders'],
  }),
  'POST order/cancel': call({
    who: 'customer',
    summary: 'Cancels a resting order and frees what it froze.',
    input: spot.cancelInput,
    output: spot.cancelOutput,
    refusals: ['trade_not_found', 'order_not_cancellable'],
    idempotent: true,
    whenFrozen: true,
    touches: ['spot orders', 'wallets'],
  }),
  'POST order/cancel_all': call({
    who: 'customer',
    summary: 'Cancels every resting order, or those of one instrument.',
    input: spot.cancelAllInput,
    output: spot.cancelAllOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['spot orders', 'wallets'],
  }),

  // Contracts, forex and metals
  ...contractCalls,
  ...forexCalls,

  // Permission for leverage, transfers
  ...leverageCalls,
  ...optionCalls,
  ...experienceCalls,

  // The hosting fund
  ...fundCalls,

  // What the platform publishes about itself
  ...referralCalls,
  ...strategyCalls,
  ...loanCalls,
  ...transparencyCalls,

  // Customer service
  ...chatCalls,

  // News and help
  ...contentCalls,
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} ${string}`, CallRow>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<Name extends CallName> = v.InferOutput<Calls[Name]['input']>;
/** What a caller passes, before defaults and transforms. */
export type CallRequest<Name extends CallName> = v.InferInput<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = v.InferOutput<Calls[Name]['output']>;
export type CallRefusal<Name extends CallName> = Calls[Name]['refusals'][number];

/** Splits a row's key into HTTP method and path. */
export function methodAndPath(name: `${'GET' | 'POST'} ${string}`): { method: string; path: string } {
  const space = name.indexOf(' ');
  return { method: name.slice(0, space), path: name.slice(space + 1) };
}
