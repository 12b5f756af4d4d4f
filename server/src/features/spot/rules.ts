/** What a spot order may do, decided purely from its input and the facts. The order of the checks is the README's. */
import type { ContractInstrument, Instrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import {
  checkPrice,
  checkQuantity,
  planConversion,
  quantityForBudget,
  spotHold,
  spotLeg,
  spotPrice,
} from '@candor/domain/trading/spot.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { checkShownRate } from '@candor/domain/trading/shown-rate.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Decision, Facts, Head } from '../../commands/command.ts';
import { append, put } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import { armingOf, fillRow, houseSide, legView, orderEvent, orderRef, tradeJournal } from './effects.ts';
import { spotFault } from './gate.ts';
import type { SpotFillRow, SpotOrderRow } from './tables.ts';
import { spotFills, spotOrders } from './tables.ts';

export type SpotResult = CallOutput<'POST coin/trade'>;
export type SpotRefusal = CallRefusal<'POST coin/trade'> | 'busy' | 'account_frozen' | 'account_locked';
export type SpotDecision = Decision<SpotResult, SpotRefusal>;

export type PairOrder = {
  readonly instrument: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly side: Side;
  readonly type: 'market' | 'limit';
  /** Exactly one of quantity and amount; an amount is USDT to spend at market. */
  readonly quantity: Amount | undefined;
  readonly amount: Amount | undefined;
  readonly price: Amount | undefined;
  readonly worstPrice: Amount | undefined;
  /** The fee rate that the customer was shown, if the app says which. */
  readonly feeRateShown: Amount | undefined;
  readonly jurisdictions: JurisdictionMode;
};

export function decideOrder(given: PairOrder, facts: Facts): SpotDecision {
  const order = { ...given, instrument: given.termsAt(given.instrument, facts.wallMs) };
  const barred = spotFault(order, facts);
  if (barred !== undefined) return barred;
  const head = tradableHead(order.instrument, facts);
  if (!head.ok) return head;
  const rate = checkShownRate(order.feeRateShown, order.instrument.spotFeeRate, 'fee_rate');
  if (!rate.ok) return rate;
  return order.type === 'market'
    ? decideMarket(order, head.value, facts)
    : decideLimit(order, head.value, facts);
}

/** A price is only as good as it is fresh: a stale or missing head closes the market, and so does its session. */
function tradableHead(instrument: Instrument, facts: Facts) {
  if (!sessionAt(instrument.calendar, facts.nowMs).open) return refuse('market_closed', { field: 'symbol' });
  const head = facts.head(instrument.symbol);
  if (head === undefined || head.stale) return refuse('trading_closed', { field: 'symbol' });
  if (head.lagging) return refuse('busy');
  return ok(head);
}

function decideMarket(order: PairOrder, head: Head, facts: Facts): SpotDecision {
  const { instrument, side, worstPrice } = order;
  const price = spotPrice(side, head);
  if (worstPrice !== undefined && (side === 'buy' ? price > worstPrice : price < worstPrice)) {
    const params = { price: formatAmount(price), worst: formatAmount(worstPrice) };
    return refuse('price_moved', { field: 'worst_price', params });
  }
  const field = order.quantity === undefined ? 'amount' : 'quantity';
  const quantity = order.quantity ?? quantityForBudget(instrument, { amount: order.amount ?? 0n, price });
  if (field === 'amount' && quantity < instrument.quantityMin) {
    const least = spotLeg(instrument, { side: 'buy', quantity: instrument.quantityMin, price });
    const params = { min: formatAmount(least.total), currency: instrument.quote };
    return refuse('amount_below_minimum', { field, params });
  }
  const checked = checkQuantity(instrument, quantity, field);
  if (!checked.ok) return checked;
  return trade({ order, quantity, price, head }, facts);
}

function decideLimit(order: PairOrder, head: Head, facts: Facts): SpotDecision {
  const { instrument, side } = order;
  const quantity = order.quantity ?? 0n;
  const price = order.price ?? 0n;
  const quantityChecked = checkQuantity(instrument, quantity);
  if (!quantityChecked.ok) return quantityChecked;
  const priceChecked = checkPrice(instrument, price);
  if (!priceChecked.ok) return priceChecked;
  if (side === 'sell' && price < head.bid) {
    return refuse('limit_sell_below_price', { field: 'price', params: { price: formatAmount(head.bid) } });
  }
  // One that the quote already reaches fills at once at the quote, which is the limit or better.
  if (side === 'buy' ? head.ask <= price : head.bid >= price) {
    return trade({ order, quantity, price: spotPrice(side, head), head }, facts);
  }
  return rest({ order, quantity, price, head }, facts);
}

