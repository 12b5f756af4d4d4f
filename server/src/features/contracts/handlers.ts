/** Handlers of the contract calls, and of the calls shared by contracts, forex and metals. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { leveragesWithin } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';
import { profileOf, readGateOf } from '../../identity/gates.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import {
  decimal,
  productCalls,
  readAmendment,
  readId,
  readOrderName,
  readReducing,
} from '../../positions/calls.ts';
import type { PositionsDeps } from '../../positions/calls.ts';
import {
  amendOrder,
  cancelOrder,
  cancelOrders,
  closePositions,
  reducePositionAt,
  reducePositions,
  setLevels,
} from '../../positions/commands.ts';
import { endingOf, explainedView } from '../../positions/explaining.ts';
import { instrumentOf } from '../../positions/market.ts';
import { listPositions } from '../../positions/store.ts';
import { positionView } from '../../positions/view.ts';
import { countingNow } from '../../quotes/quotation.ts';
import type { MarketView } from '../../quotes/quotation.ts';
import { marketTicket } from '../../quotes/ticket.ts';

export type ContractsDeps = PositionsDeps & {
  readonly market: Omit<MarketView, 'candles'>;
  /** Returns the share of customers who lose money, which every ticket shows. */
  readonly lossShare: () => Promise<CallOutput<'GET transparency/loss_share'>>;
};

type ContractCall =
  | 'POST lever/deal'
  | 'POST lever/submit'
  | 'POST lever/my_trade'
  | 'GET lever/explained'
  | 'POST lever/setstop'
  | 'POST lever/close'
  | 'POST lever/dealall'
  | 'POST lever/reduce'
  | 'POST lever/amend'
  | 'POST lever/close_at'
  | 'POST lever/cancel'
  | 'POST lever/cancel_all';

export function contractsHandlers(deps: ContractsDeps): Pick<Handlers, ContractCall> {
  const { submit, instruments, jurisdictions } = deps;
  const own = productCalls('contract', deps);
  return {
    'POST lever/deal': async ({ symbol }, context) => deal(symbol, context.customer, deps),
    'POST lever/submit': own.submit,
    'GET lever/explained': async ({ id }, { customer, language }) => {
      const position = readId(id);
      if (position === undefined) return refuse('trade_not_found', { field: 'id' });
      const ending = await endingOf(deps, { book: customer, id: position });
      return ending.ok ? ok(explainedView(ending.value, language)) : ending;
    },
    'POST lever/my_trade': own.list,
    'POST lever/close': own.close,

    'POST lever/setstop': async (body, context) => {
      const id = readId(body.id);
      if (id === undefined) return refuse('trade_not_found', { field: 'id' });
      const input = { id, instruments, jurisdictions, ...readLevels(body) };
      return submit({ command: setLevels, input, body, context });
    },

    'POST lever/dealall': async ({ side, symbol, product }, context) => {
      const input = { side, symbol, product, instruments };
      return submit({ command: closePositions, input, body: { side, symbol, product }, context });
    },

    'POST lever/reduce': async (body, context) => {
      const { symbol, side } = body;
      if (!instruments.has(symbol)) return refuse('pair_not_found', { field: 'symbol' });
      const input = { symbol, side, quantity: decimal(body.quantity) ?? 0n, instruments };
      return submit({ command: reducePositions, input, body, context });
    },

    'POST lever/amend': async (body, context) => {
      const amendment = readAmendment(body);
      if (!amendment.ok) return amendment;
      const input = { ...amendment.value, instruments, termsAt: deps.termsAt, jurisdictions };
      return submit({ command: amendOrder, input, body, context });
    },

    'POST lever/close_at': async (body, context) => {
      const order = readReducing(body);
      if (!order.ok) return order;
      const input = { ...order.value, instruments, termsAt: deps.termsAt };
      return submit({ command: reducePositionAt, input, body, context });
    },

    'POST lever/cancel': async (body, context) => {
      const named = readOrderName(body);
      if (!named.ok) return named;
      return submit({ command: cancelOrder, input: { ...named.value, instruments }, body, context });
    },

    'POST lever/cancel_all': async ({ symbol, product }, context) => {
      const input = { symbol, product, instruments };
      return submit({ command: cancelOrders, input, body: { symbol, product }, context });
    },
  };
}

function readLevels(body: CallInput<'POST lever/setstop'>) {
  const level = (text: string | null | undefined) => (text === null ? null : decimal(text));
  return {
    takeProfit: level(body.take_profit),
    stopLoss: level(body.stop_loss),
    profitLock: level(body.profit_lock),
    trailing: level(body.trailing),
    addMargin: decimal(body.add_margin),
  };
}

/** Returns the data for a ticket: the market, the customer's balance, and the open positions in this instrument. */
async function deal(symbol: string, customer: bigint, deps: ContractsDeps) {
  const instrument = deps.instruments.get(symbol);
  if (instrument === undefined) return refuse('pair_not_found', { field: 'symbol' });
  const { pool } = deps;
  const [holdings, open, gate, share] = await Promise.all([
    readHoldings(pool, customer),
    listPositions(pool, {
      book: customer,
      product: undefined,
      status: 'alive',
      symbol,
      below: undefined,
      limit: LIMITS.trading.positionsMax,
    }),
    readGateOf(pool, customer),
    deps.lossShare(),
  ]);
  const amountOf = (account: CustomerAccount): string =>
    formatAmount(holdings.find((one) => one.account === account && one.currency === 'USDT')?.amount ?? 0n);
  return ok({
    ...marketTicket(instrument, deps.market),
    leverages: leveragesWithin(profileOf(gate, deps.jurisdictions), countingNow(instrument, deps.market)),
    loss_share: share,
    account: {
      available: amountOf('contract'),
      frozen: amountOf('contract_frozen'),
      promo: amountOf('promo'),
    },
    positions: open.map((row) => positionView(row, instrumentOf(row, deps.instruments))),
    lever_enabled: gate.leverEnabled,
  });
}
