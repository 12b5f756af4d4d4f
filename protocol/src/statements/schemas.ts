/** Statements of a month or year, tax reports, and the cost of holdings. */
import * as v from 'valibot';
import { decimalOut, seconds } from '../fields.ts';
import { recordGroups, ownAccounts } from '../wallets/record-kinds.ts';
import { costKinds, costMethods, statementForms, taxForms, taxSections } from './kinds.ts';

const currency = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,10}$/));
/** A month such as "2026-11", or a year such as "2026". */
const period = v.pipe(v.string(), v.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/));
const year = v.pipe(v.string(), v.regex(/^\d{4}$/));

export const periods = v.object({
  /** Newest first. `final` once the period is over; its figures then never change. */
  months: v.array(v.object({ period, final: v.boolean() })),
  years: v.array(v.object({ period, final: v.boolean() })),
});

export const statementInput = v.object({ period });

const cost = v.object({
  kind: v.picklist(costKinds),
  currency,
  amount: decimalOut,
  /** The base of the percentage: the traded value, the amount withdrawn or repaid. */
  base: decimalOut,
  /** To four decimals; null without a base. */
  percent: v.nullable(decimalOut),
});
/** Since the account began. */
export const costs = v.array(cost);

export const statement = v.object({
  period,
  final: v.boolean(),
  from: seconds,
  /** Exclusive. */
  to: seconds,
  /** Closing values use the last entries of the tapes before this time. */
  valued_at: seconds,
  /** The balances of own money without experience credit, at the last bids. */
  opening_value_usdt: decimalOut,
  closing_value_usdt: decimalOut,
  /**
   * The total value, as every screen shows it: the value above, with the profit of open positions, what was due and not paid out,
   * and loans, which are negative.
   */
  opening_total_usdt: decimalOut,
  closing_total_usdt: decimalOut,
  closing_open_profit_usdt: decimalOut,
  closing_due_usdt: decimalOut,
  closing_loans_usdt: decimalOut,
  accounts: v.array(
    v.object({
      account: v.picklist(ownAccounts),
      currency,
      opening: decimalOut,
      received: decimalOut,
      /** Zero or negative. */
      paid: decimalOut,
      closing: decimalOut,
      closing_value_usdt: decimalOut,
    }),
  ),
  movements: v.array(
    v.object({
      kind: v.string(),
      group: v.picklist(recordGroups),
      account: v.picklist(ownAccounts),
      currency,
      count: v.number(),
      received: decimalOut,
      paid: decimalOut,
    }),
  ),
  costs,
  /** Coins held at the end, and coins whose sales made a gain or loss in the period. Costs and gains are at average cost, in USDT. */
  holdings: v.array(
    v.object({
      currency,
      quantity: decimalOut,
      cost: decimalOut,
      /** The cost of one coin; null if none is held. */
      average_cost: v.nullable(decimalOut),
      /** At the last bid; null for a coin without a price, which adds nothing to the closing value. */
      value_usdt: v.nullable(decimalOut),
      unrealised: v.nullable(decimalOut),
      /** In per cent of the cost, to four decimals; null without a price or cost. */
      unrealised_percent: v.nullable(decimalOut),
      /** The gains of the period's disposals. */
      realised: decimalOut,
    }),
  ),
});

export const fileInput = v.object({ period, form: v.picklist(statementForms) });

export const file = v.object({
  name: v.string(),
  type: v.string(),
  /** A PDF is in base64, any other file is text. */
  encoding: v.picklist(['text', 'base64']),
  body: v.string(),
});

export const holdings = v.array(
  v.object({
    currency,
    quantity: decimalOut,
    /** The cost of what is held, and the cost of one coin, in USDT. */
    cost: decimalOut,
    average_cost: v.nullable(decimalOut),
    /** The gains of all disposals so far, at average cost. */
    realised: decimalOut,
  }),
);

export const taxInput = v.object({ year, method: v.picklist(costMethods) });

export const tax = v.object({
  year,
  final: v.boolean(),
  method: v.picklist(costMethods),
  disposals: v.array(
    v.object({
      currency,
      /** Null at average cost. */
      acquired: v.nullable(seconds),
      disposed: seconds,
      quantity: decimalOut,
      proceeds: decimalOut,
      cost: decimalOut,
      gain: decimalOut,
    }),
  ),
  proceeds: decimalOut,
  cost: decimalOut,
  gain: decimalOut,
  sections: v.array(
    v.object({
      section: v.picklist(taxSections),
      /** The instrument, or the kind of income. */
      name: v.string(),
      count: v.number(),
      /** In USDT, before and after the costs. */
      result: decimalOut,
      costs: decimalOut,
      net: decimalOut,
    }),
  ),
});

export const taxFileInput = v.object({ ...taxInput.entries, form: v.picklist(taxForms) });
