/**
 * Fixed-time options: tickets on a rise or fall of a price within a number of seconds, the permitted stakes, and the
 * customer's results.
 */
import * as v from 'valibot';
import { decimal, decimalOut, id, limitIn, periodIn, seconds, secondsIn, symbol, text } from '../fields.ts';

const side = v.picklist(['up', 'down']);
/** The currency of a stake. EXPERIENCE is experience credit, counted in USDT. */
const optionCurrency = v.picklist(['USDT', 'BTC', 'ETH', 'EXPERIENCE']);
/** won, lost, tied and void are final. Tied and void tickets get the stake back. */
const ticketStatus = v.picklist(['open', 'won', 'lost', 'tied', 'void']);
/** Why a ticket is void: there was no price at the strike or at the expiry, or the customer of a demo started over. */
const voidReason = v.picklist(['gap_strike', 'gap_expiry', 'start_over']);

/** A ticket as in lists and events. Amounts are in `currency`, or in USDT if that is EXPERIENCE. */
export const optionTicket = v.object({
  id,
  symbol,
  side,
  seconds: v.number(),
  stake: decimalOut,
  currency: optionCurrency,
  /** The profit as a fraction of the stake: "0.8". */
  payout_ratio: decimalOut,
  /** The amount that a win pays in addition to the stake. */
  profit: decimalOut,
  status: ticketStatus,
  reason: v.nullable(voidReason),
  /** The newest entry of the tape at acceptance. */
  accepted_seq: v.number(),
  /** The last price of the entry at strike_seq; null until that entry arrives. */
  strike: v.nullable(decimalOut),
  /**
   * The number of the strike entry, which is the first entry after accepted_seq that was made at struck_from_ms or later.
   * Before that entry arrives, the lowest number that it may have.
   */
  strike_seq: v.number(),
  strike_at_ms: v.nullable(v.number()),
  /**
   * The earliest time at which the strike entry may have been made; null until the strike is determined, and for older
   * tickets.
   */
  struck_from_ms: v.nullable(v.number()),
  /**
   * The last price of the newest entry at or before expiry; null while the ticket is open, and if the ticket was void before
   * its expiry.
   */
  settle: v.nullable(decimalOut),
  settle_seq: v.nullable(v.number()),
  created_at: seconds,
  accepted_ms: v.number(),
  /** created_at + seconds; all times by the market clock. */
  expires_at: seconds,
  settled_at: v.nullable(seconds),
  /** The profit of a win, the negative stake of a loss, or 0 if the stake is returned; null while the ticket is open. */
  pnl: v.nullable(decimalOut),
});

/** If absent, BTC/USDT. */
export const optionSecondsInput = v.object({ symbol: v.optional(text(24)) });
/** In ascending order. Both rates are fractions. With a payout of 0.8, the break-even win rate is 0.55555556. */
export const optionSeconds = v.array(
  v.object({ seconds: v.number(), payout_ratio: decimalOut, break_even_rate: decimalOut }),
);

/** The currently permitted stakes in each currency; null while the price of the currency is unknown. */
export const payableCurrencies = v.array(
  v.object({
    currency: optionCurrency,
    available: decimalOut,
    min: v.nullable(decimalOut),
    max: v.nullable(decimalOut),
  }),
);

export const optionSubmitInput = v.object({
  symbol: text(24),
  side,
  seconds: secondsIn,
  stake: decimal,
  currency: text(12),
  /** The payout as displayed; if it has changed, the order is refused. */
  payout_ratio: v.optional(decimal),
});
export const optionSubmitOutput = v.pick(optionTicket, [
  'id',
  'status',
  'symbol',
  'side',
  'seconds',
  'stake',
  'currency',
  'payout_ratio',
  'profit',
  'created_at',
  'expires_at',
  'accepted_seq',
  'accepted_ms',
  'strike_seq',
]);

export const optionListInput = v.object({
  /** `ended` selects all tickets except open ones; if absent, all are returned. */
  status: v.optional(v.picklist([...ticketStatus.options, 'ended'])),
  symbol: v.optional(text(24)),
  /** The direction. */
  kind: v.optional(side),
  /** `from` and `to` refer to the time at which the ticket was accepted. */
  ...periodIn,
  /** The id of the last received ticket, after which the list continues. */
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/))),
  limit: v.optional(limitIn),
});
/** Newest first. */
export const optionList = v.array(optionTicket);

const RESULT_DAYS_USUAL = 30;
export const optionResultsInput = v.object({
  /** The period: a number of days before now, at most 366. */
  days: v.optional(v.pipe(limitIn, v.maxValue(366)), RESULT_DAYS_USUAL),
});
const counts = { won: v.number(), lost: v.number(), tied: v.number(), void: v.number() };
/** The customer's results from tickets that were settled in the period. Rates are fractions. */
export const optionResults = v.object({
  /** Stakes, profits and losses, by currency. */
  currencies: v.array(
    v.object({
      currency: optionCurrency,
      tickets: v.number(),
      ...counts,
      staked: decimalOut,
      net: decimalOut,
    }),
  ),
  all: v.object({
    ...counts,
    /** The fraction of won tickets among those won or lost; null if there are none. */
    win_rate: v.nullable(decimalOut),
    /** The win rate at which these tickets would have broken even. */
    break_even_rate: v.nullable(decimalOut),
    /** Stakes in coins are valued at the price when each ticket was accepted. */
    net_usdt: decimalOut,
  }),
  /** Newest first, by UTC day; days without a ticket are omitted. */
  days: v.array(
    v.object({
      day: v.pipe(v.string(), v.isoDate()),
      won: v.number(),
      lost: v.number(),
      net_usdt: decimalOut,
    }),
  ),
});