type Priced = { order: PairOrder; quantity: Amount; price: Amount; head: Head };

/** Fills at once, from and to what is available. */
function trade({ order, quantity, price, head }: Priced, facts: Facts): SpotDecision {
  const { instrument, side } = order;
  const leg = spotLeg(instrument, { side, quantity, price });
  const field = order.quantity === undefined ? 'amount' : 'quantity';
  const short =
    side === 'buy'
      ? lacks(facts, { currency: leg.quote, needed: leg.total, field })
      : lacks(facts, { currency: leg.base, needed: quantity, field });
  if (short !== undefined) return short;
  const [currency, needed] =
    side === 'buy' ? [leg.base, quantity] : [leg.quote, leg.value + leg.valueRounding];
  if (!facts.houseHas('inventory', currency, needed)) return refuse('liquidity_insufficient', { field });

  const id = facts.newId();
  const row = newOrder({ order, quantity, head }, { facts, id });
  const filled: SpotOrderRow = { ...row, status: 'filled', filledQuantity: quantity };
  const fill = fillRow(leg, {
    book: facts.book,
    orderId: id,
    leg: 1,
    tapeSeq: head.seq,
    journalSeq: facts.journalSeq,
    timeMs: facts.nowMs,
  });
  return ok({
    answer: { id: id.toString(), status: 'filled', legs: [legView(fill)] } satisfies SpotResult,
    journals: [tradeJournal(leg, id)],
    puts: [put(spotOrders, filled)],
    appends: [append(spotFills, fill)],
    events: [orderEvent(filled, [fill])],
  });
}

/** Freezes what the order can cost at most and leaves it to the engine. */
function rest({ order, quantity, price, head }: Priced, facts: Facts): SpotDecision {
  const { instrument, side } = order;
  const hold = spotHold(instrument, { side, quantity, price });
  const short = lacks(facts, { currency: hold.currency, needed: hold.amount, field: 'quantity' });
  if (short !== undefined) return short;
  if (facts.openCount(spotOrders) >= LIMITS.trading.openOrdersMax) {
    return refuse('orders_too_many', { params: { max: LIMITS.trading.openOrdersMax.toString() } });
  }
  const id = facts.newId();
  const row: SpotOrderRow = {
    ...newOrder({ order, quantity, head }, { facts, id }),
    status: 'open',
    held: hold.amount,
  };
  return ok({
    answer: { id: id.toString(), status: 'open', legs: [] } satisfies SpotResult,
    journals: [
      journal('spot_hold', orderRef(id), [
        { account: 'spot', currency: hold.currency, amount: -hold.amount },
        { account: 'spot_frozen', currency: hold.currency, amount: hold.amount },
      ]),
    ],
    puts: [put(spotOrders, row)],
    armings: [armingOf(row)],
    events: [orderEvent(row, [])],
  });
}

export type CoinOrder = {
  readonly from: ContractInstrument;
  readonly to: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly amount: Amount;
  /** The least of the bought coin that the customer accepts. */
  readonly worstAmount: Amount | undefined;
  /** The rates that the customer was shown of the coin sold and of the one bought. */
  readonly feeRateShown: Amount | undefined;
  readonly toFeeRateShown: Amount | undefined;
  readonly jurisdictions: JurisdictionMode;
};

