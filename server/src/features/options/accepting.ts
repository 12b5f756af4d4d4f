/**
 * Decides whether a ticket is accepted, and on which terms. The strike is not known at acceptance, because it comes from the
 * first entry made afterwards.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import {
  OPTION_GAP_MS,
  optionExpiryMs,
  optionProfit,
  stakeBounds,
  stakeWorth,
} from '@candor/domain/trading/option.ts';
import type { OptionSide, OptionTerms, OptionTermsAt } from '@candor/domain/trading/option.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { usableCredit } from '../../identity/experience-credit.ts';
import { cancelOnlyViolation, gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';
import { limits as optionsLimits } from './limits.ts';
import { closedViolation, tradableHead } from '../../positions/market.ts';
import type { MarketRefusal } from '../../positions/market.ts';
import { armings, exposureCounter, stakeJournal } from './money.ts';
import { tickets } from './tables.ts';
import type { StakeCurrency, TicketRow } from './tables.ts';
import { ticketEvent, ticketView } from './view.ts';

export type TicketOrder = {
  readonly product: TicketRow['product'];
  readonly instrument: ContractInstrument;
  readonly termsAt: OptionTermsAt;
  readonly side: OptionSide;
  readonly seconds: number;
  readonly stake: Amount;
  readonly currency: StakeCurrency;
  readonly source: TicketRow['source'];
  /** The payout that the app displayed to the customer, if the app sends it. */
  readonly payoutShown: Amount | undefined;
  /** The instrument that prices the stake's currency; undefined for USDT. */
  readonly stakeInstrument: ContractInstrument | undefined;
  readonly jurisdictions: JurisdictionMode;
};

export type Accepted = CallOutput<'POST microtrade/submit'>;
type Refused = CallRefusal<'POST microtrade/submit'> | MarketRefusal | 'account_frozen' | 'account_locked';

export function decideTicket(order: TicketOrder, facts: Facts): Decision<Accepted, Refused> {
  const { instrument } = order;
  const { jurisdictions } = order;
  const at = {
    nowMs: facts.wallMs,
    jurisdictions,
    product: 'options',
    forex: order.product === 'forex',
  } as const;
  const barred = gateViolation(gateOf(facts), 'option_open', at);
  const closed =
    barred ??
    closedViolation(instrument, facts) ??
    stopViolation({ product: 'options', symbol: instrument.symbol }, facts) ??
    cancelOnlyViolation(facts);
  if (closed !== undefined) return closed;
  const head = tradableHead(instrument, facts);
  if (!head.ok) return head;
  const counting = order.termsAt(instrument.symbol, facts.wallMs);
  const terms = termsOf(order, counting, facts.nowMs);
  if (!terms.ok) return terms;
  const worth = worthOf(order, counting, facts);
  if (!worth.ok) return worth;
  const row = ticketOf(order, { ...terms.value, worth: worth.value, acceptedSeq: head.value.seq }, facts);
  const covered = coverOf(row, facts);
  if (!covered.ok) return covered;
  return ok({
    answer: answerOf(row),
    journals: [stakeJournal(row)],
    puts: [put(tickets, row)],
    armings: armings(row),
    counts: [{ counter: exposureCounter(row.symbol), by: row.profitUsdt }],
    events: [ticketEvent(row)],
  });
}

type Accepting = {
  readonly payoutRatio: Amount;
  readonly expiresMs: number;
  readonly worth: Amount;
  readonly acceptedSeq: bigint;
};

function ticketOf(
  order: TicketOrder,
  { payoutRatio, expiresMs, worth, acceptedSeq }: Accepting,
  facts: Facts,
): TicketRow {
  return {
    book: facts.book,
    id: facts.newId(),
    product: order.product,
    symbol: order.instrument.symbol,
    side: order.side,
    seconds: order.seconds,
    currency: order.currency,
    source: order.source,
    stake: order.stake,
    payoutRatio,
    profit: optionProfit(order.stake, payoutRatio),
    stakeUsdt: worth,
    profitUsdt: optionProfit(worth, payoutRatio),
    status: 'open',
    reason: null,
    acceptedMs: facts.nowMs,
    acceptedWallMs: facts.wallMs,
    acceptedSeq,
    expiresMs,
    strike: null,
    strikeMs: null,
    strikeSeq: null,
    struckFromMs: null,
    settle: null,
    settleSeq: null,
    settledMs: null,
    pnl: 0n,
    placedDay: dayOf(facts.wallMs),
    endedDay: null,
  };
}

