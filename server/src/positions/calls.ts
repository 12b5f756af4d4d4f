/** Turns a customer's input into a command on positions, or into a refusal that names the field. Contracts and forex share it. */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../calls/submit.ts';
import { pageOfPeriod } from '../calls/period.ts';
import type { Pool } from '../db/pool.ts';
import type { CallContext } from '../calls/handler.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { closePositionAt, openPosition } from './commands.ts';
import type { OpeningOrder } from './opening.ts';
import { listPositions } from './store.ts';
import type { PositionRow } from './tables.ts';
import { positionView } from './view.ts';

export type PositionsDeps = {
  readonly submit: Submit;
  readonly pool: Pool;
  readonly instruments: Instruments;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

/**
 * Returns the product of an instrument. Forex and metals, which are traded in lots, are `forex`; all other instruments are
 * contracts.
 */
function productOf(instrument: ContractInstrument): PositionRow['product'] {
  return instrument.kind === 'crypto' ? 'contract' : 'forex';
}

type SubmitBody = CallInput<'POST lever/submit'>;

export function productCalls(product: PositionRow['product'], deps: PositionsDeps) {
  const { submit, instruments } = deps;
  return {
    submit: async (body: SubmitBody, context: CallContext) => {
      const order = readOrder(body, product, deps);
      if (!order.ok) return order;
      return submit({ command: openPosition, input: order.value, body, context });
    },
    list: (input: CallInput<'POST lever/my_trade'>, context: CallContext) =>
      list(input, { ...deps, product, book: context.customer }),
    close: async (body: CallInput<'POST lever/close'>, context: CallContext) => {
      const id = readId(body.id);
      if (id === undefined) return refuse('trade_not_found', { field: 'id' });
      const quantity = decimal(body.quantity);
      const input = { id, product, quantity, instruments };
      return submit({ command: closePositionAt, input, body, context });
    },
  };
}

/** Parses an id. Returns undefined if no row can have that id. */
export function readId(text: string): bigint | undefined {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}

export function decimal(text: string | undefined): Amount | undefined {
  return text === undefined ? undefined : parseAmount(text);
}

function readOrder(
  body: SubmitBody,
  product: PositionRow['product'],
  { instruments, termsAt, jurisdictions }: PositionsDeps,
): Outcome<OpeningOrder, 'parameter_missing' | 'parameter_wrong' | 'pair_not_found' | 'pair_not_active'> {
  const instrument = instruments.get(body.symbol);
  if (instrument === undefined) return refuse('pair_not_found', { field: 'symbol' });
  if (productOf(instrument) !== product) return refuse('pair_not_active', { field: 'symbol' });
  const { side, type, leverage, collateral } = body;
  const price = decimal(body.price);
  if (type !== 'market' && price === undefined) {
    return refuse('parameter_missing', { field: 'price', params: { field: 'price' } });
  }
  const instructions = readInstructions(body);
  if (!instructions.ok) return instructions;
  // A dealer fills orders in full, so a limit order that must fill immediately, whether in whole or in part, is a market order
  // with a worst price.
  const isAtMarket = type === 'market' || isNowOrNever(body);
  return ok({
    instrument,
    termsAt,
    product,
    side,
    type: isAtMarket ? 'market' : type,
    quantity: decimal(body.quantity) ?? 0n,
    leverage,
    collateral,
    // A market order has no limit price. A price sent with it is only the one that the app displayed, and is ignored.
    price: isAtMarket ? undefined : price,
    worstPrice: boundOf(body, price),
    feeRateShown: decimal(body.fee_rate),
    financingRateShown: decimal(body.financing_rate),
    takeProfit: decimal(body.take_profit),
    stopLoss: decimal(body.stop_loss),
    trailing: decimal(body.trailing),
    ...instructions.value,
    jurisdictions,
  });
}

/** Returns the worst price at which the order may open. A limit is already one. */
function boundOf(body: SubmitBody, price: Amount | undefined): Amount | undefined {
  if (body.type !== 'limit') return decimal(body.worst_price);
  return isNowOrNever(body) ? price : undefined;
}

function isNowOrNever({ time_in_force: force }: SubmitBody): boolean {
  return force === 'IOC' || force === 'FOK';
}

/** Parses the time in force and the order's name. Only a resting order can have an expiry or be post-only. */
function readInstructions(
  body: SubmitBody,
): Outcome<
  Pick<OpeningOrder, 'timeInForce' | 'expiresMs' | 'postOnly' | 'clientOrderId'>,
  'parameter_missing' | 'parameter_wrong'
> {
  const {
    time_in_force: timeInForce = 'GTC',
    expires_at: expiresMs,
    client_order_id: clientOrderId,
    type,
  } = body;
  const postOnly = body.post_only === true;
  const wrong = (field: string) => refuse('parameter_wrong', { field });
  if (timeInForce === 'GTD' && type === 'market') return wrong('time_in_force');
  if (timeInForce === 'GTD' && expiresMs === undefined)
    return refuse('parameter_missing', { field: 'expires_at', params: { field: 'expires_at' } });
  if (timeInForce !== 'GTD' && expiresMs !== undefined) return wrong('expires_at');
  if (type === 'stop' && isNowOrNever(body)) return wrong('time_in_force');
  if (postOnly && (type !== 'limit' || isNowOrNever(body))) return wrong('post_only');
  return ok({ timeInForce, expiresMs, postOnly, clientOrderId });
}

/** Parses the terms that an amendment changes. If the expiry is removed, the order rests until it is cancelled. */
export function readAmendment(body: CallInput<'POST lever/amend'>) {
  const named = readOrderName(body);
  if (!named.ok) return named;
  const level = (text: string | null | undefined) => (text === null ? null : decimal(text));
  const changes = {
    ...{ price: decimal(body.price), quantity: decimal(body.quantity), expiresMs: body.expires_at },
    ...{
      takeProfit: level(body.take_profit),
      stopLoss: level(body.stop_loss),
      trailing: level(body.trailing),
    },
  };
  if (Object.values(changes).every((one) => one === undefined))
    return refuse('parameter_missing', { field: 'price', params: { field: 'price' } });
  return ok({ ...named.value, ...changes });
}

/** Parses an order that closes all or part of a position at a limit or a stop. */
export function readReducing(body: CallInput<'POST lever/close_at'>) {
  const id = readId(body.id);
  if (id === undefined) return refuse('trade_not_found', { field: 'id' });
  const { type, expires_at: expiresMs, client_order_id: clientOrderId } = body;
  const timeInForce = expiresMs === undefined ? ('GTC' as const) : ('GTD' as const);
  const [price, quantity] = [decimal(body.price) ?? 0n, decimal(body.quantity)];
  return ok({ id, type, price, quantity, expiresMs, timeInForce, clientOrderId });
}

/** Parses the order that a call names: by its number or, if that is absent, by the customer's own name for it. */
export function readOrderName(body: Pick<CallInput<'POST lever/cancel'>, 'id' | 'client_order_id'>) {
  const clientOrderId = body.id === undefined ? body.client_order_id : undefined;
  const id = body.id === undefined ? undefined : readId(body.id);
  if (id === undefined && clientOrderId === undefined)
    return refuse('trade_not_found', { field: body.id === undefined ? 'client_order_id' : 'id' });
  return ok({ id, clientOrderId });
}

type PositionList = CallOutput<'POST lever/my_trade'>;

async function list(
  input: CallInput<'POST lever/my_trade'>,
  at: PositionsDeps & { product: PositionRow['product']; book: bigint },
): Promise<Outcome<PositionList, 'parameter_wrong'>> {
  const { status, symbol, kind, client_order_id: clientOrderId } = input;
  const { book, product } = at;
  return pageOfPeriod(input, {
    read: (page) => listPositions(at.pool, { ...page, book, product, status, symbol, kind, clientOrderId }),
    idOf: ({ id }) => id,
    view: (row) => positionView(row, instrumentOf(row, at.instruments)),
  });
}
