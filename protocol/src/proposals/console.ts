/** Proposals that need dual approval: movements of house money, corrections, terms, and strategy results. */
import * as v from 'valibot';
import { cursor, decimal, seconds, secondsIn, text } from '../fields.ts';
import { caseRef, customerId, page, reasonText } from '../console/fields.ts';
import { consoleCall } from '../console/console-call.ts';
import { customerSubject } from '../console/approval.ts';

export const proposalKinds = [
  'correction',
  'house_move',
  'house_capital',
  'promotion',
  'terms',
  'strategy_result',
] as const;

/** House accounts between which operators may move house money. */
export const movableAccounts = [
  'equity',
  'inventory',
  'trading',
  'insurance',
  'promotions',
  'lending',
  'fees',
  'interest',
  'rounding',
] as const;

/** The fields of each kind of proposal. The second operator approves exactly these. */
const correction = v.object({
  kind: v.literal('correction'),
  customer: customerId,
  currency: text(12),
  /** The amount that the customer receives, or gives back if `takes` is set. */
  amount: decimal,
  takes: v.boolean(),
});

const houseMove = v.object({
  kind: v.literal('house_move'),
  currency: text(12),
  amount: decimal,
  from: v.picklist(movableAccounts),
  to: v.picklist(['equity', 'inventory', 'trading', 'insurance', 'promotions', 'lending']),
});

const houseCapital = v.object({
  kind: v.literal('house_capital'),
  currency: text(12),
  amount: decimal,
  direction: v.picklist(['in', 'out']),
});

const promotion = v.object({ kind: v.literal('promotion'), customer: customerId, amount: decimal });

const terms = v.object({
  kind: v.literal('terms'),
  subject: text(60),
  effective_at: secondsIn,
  /** The parameters by name, as in `GET terms`. */
  body: v.record(v.string(), v.union([v.string(), v.boolean()])),
});

/** The result of an externally traded strategy on a day, in USDT, with the SHA-256 of the evidence. */
const strategyResult = v.object({
  kind: v.literal('strategy_result'),
  amount: decimal,
  direction: v.picklist(['gain', 'loss']),
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  evidence: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

const proposalBody = v.variant('kind', [
  correction,
  houseMove,
  houseCapital,
  promotion,
  terms,
  strategyResult,
]);

const proposal = v.object({
  id: v.string(),
  /** The customer's number; "0" for the house. */
  customer: v.string(),
  account: v.nullable(v.string()),
  kind: v.picklist(proposalKinds),
  body: v.string(),
  reason: v.string(),
  status: v.picklist(['proposed', 'done', 'rejected', 'withdrawn']),
  proposed_by: v.string(),
  proposed_at: seconds,
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(seconds),
});

/** The refusals of the execution, which are already checked when the proposal is made. */
const whenDone = [
  'amount_above_cap',
  'day_cap_reached',
  'trading_closed',
  'state_abnormal',
  'account_frozen',
  'account_locked',
  'self_excluded',
  'timed_out',
  'product_not_offered',
  'credit_active',
  'balance_insufficient',
  'house_funds_insufficient',
  'liabilities_uncovered',
  'effective_too_soon',
  'withdrawals_paused',
] as const;

export const proposalsConsoleCalls = {
  'GET proposals': consoleCall({
    roles: ['treasurer', 'admin'],
    summary: 'Proposals, which need two persons: those that wait, and the outcomes of others.',
    input: v.object({
      status: v.optional(v.picklist(['proposed', 'done', 'rejected', 'withdrawn'])),
      ...page,
    }),
    output: v.object({ items: v.array(proposal), next: v.nullable(cursor) }),
    refusals: [],
  }),
  'POST propose': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Proposes a correction, a move of the house’s money, a promotion, terms or what the strategy made; another person decides.',
      input: v.object({ reason: reasonText, proposal: proposalBody }),
      output: proposal,
      refusals: ['user_not_found', 'conflict_of_interest', 'currency_invalid', 'amount_wrong', ...whenDone],
      touches: 'everything',
    },
    ({ proposal: proposed }) => ({
      action: 'proposal.make',
      subject: 'customer' in proposed ? customerSubject(proposed.customer) : 'house',
    }),
  ),
  'POST proposal_decide': consoleCall(
    {
      roles: ['treasurer', 'admin'],
      summary:
        'Approves and executes another person’s proposal, or rejects it. The proposer can withdraw it.',
      input: v.object({
        ...caseRef,
        verdict: v.picklist(['approve', 'reject', 'withdraw']),
        /** The displayed body. The call is refused if it differs from the stored one. */
        body: text(4000),
      }),
      output: proposal,
      refusals: [
        'conflict_of_interest',
        'order_state_wrong',
        'case_changed',
        'second_person_needed',
        ...whenDone,
      ],
      touches: 'everything',
    },
    (sent) => ({
      action: `proposal.${sent.verdict}`,
      subject: customerSubject(sent.customer),
    }),
  ),
};
