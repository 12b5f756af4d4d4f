/** The operators' desk: login, the work queue, finding and viewing customers, and the audit log. */
import * as v from 'valibot';
import { cursor, decimalOut, none, nothing, periodIn, seconds, secondsIn, symbol, text } from '../fields.ts';
import { customerId, page } from '../console/fields.ts';
import { consoleCall, everyRole, operatorRoles } from '../console/console-call.ts';
import { customerActivities, customerIdentities, linkKinds } from './customer-kinds.ts';
import { timelineKinds, timelineProducts } from './timeline-kinds.ts';
import { unusualKinds } from './unusual-kinds.ts';

const customer = v.object({
  id: v.string(),
  account: v.string(),
  /** The masked email address; null if there is none. */
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

const operator = v.object({ account: v.string(), role: v.picklist(operatorRoles), person: v.string() });

export const caseKinds = [
  'kyc',
  'deposit',
  'withdrawal',
  'leverage',
  'fund_order',
  'loan',
  'proposal',
  'chat',
] as const;

const waitingCase = v.object({
  kind: v.picklist(caseKinds),
  /** The customer's number; "0" if the case concerns only the house. */
  customer: v.string(),
  account: v.nullable(v.string()),
  id: v.string(),
  status: v.string(),
  currency: v.nullable(v.string()),
  amount: v.nullable(decimalOut),
  since: seconds,
  deadline_at: v.nullable(seconds),
  overdue: v.boolean(),
  /** The reason code of a hold; null if the case is not held. */
  held: v.nullable(v.string()),
  /** The operator who gave the first approval, if dual approval is needed. */
  first_by: v.nullable(v.string()),
  needs_second: v.boolean(),
});

const record = v.object({
  seq: v.number(),
  time: seconds,
  operator: v.string(),
  role: v.string(),
  action: v.string(),
  subject: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  hash: v.string(),
});

export const deskConsoleCalls = {
  'POST login': consoleCall({
    roles: 'visitor',
    summary: 'Logs an operator in with account, password and authenticator code.',
    input: v.object({
      account: text(60),
      password: text(256),
      totp: text(10),
      /** A P-256 public key that the browser created and a demo's server vouches for, as SPKI in base64url. */
      browser_key: v.optional(text(200)),
    }),
    output: v.object({
      token: v.string(),
      operator,
      /** The id assigned to the browser's key; null if only passkeys are accepted. */
      key: v.nullable(v.string()),
    }),
    refusals: ['login_wrong', 'too_many_attempts', 'reset_needed'],
  }),
  'POST logout': consoleCall({
    roles: everyRole,
    summary: 'Ends the session of the token.',
    input: none,
    output: nothing,
    refusals: [],
  }),
  'GET approval': consoleCall({
    roles: everyRole,
    summary: 'A nonce to be signed with one decision, and the installation that it is for.',
    input: none,
    output: v.object({
      nonce: v.string(),
      time_ms: v.number(),
      house: v.string(),
      /** The passkeys of the requesting operator that this deployment accepts, and their relying party. */
      rp_id: v.string(),
      passkeys: v.array(v.object({ id: v.string(), transports: v.array(v.string()) })),
    }),
    refusals: [],
  }),
  'GET me': consoleCall({
    roles: everyRole,
    summary: 'The operator who is logged in, and the mode of the installation.',
    input: none,
    output: v.object({ operator, mode: v.picklist(['demo', 'live']), time: seconds }),
    refusals: [],
  }),
  'GET dashboard': consoleCall({
    roles: everyRole,
    summary: 'Waiting cases by kind and age, service levels, claims and custody, and risk.',
    input: none,
    output: v.object({
      /** The violations found by the last check of the books. Withdrawals are paused while there are any. */
      breaches: v.array(v.object({ invariant: v.string(), detail: v.string(), found_at: seconds })),
      waiting: v.array(
        v.object({
          kind: v.picklist(caseKinds),
          count: v.number(),
          overdue: v.number(),
          oldest_since: v.nullable(seconds),
          /**
           * Over the last thirty days: the median time from arrival to decision in minutes, and the share decided by the
           * deadline.
           */
          median_minutes: v.nullable(v.number()),
          in_time_share: v.nullable(v.number()),
        }),
      ),
      currencies: v.array(
        v.object({
          currency: v.string(),
          /** Customers' claims, the custody balance, and the house's part of that balance. */
          claims: decimalOut,
          custody: decimalOut,
          own: decimalOut,
        }),
      ),
      risk: v.object({
        /** The value of customers' open positions at entry, by direction, in USDT. */
        positions: v.array(
          v.object({ symbol: v.string(), long_usdt: decimalOut, short_usdt: decimalOut, count: v.number() }),
        ),
        /** The maximum profit of open options by symbol, and its limit. */
        options: v.array(v.object({ symbol: v.string(), at_stake_usdt: decimalOut, max_usdt: decimalOut })),
        halted: v.array(v.object({ symbol: v.string(), because: v.nullable(v.string()) })),
      }),
    }),
    refusals: [],
  }),
  'GET morning': consoleCall({
    roles: everyRole,
    summary: 'What waits, what is unusual, and what operators decided since a time of the last week.',
    input: v.object({ from: secondsIn }),
    output: v.object({
      /** The time since which the answer reports: the one asked for, or a week ago. */
      since: seconds,
      /** The queues in which something waits. */
      waiting: v.array(
        v.object({
          kind: v.picklist(caseKinds),
          count: v.number(),
          overdue: v.number(),
          oldest_since: v.nullable(seconds),
        }),
      ),
      /** What lasts, and what happened since then. */
      unusual: v.array(
        v.object({
          kind: v.picklist(unusualKinds),
          /** A symbol, an invariant, the reason of a freeze, or the number of a withdrawal; empty for the guard. */
          what: v.string(),
          /** The finding of an invariant, the reason of a halt, or the state of a withdrawal. */
          detail: v.nullable(v.string()),
          /** The customer of a withdrawal. */
          customer: v.nullable(v.string()),
          /** The number of halts, or of void options. */
          count: v.nullable(v.number()),
          /** The amount of a withdrawal, or the stakes of void options. */
          amount: v.nullable(decimalOut),
          currency: v.nullable(v.string()),
          at: seconds,
          /** When it ended; null if it lasts or has no end. */
          until: v.nullable(seconds),
        }),
      ),
      /** Signed decisions by operator and kind, the newest first. */
      decided: v.array(
        v.object({
          operator: v.string(),
          role: v.picklist(operatorRoles),
          action: v.string(),
          count: v.number(),
          newest_at: seconds,
        }),
      ),
      /** Whether there are more than are shown. */
      more: v.boolean(),
    }),
    refusals: [],
  }),
  'GET cases': consoleCall({
    roles: everyRole,
    summary: 'Waiting cases, oldest first.',
    input: v.object({
      kind: v.optional(v.picklist(caseKinds)),
      overdue: v.optional(v.picklist(['true'])),
      ...page,
    }),
    output: v.object({ items: v.array(waitingCase), next: v.nullable(cursor), total: v.number() }),
    refusals: [],
  }),
  'GET audit': consoleCall({
    roles: everyRole,
    summary: 'The operators’ audit log, newest first.',
    input: v.object({
      operator: v.optional(text(60)),
      customer: v.optional(customerId),
      action: v.optional(text(60)),
      ...page,
    }),
    output: v.object({ items: v.array(record), next: v.nullable(cursor) }),
    refusals: [],
  }),
  'GET audit_check': consoleCall({
    roles: everyRole,
    summary: 'Recomputes the complete hash chain of the audit log.',
    input: none,
    output: v.object({ records: v.number(), head: v.string(), fault: v.nullable(v.string()) }),
    refusals: [],
  }),
  'GET customers': consoleCall({
    roles: everyRole,
    summary:
      'Customers by number, account, email address, invite code, real name, card, withdrawal address, payment reference or device, newest first.',
    shows: 'many',
    input: v.object({
      q: v.optional(text(120)),
      status: v.optional(text(20)),
      /** Two letters. */
      country: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/))),
      /** The state of the verification. */
      identity: v.optional(v.picklist(customerIdentities)),
      activity: v.optional(v.picklist(customerActivities)),
      ...page,
    }),
    output: v.object({ items: v.array(customer), next: v.nullable(cursor) }),
    refusals: ['colleague_needed'],
  }),
  'GET customer': consoleCall({
    roles: everyRole,
    summary: 'One customer: profile, holdings, open items, and account security.',
    shows: 'one',
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
      /** The items that freeze parts of the balances now, such as “withdrawal:123”. */
      holds: v.array(
        v.object({ ref: v.string(), account: v.string(), currency: v.string(), amount: decimalOut }),
      ),
      open: v.array(v.object({ kind: v.string(), count: v.number() })),
      /**
       * Whether the requesting operator has a conflict of interest with this customer and therefore cannot make decisions
       * about the customer.
       */
      tied: v.boolean(),
      /** Whether the customer logged in on a device from which the requesting operator logged in too. */
      same_device: v.boolean(),
    }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
  'GET links': consoleCall({
    roles: ['reviewer', 'admin'],
    summary:
      'The other customers who share a card, a withdrawal address, a device or a network address with a customer. Only hashes are compared, and each view is recorded.',
    shows: 'one',
    unsigned: ['links.read'],
    input: v.object({ customer: customerId }),
    output: v.object({
      items: v.array(
        v.object({
          kind: v.picklist(linkKinds),
          /** What is shared, masked, or the beginning of its hash. */
          label: v.string(),
          /** The number of the other customer. */
          customer: v.string(),
          /** When the other customer last used or added it. */
          last_at: seconds,
        }),
      ),
      /** Whether there are more than are shown. */
      more: v.boolean(),
    }),
    refusals: ['colleague_needed', 'conflict_of_interest', 'user_not_found'],
  }),
  'GET timeline': consoleCall({
    roles: everyRole,
    summary:
      'A customer’s whole history, newest first: each journal with the entries of the price record that it used, and events that moved no money: security, credit score, and operators’ actions.',
    shows: 'one',
    input: v.object({
      customer: customerId,
      kind: v.optional(v.picklist([...timelineKinds, 'hold'])),
      product: v.optional(v.picklist(timelineProducts)),
      symbol: v.optional(symbol),
      ...periodIn,
      /** Part of a number, reference, address, reason or operator’s name. */
      q: v.optional(text(120)),
      ...page,
    }),
    output: v.object({
      items: v.array(
        v.object({
          time: seconds,
          what: v.picklist(timelineKinds),
          /** The kind of journal or event. */
          kind: v.string(),
          /** The item that it concerns, such as “spot_order” and its number. */
          of: v.nullable(v.object({ kind: v.string(), id: v.string() })),
          by: v.nullable(v.string()),
          product: v.nullable(v.picklist(timelineProducts)),
          symbol: v.nullable(v.string()),
          side: v.nullable(v.string()),
          quantity: v.nullable(decimalOut),
          price: v.nullable(decimalOut),
          /** The state of the item now. */
          status: v.nullable(v.string()),
          amount: v.nullable(decimalOut),
          currency: v.nullable(v.string()),
          network: v.nullable(v.string()),
          /** The term of a loan or a fund order. */
          days: v.nullable(v.number()),
          score_before: v.nullable(v.number()),
          score_after: v.nullable(v.number()),
          /** A code or, in an operator's record, possibly their own words. */
          reason: v.nullable(v.string()),
          /** A payment's reference or address, or the address and browser of a security event. */
          text: v.nullable(v.string()),
          /** The complete journal, including the house's side; null for an event that moved no money. */
          journal: v.nullable(
            v.object({
              seq: v.number(),
              postings: v.array(
                v.object({ account: v.string(), own: v.boolean(), currency: v.string(), amount: decimalOut }),
              ),
            }),
          ),
          /** The entries of the price record whose prices were used, and where anybody reads them. */
          evidence: v.array(
            v.object({ symbol: v.string(), seq: v.number(), price: decimalOut, url: v.string() }),
          ),
        }),
      ),
      next: v.nullable(cursor),
      /** With filters, how far back the search for this page went; null if it reached the beginning. */
      searched_to: v.nullable(seconds),
    }),
    refusals: ['colleague_needed', 'user_not_found'],
  }),
};
