/** The permission for leveraged trading. An operator grants it on the basis of a questionnaire. */
import * as v from 'valibot';
import { questionCodes, questionnaire } from './questionnaire.ts';
import { seconds } from '../fields.ts';

/** Why an operator rejected the application or disabled leverage again. */
export const leverReasons = [
  'knowledge_insufficient',
  'loss_capacity_insufficient',
  'funds_source_unclear',
  'customer_request',
  'other',
] as const;

const application = {
  state: v.picklist(['none', 'submitted', 'approved', 'rejected', 'switched_off']),
  reason: v.nullable(v.picklist(leverReasons)),
  submitted_time: v.nullable(seconds),
  decided_time: v.nullable(seconds),
};

export const questionnaireOutput = v.object({
  ...application,
  /** Whether leverage is enabled. An operator can enable it without a questionnaire. */
  lever_enabled: v.boolean(),
  questions: v.array(v.object({ code: v.picklist(questionCodes), answers: v.array(v.string()) })),
});

export const applyInput = v.object({
  knowledge: v.picklist(questionnaire.knowledge),
  experience: v.picklist(questionnaire.experience),
  loss_capacity: v.picklist(questionnaire.loss_capacity),
  funds_source: v.picklist(questionnaire.funds_source),
  quiz_leverage: v.picklist(questionnaire.quiz_leverage),
  quiz_close_out: v.picklist(questionnaire.quiz_close_out),
  quiz_gap: v.picklist(questionnaire.quiz_gap),
  quiz_worst: v.picklist(questionnaire.quiz_worst),
});
export const applyOutput = v.object(application);