/** Coin to coin: both legs at the heads of their tapes, in one journal, or nothing. */
export function decideConversion(order: CoinOrder, facts: Facts): SpotDecision {
  const { amount } = order;
  const from = order.termsAt(order.from, facts.wallMs);
  const to = order.termsAt(order.to, facts.wallMs);
  const barred = spotFault({ ...order, side: 'buy', instrument: to, field: 'to' }, facts);
  if (barred !== undefined) return barred;
  const fromHead = tradableHead(from, facts);
  if (!fromHead.ok) return fromHead;
  const toHead = tradableHead(to, facts);
  if (!toHead.ok) return toHead;
  const rate = checkShownRate(order.feeRateShown, from.spotFeeRate, 'fee_rate');
  if (!rate.ok) return rate;
  const toRate = checkShownRate(order.toFeeRateShown, to.spotFeeRate, 'to_fee_rate');
  if (!toRate.ok) return toRate;
  const checked = checkQuantity(from, amount, 'amount');
  if (!checked.ok) return checked;
  const plan = planConversion(
    { instrument: from, quantity: amount, bid: fromHead.value.bid },
    { instrument: to, ask: toHead.value.ask },
  );
  if (plan === undefined || plan.buy.quantity < to.quantityMin) {
    return refuse('amount_wrong', { field: 'amount', params: { min: formatAmount(to.quantityMin) } });
  }
  if (plan.buy.quantity > to.quantityMax) {
    return refuse('quantity_above_maximum', {
      field: 'amount',
      params: { max: formatAmount(to.quantityMax) },
    });
  }
  if (order.worstAmount !== undefined && plan.buy.quantity < order.worstAmount) {
    const params = { price: formatAmount(plan.buy.quantity), worst: formatAmount(order.worstAmount) };
    return refuse('price_moved', { field: 'worst_amount', params });
  }
  const short = lacks(facts, { currency: from.base, needed: amount, field: 'amount' });
  if (short !== undefined) return short;
  if (!facts.houseHas('inventory', to.base, plan.buy.quantity)) {
    return refuse('liquidity_insufficient', { field: 'amount' });
  }
  if (!facts.houseHas('inventory', from.quote, plan.sell.value + plan.sell.valueRounding)) {
    return refuse('liquidity_insufficient', { field: 'amount' });
  }

  const id = facts.newId();
  const at = { book: facts.book, orderId: id, journalSeq: facts.journalSeq, timeMs: facts.nowMs };
  const fills: SpotFillRow[] = [
    fillRow(plan.sell, { ...at, leg: 1, tapeSeq: fromHead.value.seq }),
    fillRow(plan.buy, { ...at, leg: 2, tapeSeq: toHead.value.seq }),
  ];
  const row: SpotOrderRow = {
    ...newOrder(
      {
        order: { instrument: from, side: 'sell', type: 'market', price: undefined },
        quantity: amount,
        head: fromHead.value,
      },
      { facts, id },
    ),
    toSymbol: to.symbol,
    status: 'filled',
    filledQuantity: amount,
  };
  return ok({
    answer: { id: id.toString(), status: 'filled', legs: fills.map(legView) } satisfies SpotResult,
    journals: [
      journal('spot_convert', orderRef(id), [
        { account: 'spot', currency: from.base, amount: -amount },
        ...houseSide(plan.sell),
        ...houseSide(plan.buy),
        { account: 'spot', currency: from.quote, amount: plan.change },
        { account: 'spot', currency: to.base, amount: plan.buy.quantity },
      ]),
    ],
    puts: [put(spotOrders, row)],
    appends: fills.map((fill) => append(spotFills, fill)),
    events: [orderEvent(row, fills)],
  });
}

function lacks(facts: Facts, want: { currency: string; needed: Amount; field: string }) {
  const available = facts.balance('spot', want.currency);
  if (available >= want.needed) return undefined;
  const params = {
    currency: want.currency,
    needed: formatAmount(want.needed),
    available: formatAmount(available),
  };
  return refuse(want.currency === 'USDT' ? 'balance_insufficient' : 'coins_insufficient', {
    field: want.field,
    params,
  });
}

function newOrder(
  from: {
    order: Pick<PairOrder, 'instrument' | 'side' | 'type' | 'price'>;
    quantity: Amount;
    head: Head;
  },
  to: { facts: Facts; id: bigint },
): SpotOrderRow {
  const { order, quantity, head } = from;
  return {
    book: to.facts.book,
    id: to.id,
    symbol: order.instrument.symbol,
    toSymbol: null,
    side: order.side,
    type: order.type,
    quantity,
    price: order.price ?? null,
    filledQuantity: 0n,
    feeRate: order.instrument.spotFeeRate,
    status: 'filled',
    reason: null,
    version: 1,
    armedSeq: head.seq,
    held: 0n,
    createdMs: to.facts.nowMs,
    updatedMs: to.facts.nowMs,
  };
}
