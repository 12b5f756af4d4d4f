/**
 * Decides coin-to-coin orders. Pure. Each leg fills at the entry of its tape at which a market order would fill, and one journal
 * books both legs. If a leg's newest entry is too old on acceptance, the leg waits for the next entry, while the other leg keeps
 * its price.
 */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { checkShownRate } from '@candor/domain/trading/shown-rate.ts';
import { checkQuantity, planConversion } from '@candor/domain/trading/spot.ts';
import type { Conversion } from '@candor/domain/trading/spot.ts';
import { append, put } from '../../commands/command.ts';
import type { Effects, Facts, Head } from '../../commands/command.ts';
import { armingOf, fillRow, holdJournal, houseSide, legView, orderEvent, orderRef } from './effects.ts';
import { acceptanceViolation } from './gate.ts';
import { newOrder } from './new-order.ts';
import { lacks, tradableHead } from './rules.ts';
import type { SpotDecision, SpotResult } from './rules.ts';
import { spotFills, spotOrders } from './tables.ts';
import type { PricedLeg, SpotFillRow, SpotOrderRow } from './tables.ts';

export type CoinOrder = {
  readonly from: ContractInstrument;
  readonly to: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly amount: Amount;
  /** The minimum quantity of the bought coin that the customer accepts. */
  readonly worstAmount: Amount | undefined;
  /** The fee rates shown to the customer, for the coin sold and for the coin bought. */
  readonly feeRateShown: Amount | undefined;
  readonly toFeeRateShown: Amount | undefined;
  readonly jurisdictions: JurisdictionMode;
};

type Pair = { readonly from: ContractInstrument; readonly to: ContractInstrument };
type WithoutAnswer = Omit<Effects<never>, 'answer'>;

export function decideConversion(order: CoinOrder, facts: Facts): SpotDecision {
  const { amount } = order;
  const from = order.termsAt(order.from, facts.wallMs);
  const to = order.termsAt(order.to, facts.wallMs);
  const barred = acceptanceViolation({ ...order, side: 'buy', instrument: to, field: 'to' }, facts);
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
  const heads = { from: fromHead.value, to: toHead.value };
  const plan = plannedAt({ from, to }, amount, {
    prices: { bid: heads.from.bid, ask: heads.to.ask },
    worst: order.worstAmount ?? null,
  });
  if (!plan.ok) return plan;
  const short = lacks(facts, { currency: from.base, needed: amount, field: 'amount' });
  if (short !== undefined) return short;
  if (!houseCan(plan.value, facts)) return refuse('liquidity_insufficient', { field: 'amount' });
  const accepted = acceptedRow({ from, to }, order, { heads, facts });
  const waits = heads.from.aged || heads.to.aged;
  return waits ? wait(accepted, heads) : fillNow(accepted, { plan: plan.value, heads, facts });
}

type Heads = { readonly from: Head; readonly to: Head };

function acceptedRow(
  { from, to }: Pair,
  { amount, worstAmount }: CoinOrder,
  { heads, facts }: { heads: Heads; facts: Facts },
): SpotOrderRow {
  const order = { instrument: from, side: 'sell', type: 'market', price: undefined } as const;
  return {
    ...newOrder({ order, quantity: amount, head: heads.from }, { facts, id: facts.newId() }),
    toSymbol: to.symbol,
    toArmedSeq: heads.to.seq,
    toFillAgeMs: heads.to.fillAgeMs,
    toFeeRate: to.spotFeeRate,
    worst: worstAmount ?? null,
  };
}

function fillNow(
  accepted: SpotOrderRow,
  { plan, heads, facts }: { plan: Conversion; heads: Heads; facts: Facts },
): SpotDecision {
  const seqs = { from: heads.from.seq, to: heads.to.seq };
  const { fills, ...effects } = fillEffects(accepted, { plan, seqs, facts });
  const answer: SpotResult = { id: accepted.id.toString(), status: 'filled', legs: fills.map(legView) };
  return ok({ answer, ...effects });
}

/** Freezes the coin sold, and records the price of a leg that needn't wait. */
function wait(accepted: SpotOrderRow, { from, to }: Heads): SpotDecision {
  const priced: PricedLeg[] = [
    ...(from.aged ? [] : [{ leg: 1, tapeSeq: from.seq, price: from.bid } as const]),
    ...(to.aged ? [] : [{ leg: 2, tapeSeq: to.seq, price: to.ask } as const]),
  ];
  const row: SpotOrderRow = { ...accepted, status: 'open', held: accepted.quantity, priced };
  return ok({
    answer: { id: row.id.toString(), status: 'open', legs: [] } satisfies SpotResult,
    journals: [holdJournal(row, row.held)],
    puts: [put(spotOrders, row)],
    armings: [armingOf(row)],
    events: [orderEvent(row, [])],
  });
}

