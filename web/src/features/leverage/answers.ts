/** The questionnaire's answers: the draft, and the request. Pure. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';

/** The chosen answer to each question, empty before a choice, and the current step: a question's name, or the review. */
export type AnswersDraft = Readonly<Record<QuestionCode, string>> & { readonly at: string };

const reviewAt = 'review';

export const emptyAnswers = Object.fromEntries([
  ...questionCodes.map((code) => [code, ''] as const),
  ['at', ''] as const,
]) as AnswersDraft;

/** Returns the current step: a question or the review; undefined before the start and for unknown values. */
export function stepOf({ at }: Pick<AnswersDraft, 'at'>): QuestionCode | 'review' | undefined {
  if (at === reviewAt) return 'review';
  return questionCodes.find((code) => code === at);
}

/** Returns the chosen answer to this question, or undefined if it is not one of the question's answers. */
export function answerTo(draft: AnswersDraft, code: QuestionCode): string | undefined {
  return questionnaire[code].find((answer) => answer === draft[code]);
}

/**
 * Returns the step after this one: the next unanswered question, searched from this step to the end and then from the start, or
 * the review if all are answered.
 */
export function nextStep(draft: AnswersDraft, code: QuestionCode): QuestionCode | 'review' {
  const at = questionCodes.indexOf(code);
  const others = [...questionCodes.slice(at + 1), ...questionCodes.slice(0, at)];
  return others.find((other) => answerTo(draft, other) === undefined) ?? reviewAt;
}

/** Returns the step with which the form starts or continues. */
export function firstStep(draft: AnswersDraft): QuestionCode | 'review' {
  return questionCodes.find((code) => answerTo(draft, code) === undefined) ?? reviewAt;
}

/** Returns all answers, or undefined until every question has one. */
export function completeAnswers(draft: AnswersDraft): CallRequest<'POST lever/apply'> | undefined {
  const answers = questionCodes.map((code) => [code, answerTo(draft, code)] as const);
  if (answers.some(([, answer]) => answer === undefined)) return undefined;
  return Object.fromEntries(answers) as CallRequest<'POST lever/apply'>;
}
