/** Our refusals as the codes and texts that these clients know. Some of them compare the text. */
import type { Refusal } from '@candor/domain/outcome.ts';
import { fill } from '@candor/protocol/envelope.ts';
import { refusals } from '@candor/protocol/features.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import * as failures from './failure.ts';
import type { Failure } from './failure.ts';
import { filterFailure } from './filters.ts';

type Failing = { readonly ok: false; readonly failure: Failure };

const insufficient = failures.failed(-2010, 'Account has insufficient balance for requested action.');
const closed = failures.failed(-1013, 'Market is closed.');
const lot = filterFailure('LOT_SIZE');
const price = filterFailure('PRICE_FILTER');

const known: Partial<Readonly<Record<RefusalCode, Failing>>> = {
  balance_insufficient: insufficient,
  coins_insufficient: insufficient,
  quantity_below_minimum: lot,
  quantity_above_maximum: lot,
  quantity_off_step: lot,
  amount_below_minimum: filterFailure('NOTIONAL'),
  price_off_tick: price,
  price_above_maximum: price,
  orders_too_many: filterFailure('MAX_NUM_ORDERS'),
  pair_not_found: failures.invalidSymbol,
  pair_not_active: failures.invalidSymbol,
  market_closed: closed,
  trading_closed: closed,
  trading_paused: closed,
  opening_stopped: closed,
  trade_not_found: failures.orderUnknown,
  order_not_cancellable: failures.orderUnknown,
  key_reused: failures.failed(-2010, 'Duplicate order sent.'),
  busy: failures.overloaded,
  too_many_requests: failures.failed(-1003, 'Too many requests.', 429),
  api_scope_missing: failures.keyRejected,
  api_address_refused: failures.keyRejected,
  api_key_unknown: failures.keyRejected,
  api_key_revoked: failures.keyRejected,
  api_key_expired: failures.keyRejected,
  account_frozen: failures.failed(-2010, 'This action is disabled on this account.'),
  account_locked: failures.failed(-2010, 'This action is disabled on this account.'),
  request_failed: failures.broken,
};

/** Translates a refusal. If the exchange has no code for it, it becomes a rejected order with our text. */
export function failureOf(refusal: Refusal<RefusalCode>): Failing {
  const { code, field, params } = refusal;
  const found = known[code];
  if (found === undefined) {
    const said = { ...(field === undefined ? {} : { field }), ...params };
    return failures.failed(-2010, fill(refusals[code].texts.en, said));
  }
  const seconds = refusal.params?.['seconds'];
  if (seconds === undefined) return found;
  return { ok: false, failure: { ...found.failure, retryAfterSeconds: Number(seconds) } };
}
