/** Handlers of the spot calls. They turn a request into a command, or refuse it and name the invalid field. */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../calls/submit.ts';
import { pageOfPeriod } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { amendOrder, cancelOrder, cancelOrders, convertCoins, placeOrder } from './commands.ts';
import { amendmentView, orderView } from './effects.ts';
import type { Cancellation } from './cancelling.ts';
import type { CoinOrder } from './conversion.ts';
import type { PairOrder } from './rules.ts';
import { amendmentsOf, listOrders, orderWithFills } from './store.ts';

export type SpotDeps = {
  readonly submit: Submit;
  readonly pool: Pool;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

type SpotHandlers = Pick<
  Handlers,
  | 'POST coin/trade'
  | 'GET coin/list'
  | 'POST order/amend'
  | 'GET order/amendments'
  | 'POST order/cancel'
  | 'POST order/cancel_all'
>;

export function spotHandlers(deps: SpotDeps): SpotHandlers {
  const { submit, pool } = deps;
  return {
    'POST coin/trade': async (body, context) => {
      if (body.from !== undefined || body.to !== undefined) {
        const order = readCoinOrder(body, deps);
        if (!order.ok) return order;
        return submit({ command: convertCoins, input: order.value, body, context });
      }
      const order = readPairOrder(body, deps);
      if (!order.ok) return order;
      return submit({ command: placeOrder, input: order.value, body, context });
    },

    'GET coin/list': (input, { customer }) => {
      const { status, symbol, kind, client_order_id: clientOrderId, entry_id: entryId } = input;
      return pageOfPeriod(input, {
        read: (at) =>
          listOrders(pool, { ...at, book: customer, status, symbol, kind, clientOrderId, entryId }),
        idOf: ({ order }) => order.id,
        view: ({ order, fills, keyName }) => ({
          ...orderView(order, fills),
          ...(keyName === undefined ? {} : { key_name: keyName }),
        }),
      });
    },

    'POST order/cancel': async (body, context) => {
      const named = readName(body);
      return named.ok ? submit({ command: cancelOrder, input: named.value, body, context }) : named;
    },

    'POST order/amend': async (body, context) => {
      const named = readName(body);
      if (!named.ok) return named;
      const { instruments, termsAt, jurisdictions } = deps;
      const changes = readChanges(body);
      if (!changes.ok) return changes;
      const input = { named: named.value, ...changes.value, ...{ instruments, termsAt, jurisdictions } };
      return submit({ command: amendOrder, input, body, context });
    },

    'GET order/amendments': async ({ id }, { customer: book }) => {
      const order = /^\d{1,18}$/.test(id) ? await orderWithFills(pool, { book, id: BigInt(id) }) : undefined;
      if (order === undefined) return refuse('trade_not_found', { field: 'id' });
      return ok({ items: (await amendmentsOf(pool, { book, id: BigInt(id) })).map(amendmentView) });
    },

    'POST order/cancel_all': async (body, context) =>
      submit({ command: cancelOrders, input: { symbol: body.symbol }, body, context }),
  };
}

type Body = CallInput<'POST coin/trade'>;

function missing(field: string) {
  return refuse('parameter_missing', { field, params: { field } });
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

function decimal(text: string | undefined): Amount | undefined {
  return text === undefined ? undefined : parseAmount(text);
}

/** Parses an order's id, or the customer's own name for an open order. */
function readName(
  body: CallInput<'POST order/cancel'>,
): Outcome<Cancellation, 'parameter_missing' | 'trade_not_found'> {
  if (body.id === undefined) {
    return body.client_order_id === undefined ? missing('id') : ok({ clientOrderId: body.client_order_id });
  }
  if (!/^\d{1,18}$/.test(body.id)) return refuse('trade_not_found', { field: 'id' });
  return ok({ id: BigInt(body.id) });
}

/** Parses the terms that an amendment changes. If the expiry is removed, the order rests until it is cancelled. */
function readChanges(body: CallInput<'POST order/amend'>) {
  const { expires_at: expiresMs, trailing_bps: trailingBps } = body;
  const [price, stopPrice] = [decimal(body.price), decimal(body.stop_price)];
  const [quantity, trailing] = [decimal(body.quantity), decimal(body.trailing)];
  if (trailing !== undefined && trailingBps !== undefined) return wrong('trailing_bps');
  const changes = { price, stopPrice, quantity, trailing, trailingBps, expiresMs };
  return Object.values(changes).every((one) => one === undefined) ? missing('price') : ok(changes);
}

function readPairOrder(
  body: Body,
  { instruments, termsAt, jurisdictions }: SpotDeps,
): Outcome<PairOrder, 'parameter_missing' | 'parameter_wrong' | 'pair_not_found' | 'pair_not_active'> {
  if (body.symbol === undefined) return missing('symbol');
  if (body.side === undefined) return missing('side');
  if (body.type === undefined) return missing('type');
  const instrument = instruments.get(body.symbol);
  if (instrument === undefined) return refuse('pair_not_found', { field: 'symbol' });
  if (!instrument.spot) return refuse('pair_not_active', { field: 'symbol' });
  for (const field of ['limit_client_order_id', 'stop_client_order_id'] as const) {
    if (body[field] !== undefined && body.type !== 'oco') return wrong(field);
  }
  const conditions = readConditions(body);
  if (!conditions.ok) return conditions;
  return ok({
    ...conditions.value,
    ...{ instrument, termsAt, jurisdictions, side: body.side },
    feeRateShown: decimal(body.fee_rate),
    clientOrderId: body.client_order_id,
    ...(body.limit_client_order_id === undefined ? {} : { limitName: body.limit_client_order_id }),
    ...(body.stop_client_order_id === undefined ? {} : { stopName: body.stop_client_order_id }),
  });
}

/** The parameters that each kind of order needs besides a quantity. */
const NEEDS = {
  market: [],
  limit: ['price'],
  stop: ['stop_price'],
  stop_limit: ['stop_price', 'price'],
  oco: ['stop_price', 'price'],
  trailing_stop: [],
} as const;

type Conditions = Omit<
  PairOrder,
  | 'instrument'
  | 'termsAt'
  | 'jurisdictions'
  | 'side'
  | 'feeRateShown'
  | 'clientOrderId'
  | 'limitName'
  | 'stopName'
>;

function readConditions(body: Body): Outcome<Conditions, 'parameter_missing' | 'parameter_wrong'> {
  const { side, type = 'market', time_in_force: timeInForce = 'GTC', expires_at: expiresAt } = body;
  const quantity = decimal(body.quantity);
  const amount = decimal(body.amount);
  if (type === 'market') {
    if (quantity === undefined && (side === 'sell' || amount === undefined)) return missing('quantity');
    if (quantity !== undefined && amount !== undefined) return wrong('amount');
  } else {
    if (quantity === undefined) return missing('quantity');
    for (const field of NEEDS[type]) if (body[field] === undefined) return missing(field);
    if (amount !== undefined) return wrong('amount');
  }
  const trail = readTrailing(body);
  if (!trail.ok) return trail;
  const bracket = readBracket(body);
  if (!bracket.ok) return bracket;
  const needs: readonly string[] = NEEDS[type];
  if (body.stop_price !== undefined && !needs.includes('stop_price')) return wrong('stop_price');
  if ((type === 'stop' || type === 'trailing_stop') && body.price !== undefined) return wrong('price');
  const isImmediate = timeInForce === 'IOC' || timeInForce === 'FOK';
  // `IOC` and `FOK` are allowed for a market order, because it always fills whole at its quote or not at all.
  if (isImmediate && type !== 'limit' && type !== 'market') return wrong('time_in_force');
  if (timeInForce === 'GTD' && type === 'market') return wrong('time_in_force');
  if (timeInForce === 'GTD' && expiresAt === undefined) return missing('expires_at');
  if (timeInForce !== 'GTD' && expiresAt !== undefined) return wrong('expires_at');
  if (body.post_only === true && (type !== 'limit' || isImmediate)) return wrong('post_only');
  const price = decimal(body.price);
  if (isImmediate && type === 'limit') {
    return ok({
      ...{ type: 'market', quantity, amount, price: undefined, worstPrice: price, timeInForce },
      ...bracket.value,
    });
  }
  return ok({
    ...{ type, quantity, amount, ...trail.value, ...bracket.value },
    // A price sent with a market order is only the one that the app displayed, so it is ignored.
    price: needs.includes('price') ? price : undefined,
    worstPrice: type === 'market' ? decimal(body.worst_price) : undefined,
    ...(needs.includes('stop_price') ? { stopPrice: decimal(body.stop_price) } : {}),
    ...(type === 'market' ? {} : { timeInForce }),
    ...(expiresAt === undefined ? {} : { expiresMs: expiresAt }),
    ...(body.post_only === true ? { postOnly: true } : {}),
  });
}

/** Parses the trailing distance. A trailing stop needs exactly one of the two fields, and no other order may have either. */
function readTrailing({
  type,
  trailing,
  trailing_bps: trailingBps,
}: Body): Outcome<Pick<Conditions, 'trailing' | 'trailingBps'>, 'parameter_missing' | 'parameter_wrong'> {
  if (type !== 'trailing_stop') {
    if (trailing !== undefined) return wrong('trailing');
    return trailingBps === undefined ? ok({}) : wrong('trailing_bps');
  }
  if (trailing === undefined && trailingBps === undefined) return missing('trailing');
  if (trailing !== undefined && trailingBps !== undefined) return wrong('trailing_bps');
  return ok(trailingBps === undefined ? { trailing: decimal(trailing) } : { trailingBps });
}

/** Parses a bracket, which has one level or both. Only market, limit and stop purchases may have one. */
function readBracket({
  side,
  type = 'market',
  take_profit: target,
  stop_loss: stop,
}: Body): Outcome<Pick<Conditions, 'bracket'>, 'parameter_wrong'> {
  const [takeProfit, stopLoss] = [decimal(target), decimal(stop)];
  if (takeProfit === undefined && stopLoss === undefined) return ok({});
  if (side !== 'buy' || type === 'oco' || type === 'trailing_stop') {
    return wrong(takeProfit === undefined ? 'stop_loss' : 'take_profit');
  }
  return ok({
    bracket: {
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    },
  });
}

function readCoinOrder(
  body: Body,
  { instruments, termsAt, jurisdictions }: SpotDeps,
): Outcome<CoinOrder, 'parameter_missing' | 'parameter_wrong' | 'currency_invalid'> {
  for (const field of ['from', 'to', 'amount'] as const) if (body[field] === undefined) return missing(field);
  const coin = (currency: string | undefined): ContractInstrument | undefined => {
    const instrument = instruments.get(`${currency}/USDT`);
    return instrument?.spot === true ? instrument : undefined;
  };
  const from = coin(body.from);
  const to = coin(body.to);
  if (from === undefined) return refuse('currency_invalid', { field: 'from' });
  if (to === undefined || to === from) return refuse('currency_invalid', { field: 'to' });
  const amount = decimal(body.amount);
  if (amount === undefined) return wrong('amount');
  return ok({
    ...{ from, to, termsAt, amount, jurisdictions },
    worstAmount: decimal(body.worst_amount),
    feeRateShown: decimal(body.fee_rate),
    toFeeRateShown: decimal(body.to_fee_rate),
  });
}
