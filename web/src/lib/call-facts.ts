/**
 * What the client must know of the table of calls at run time. The table itself carries every schema and would double the first
 * paint, so these two lists repeat one column each; they do not compile when they disagree with it.
 */
import type { CallName, Calls } from '@candor/protocol/calls.ts';

type Where<Column extends 'who' | 'idempotent', Value> = {
  [Name in CallName]: Calls[Name][Column] extends Value ? Name : never;
}[CallName];

const visitorCalls: Readonly<Record<Where<'who', 'visitor'>, true>> = {
  'POST user/register': true,
  'POST user/login': true,
  'POST sms_mail': true,
  'POST user/forget': true,
  'GET user/nonce': true,
  'POST user/addressreg': true,
  'POST user/passkey_options': true,
  'POST user/passkey_login': true,
  'GET getareacode': true,
  'GET jurisdictions': true,
  'GET demo': true,
  'GET demo/mailbox': true,
  'GET currency/quotation_new': true,
  'GET currency/new_timeshar': true,
  'GET currency/whlist': true,
  'GET currency/whkdata': true,
  'GET currency/whtrade': true,
  'GET lh/wh_bzhl_list': true,
  'GET transparency/loss_share': true,
  'GET transparency/keys': true,
  'GET transparency/checkpoints': true,
  'GET transparency/market_days': true,
  'GET transparency/market_runs': true,
  'GET transparency/pauses': true,
  'GET transparency/voids': true,
  'GET transparency/withdrawals': true,
  'GET transparency/terms': true,
  'GET transparency/fund': true,
  'GET transparency/strategy': true,
  'POST news/list': true,
  'POST news/detail': true,
  'GET news_articles/list': true,
  'GET news/getkf': true,
  'GET tape': true,
  'GET tape/checkpoints': true,
};

/** Made as the customer where there is one, and else as a visitor, by the key that this device keeps. */
const anybodyCalls: Readonly<Record<Where<'who', 'anybody'>, true>> = {
  'POST chat/open': true,
  'GET chat/messages': true,
  'POST chat/send': true,
  'POST chat/read': true,
  'POST chat/typing': true,
  'POST chat/picture': true,
  'POST chat/picture_open': true,
};

const idempotentCalls: Readonly<Record<Where<'idempotent', true>, true>> = {
  'POST user/register': true,
  'POST user/real_name': true,
  'POST price_alert': true,
  'POST price_alert_delete': true,
  'POST user/limit_set': true,
  'POST user/time_out': true,
  'POST user/self_exclude': true,
  'POST user/close': true,
  'POST demo/start_over': true,
  'POST lever/apply': true,
  'POST lever/submit': true,
  'POST lever/whsubmit': true,
  'POST lever/setstop': true,
  'POST lever/close': true,
  'POST lever/whclose': true,
  'POST lever/dealall': true,
  'POST lever/cancel': true,
  'POST lever/cancel_all': true,
  'POST microtrade/submit': true,
  'POST microtrade/whsubmit': true,
  'POST wallet/transfer': true,
  'POST wallet/charge_req': true,
  'POST wallet/charge_cancel': true,
  'POST wallet/out': true,
  'POST wallet/out_cancel': true,
  'POST wallet/address_add': true,
  'POST wallet/address_delete': true,
  'POST wallet/flashAgainst': true,
  'POST project/order': true,
  'POST lh/deposit': true,
  'POST lh/deposit/cancel': true,
  'POST lh/loan/submit': true,
  'POST lh/loan/cancel': true,
  'POST lh/loan/repayment': true,
  'POST wallet/experience_convert': true,
  'POST coin/trade': true,
  'POST order/cancel': true,
  'POST order/cancel_all': true,
};

/** Whether a call goes without a token. */
export function isForAnybody(name: CallName): boolean {
  return Object.hasOwn(anybodyCalls, name);
}

export function isForVisitors(name: CallName): boolean {
  return Object.hasOwn(visitorCalls, name);
}

/** Whether a call honours an `Idempotency-Key`. */
export function isIdempotent(name: CallName): boolean {
  return Object.hasOwn(idempotentCalls, name);
}
