/** The credit score, notices, closing the account, and what a customer may take along. */
import * as v from 'valibot';
import { confirmation } from '../confirmation.ts';
import { seconds, text } from '../fields.ts';

const creditReasons = [
  'opened',
  'identity_verified',
  'loan_repaid_in_time',
  'loan_overdue',
  'operator_correction',
  'document_forged',
] as const;
export const creditScore = v.object({
  score: v.number(),
  changes: v.array(
    v.object({
      time: seconds,
      before: v.number(),
      after: v.number(),
      reason: v.picklist(creditReasons),
    }),
  ),
});

/** What messages are about (`notices/kinds.ts`), and what the app alone says of orders. */
const noticeTopics = [
  'security',
  'withdrawals',
  'margin',
  'loan_overdue',
  'account',
  'money',
  'orders',
  'options',
  'fund',
  'loans',
  'referral',
  'price_alerts',
  'recurring',
  'service',
  'agreements',
] as const;
const noticeChannels = ['in_app', 'email', 'push'] as const;
const choice = {
  topic: v.picklist(noticeTopics),
  channel: v.picklist(noticeChannels),
  enabled: v.boolean(),
};
/** `fixed`: this notice cannot be muted. */
export const noticeChoices = v.array(v.object({ ...choice, fixed: v.boolean() }));
export const noticeChoiceInput = v.object(choice);

export const closeAccountInput = v.object({ account: text(120), ...confirmation });
export const exportInput = v.object({ ...confirmation });
/** One section a kind of data; rows as they are kept, in words of the reference. */
export const exportOutput = v.object({
  made_at: seconds,
  sections: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
});
