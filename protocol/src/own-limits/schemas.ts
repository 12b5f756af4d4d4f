/** The limits that customers set for themselves, and the products that their country permits. */
import * as v from 'valibot';
import { decimal, decimalOut, seconds } from '../fields.ts';

const limitKinds = ['deposit', 'loss', 'stake'] as const;
const limitPeriods = ['day', 'week', 'month'] as const;
const kind = v.picklist(limitKinds);
const period = v.picklist(limitPeriods);

const limit = v.object({
  kind,
  period,
  /** The limit in USDT; null if there is none. */
  amount: v.nullable(decimalOut),
  /** The limit from `pending_from` on; null removes the limit. */
  pending: v.nullable(v.object({ amount: v.nullable(decimalOut), from: seconds })),
  /** The amount used in the current period, and when the next period starts. */
  used: decimalOut,
  resets_at: seconds,
});
export const ownLimits = v.object({
  limits: v.array(limit),
  time_out_until: v.nullable(seconds),
  excluded_until: v.nullable(seconds),
  /** Realised results of options and leveraged trading with the customer's own money, in USDT; negative for a loss. */
  results: v.object({ day: decimalOut, week: decimalOut, month: decimalOut, at_risk: decimalOut }),
});
/** The new limit in USDT; empty to remove the limit. */
export const setLimitInput = v.object({ kind, period, amount: v.union([decimal, v.literal('')]) });
export const setLimitOutput = limit;

const whole = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );
export const timeOutInput = v.object({ hours: whole(24, 42 * 24) });
export const selfExcludeInput = v.object({ months: whole(6, 60) });
export const pauseOutput = v.object({ until: seconds });

const products = ['spot', 'contracts', 'forex', 'options', 'fund', 'loans', 'referral'] as const;
export type Product = (typeof products)[number];
const warnings = [
  'leveraged_losses',
  'crypto_unprotected',
  'options_barred',
  'crypto_contracts_barred',
  'not_served',
] as const;

/** The products offered to the customer. */
export const jurisdiction = v.object({
  profile: v.string(),
  products: v.array(v.picklist(products)),
  warnings: v.array(v.picklist(warnings)),
});
/** The complete policy for all countries, as published. */
export const jurisdictions = v.object({
  /** In mode `demo`, the demo profile applies to all customers. */
  mode: v.string(),
  profiles: v.array(
    v.object({
      profile: v.string(),
      countries: v.array(v.string()),
      products: v.array(v.picklist(products)),
      warnings: v.array(v.picklist(warnings)),
      leverage_max: v.array(v.object({ class: v.string(), max: v.nullable(v.number()) })),
      sources: v.array(v.object({ of: v.string(), source: v.string() })),
    }),
  ),
});