/** Returns the conversion at two prices, or the reason why it isn't possible. */
function plannedAt(
  { from, to }: Pair,
  quantity: Amount,
  { prices, worst }: { prices: { bid: Amount; ask: Amount }; worst: Amount | null },
): Outcome<Conversion, 'amount_wrong' | 'quantity_above_maximum' | 'price_moved'> {
  const plan = planConversion(
    { instrument: from, quantity, bid: prices.bid },
    { instrument: to, ask: prices.ask },
  );
  const field = 'amount';
  if (plan === undefined || plan.buy.quantity < to.quantityMin) {
    return refuse('amount_wrong', { field, params: { min: formatAmount(to.quantityMin) } });
  }
  if (plan.buy.quantity > to.quantityMax) {
    return refuse('quantity_above_maximum', { field, params: { max: formatAmount(to.quantityMax) } });
  }
  if (worst !== null && plan.buy.quantity < worst) {
    const params = { price: formatAmount(plan.buy.quantity), worst: formatAmount(worst) };
    return refuse('price_moved', { field: 'worst_amount', params });
  }
  return ok(plan);
}

function houseCan({ sell, buy }: Conversion, facts: Facts): boolean {
  return (
    facts.houseHas('inventory', buy.base, buy.quantity) &&
    facts.houseHas('inventory', sell.quote, sell.value + sell.valueRounding)
  );
}

/**
 * Books both legs in one journal. The coin sold comes from the frozen amount, or from the available balance if the order didn't
 * wait.
 */
function fillEffects(
  order: SpotOrderRow,
  { plan, seqs, facts }: { plan: Conversion; seqs: { from: bigint; to: bigint }; facts: Facts },
) {
  const { sell, buy, change } = plan;
  const at = { book: order.book, orderId: order.id, journalSeq: facts.journalSeq, timeMs: facts.nowMs };
  const fills: SpotFillRow[] = [
    fillRow(sell, { ...at, leg: 1, tapeSeq: seqs.from }),
    fillRow(buy, { ...at, leg: 2, tapeSeq: seqs.to }),
  ];
  const row: SpotOrderRow = {
    ...order,
    status: 'filled',
    filledQuantity: order.quantity,
    held: 0n,
    priced: [],
    updatedMs: facts.nowMs,
  };
  return {
    fills,
    journals: [
      journal('spot_convert', orderRef(order.id), [
        { account: order.held > 0n ? 'spot_frozen' : 'spot', currency: sell.base, amount: -order.quantity },
        ...houseSide(sell),
        ...houseSide(buy),
        { account: 'spot', currency: sell.quote, amount: change },
        { account: 'spot', currency: buy.base, amount: buy.quantity },
      ]),
    ],
    puts: [put(spotOrders, row)],
    appends: fills.map((fill) => append(spotFills, fill)),
    events: [orderEvent(row, fills)],
  };
}

/** Sets the price of the leg that waited for this entry. Fills the order if both prices are then known. */
export function decideLeg(
  order: SpotOrderRow,
  { entry, instruments }: { entry: TapeEntry; instruments: ReadonlyMap<string, ContractInstrument> },
  facts: Facts,
): { readonly effects: WithoutAnswer } | { readonly ends: string } {
  const leg = entry.symbol === order.symbol ? 1 : 2;
  const price = leg === 1 ? entry.bid : entry.ask;
  const priced: readonly PricedLeg[] = [...order.priced, { leg, tapeSeq: entry.seq, price }];
  const [sold, bought] = [priced.find((one) => one.leg === 1), priced.find((one) => one.leg === 2)];
  if (sold === undefined || bought === undefined) {
    const waiting = { ...order, priced, version: order.version + 1, updatedMs: facts.nowMs };
    return { effects: { puts: [put(spotOrders, waiting)], armings: [armingOf(waiting)] } };
  }
  const [from, to] = [instruments.get(order.symbol), instruments.get(order.toSymbol ?? '')];
  if (from === undefined || to === undefined)
    throw new Error(`expected both instruments of order ${order.id}, found at most one`);
  const plan = plannedAt(
    {
      from: { ...from, spotFeeRate: order.feeRate },
      to: { ...to, spotFeeRate: order.toFeeRate ?? to.spotFeeRate },
    },
    order.quantity,
    {
      prices: { bid: sold.price, ask: bought.price },
      worst: order.worst,
    },
  );
  if (!plan.ok) return { ends: plan.refusal.code };
  if (!houseCan(plan.value, facts)) return { ends: 'liquidity_insufficient' };
  const seqs = { from: sold.tapeSeq, to: bought.tapeSeq };
  const { fills: _, ...effects } = fillEffects(order, { plan: plan.value, seqs, facts });
  return { effects };
}
