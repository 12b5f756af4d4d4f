/** Customers: finding one, everything about one, and what may be done. */
import * as v from 'valibot';
import { cursor, decimalOut, nothing, seconds, text } from '../schemas/fields.ts';
import { standingReasons } from '../schemas/standing.ts';
import { consoleCall, everyRole } from './console-call.ts';
import { customerId, note, page } from './fields.ts';

/** Why a credit score is set by hand. */
export const creditSetReasons = [
  'loan_repaid_in_time',
  'loan_overdue',
  'operator_correction',
  'document_forged',
] as const;
/** Why: too many were guessed wrong and the factors stay; or they are lost, and who it is was proven in another way. */
export const factorResetReasons = ['misses', 'lost'] as const;

const customer = v.object({
  id: v.string(),
  account: v.string(),
  /** Masked. */
  email: v.nullable(v.string()),
  country: v.nullable(v.string()),
  status: v.string(),
  status_reason: v.nullable(v.string()),
  kyc_status: v.string(),
  lever_enabled: v.boolean(),
  credit_score: v.number(),
  registered_at: seconds,
  last_seen_at: v.nullable(seconds),
  value_usdt: decimalOut,
});

export const customerRows = {
  'GET customers': consoleCall({
    roles: everyRole,
    summary: 'Customers by number, account, e-mail or invite code, the newest first.',
    input: v.object({ q: v.optional(text(120)), status: v.optional(text(20)), ...page }),
    output: v.object({ items: v.array(customer), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET customer': consoleCall({
    roles: everyRole,
    summary: 'One customer: who, what they hold, what is open, and how safe the account is.',
    input: v.object({ customer: customerId }),
    output: v.object({
      ...customer.entries,
      invite_code: v.string(),
      invited_by: v.nullable(v.string()),
      has_trading_password: v.boolean(),
      totp: v.boolean(),
      passkeys: v.number(),
      has_bank_card: v.boolean(),
      security_changed_at: v.nullable(seconds),
      devices: v.number(),
      balances: v.array(v.object({ account: v.string(), currency: v.string(), amount: decimalOut })),
      open: v.array(v.object({ kind: v.string(), count: v.number() })),
      /** Whether the operator who asks is tied to this customer, and so decides nothing. */
      tied: v.boolean(),
      /** Signed in on a device from which the operator who asks signed in too. */
      same_device: v.boolean(),
    }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
  'GET timeline': consoleCall({
    roles: everyRole,
    summary: 'What happened to a customer, newest first: money, safety, and what operators did.',
    input: v.object({ customer: customerId, ...page }),
    output: v.object({
      items: v.array(
        v.object({
          time: seconds,
          what: v.picklist(['money', 'security', 'operator', 'credit']),
          kind: v.string(),
          text: v.string(),
          by: v.nullable(v.string()),
        }),
      ),
      next: v.nullable(cursor),
    }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
  'POST standing': consoleCall({
    roles: ['support', 'reviewer', 'admin'],
    summary: 'Freezes, locks or releases an account.',
    input: v.object({
      customer: customerId,
      change: v.picklist(['freeze', 'lock', 'release']),
      reason: v.picklist(standingReasons),
      note,
    }),
    output: nothing,
    refusals: ['colleague_needed', 'user_not_found', 'state_abnormal', 'conflict_of_interest'],
    touches: 'everything',
  }),
  'POST credit': consoleCall({
    roles: ['reviewer', 'admin'],
    summary: 'Sets a credit score.',
    input: v.object({
      customer: customerId,
      score: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
      reason: v.picklist(creditSetReasons),
      note,
    }),
    output: nothing,
    refusals: ['user_not_found', 'state_abnormal', 'conflict_of_interest'],
    touches: 'everything',
  }),
  'POST factor_reset': consoleCall({
    roles: ['reviewer', 'admin'],
    summary:
      'Forgives wrong codes, or takes lost factors off, which takes two persons; then withdrawals are held for a day.',
    input: v.object({ customer: customerId, reason: v.picklist(factorResetReasons), note }),
    output: nothing,
    refusals: ['user_not_found', 'state_abnormal', 'conflict_of_interest', 'second_person_needed'],
    touches: 'everything',
  }),
};
