/** The credit score, notification settings, account closure, and the data export. */
import * as v from 'valibot';
import { confirmation } from '../confirmation.ts';
import { isCode, seconds, text } from '../fields.ts';
import { noticeChannels } from '../notices/notice.ts';
import type { NoticeTopic } from '../notices/notice.ts';

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

/**
 * A topic as a plain string. The list of topics cannot be imported here, because it depends on all schemas; the compiler and
 * the handler check the topic instead.
 */
export const noticeTopic = v.custom<NoticeTopic>(isCode);
const choice = {
  topic: noticeTopic,
  channel: v.picklist(noticeChannels),
  enabled: v.boolean(),
};
/** `fixed`: this notification cannot be muted. */
export const noticeChoices = v.array(v.object({ ...choice, fixed: v.boolean() }));
export const noticeChoiceInput = v.object(choice);

export const closeAccountInput = v.object({ account: text(120), ...confirmation });
export const exportInput = v.object({ ...confirmation });
/** One section per kind of data. Rows are as stored, with the field names of the API reference. */
export const exportOutput = v.object({
  made_at: seconds,
  sections: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
});
