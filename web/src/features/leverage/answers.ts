/** The answers to the questionnaire as they are chosen one by one, and as they are sent. Pure. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';

/** Each question's chosen answer, empty before a choice, and where in the form the customer is: a question's number, or the review. */
export type AnswersDraft = Readonly<Record<QuestionCode, string>> & { readonly at: string };

const reviewAt = 'review';

export const emptyAnswers = Object.fromEntries([
  ...questionCodes.map((code) => [code, ''] as const),
  ['at', ''] as const,
]) as AnswersDraft;

/** Which step is shown: nothing begun, a question, or the review. What is not known counts as not begun. */
export function stepOf({ at }: Pick<AnswersDraft, 'at'>): QuestionCode | 'review' | undefined {
  if (at === reviewAt) return 'review';
  return questionCodes.find((code) => code === at);
}

/** The answer that was chosen, if it is one of this question's. */
export function answerTo(draft: AnswersDraft, code: QuestionCode): string | undefined {
  return questionnaire[code].find((answer) => answer === draft[code]);
}

/** Where "Next" leads: to the next question that has no answer yet, going round, and to the review when all have one. */
export function nextStep(draft: AnswersDraft, code: QuestionCode): QuestionCode | 'review' {
  const at = questionCodes.indexOf(code);
  const others = [...questionCodes.slice(at + 1), ...questionCodes.slice(0, at)];
  return others.find((other) => answerTo(draft, other) === undefined) ?? reviewAt;
}

/** Where one begins or goes on. */
export function firstStep(draft: AnswersDraft): QuestionCode | 'review' {
  return questionCodes.find((code) => answerTo(draft, code) === undefined) ?? reviewAt;
}

/** All answers, once every question has one. */
export function completeAnswers(draft: AnswersDraft): CallRequest<'POST lever/apply'> | undefined {
  const answers = questionCodes.map((code) => [code, answerTo(draft, code)] as const);
  if (answers.some(([, answer]) => answer === undefined)) return undefined;
  return Object.fromEntries(answers) as CallRequest<'POST lever/apply'>;
}