/** Returns the payout and the expiry for the requested duration, or the reason why that duration isn't available now. */
function termsOf(
  { seconds, payoutShown, instrument }: TicketOrder,
  { durations }: OptionTerms,
  nowMs: number,
): Outcome<
  { payoutRatio: Amount; expiresMs: number },
  'duration_not_offered' | 'payout_changed' | 'session_ends_first'
> {
  const duration = durations.find((offered) => offered.seconds === seconds);
  if (duration === undefined) {
    const offered = durations.map((one) => one.seconds).join(', ');
    return refuse('duration_not_offered', { field: 'seconds', params: { offered } });
  }
  const { payoutRatio } = duration;
  if (payoutShown !== undefined && payoutShown !== payoutRatio) {
    const params = { payout_ratio: formatAmount(payoutRatio) };
    return refuse('payout_changed', { field: 'payout_ratio', params });
  }
  const expiresMs = optionExpiryMs(nowMs, seconds);
  // The outcome is proven by an entry made after the expiry, so the market must stay open slightly longer than the ticket.
  if (!sessionAt(instrument.calendar, expiresMs + OPTION_GAP_MS).open) {
    // Sessions end on the hour, and every ticket is shorter than an hour.
    const closesAt = ((Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS) / 1000;
    return refuse('session_ends_first', { field: 'seconds', params: { closes_at: closesAt.toString() } });
  }
  return ok({ payoutRatio, expiresMs });
}

/** Returns the USDT value of the stake, or a refusal if that value is outside the limits. */
function worthOf(
  { stake, stakeInstrument, currency }: TicketOrder,
  terms: OptionTerms,
  facts: Facts,
): Outcome<
  Amount,
  'trading_closed' | 'busy' | 'market_closed_until' | 'stake_below_minimum' | 'stake_above_maximum'
> {
  const head = stakeInstrument === undefined ? undefined : tradableHead(stakeInstrument, facts);
  if (head !== undefined && !head.ok) {
    return head.refusal.code === 'busy' ? head : refuse('trading_closed', { field: 'currency' });
  }
  const bid = head?.value.bid ?? ONE;
  const worth = stakeWorth(stake, bid);
  const bounds = stakeBounds(bid, terms);
  const params = { min: formatAmount(bounds.min), max: formatAmount(bounds.max), currency };
  if (worth < terms.stakeMinUsdt) return refuse('stake_below_minimum', { field: 'stake', params });
  if (worth > terms.stakeMaxUsdt) return refuse('stake_above_maximum', { field: 'stake', params });
  return ok(worth);
}

/** Refuses the ticket if the customer lacks the stake, the platform lacks the profit, or an exposure limit would be exceeded. */
function coverOf(row: TicketRow, facts: Facts): Outcome<true, Refused> {
  const { customerTicketsMax, customerExposureMax, symbolExposureMax } = optionsLimits;
  const available = row.source === 'promo' ? usableCredit(facts) : facts.balance('option', row.currency);
  if (available < row.stake) {
    const figures = { needed: formatAmount(row.stake), available: formatAmount(available) };
    const params = { ...figures, currency: row.currency };
    const code = row.source === 'promo' ? 'credit_insufficient' : 'option_balance_insufficient';
    return refuse(code, { field: 'stake', params });
  }
  const open = facts.openRows(tickets);
  if (open.length >= customerTicketsMax) {
    return refuse('tickets_too_many', { params: { max: customerTicketsMax.toString() } });
  }
  const hedged = open.some(
    (ticket) =>
      ticket.symbol === row.symbol &&
      ticket.side !== row.side &&
      (row.source === 'promo' || ticket.source === 'promo'),
  );
  if (hedged) return refuse('credit_hedged', { field: 'side', params: { symbol: row.symbol } });
  const own = open.reduce((sum, ticket) => sum + ticket.profitUsdt, row.profitUsdt);
  if (own > customerExposureMax) {
    const params = { max: formatAmount(customerExposureMax) };
    return refuse('exposure_customer_full', { field: 'stake', params });
  }
  if (facts.counter(exposureCounter(row.symbol)) + row.profitUsdt > symbolExposureMax) {
    return refuse('exposure_full', { field: 'symbol' });
  }
  if (!facts.houseHas('trading', row.currency, row.profit)) return refuse('liquidity_insufficient');
  return ok(true);
}

function answerOf(row: TicketRow): Accepted {
  const { id, status, symbol, side, seconds, stake, currency, payout_ratio, profit, ...rest } =
    ticketView(row);
  const { created_at, expires_at, accepted_seq, accepted_ms, strike_seq } = rest;
  return {
    ...{ id, status, symbol, side, seconds, stake, currency, payout_ratio, profit },
    ...{ created_at, expires_at, accepted_seq, accepted_ms, strike_seq },
  };
}
