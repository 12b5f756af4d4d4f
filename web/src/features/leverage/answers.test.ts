/** Navigation through the questionnaire, and the answers that are sent. */
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { expect, test } from 'vitest';
import { answerTo, completeAnswers, emptyAnswers, firstStep, nextStep, stepOf } from './answers.ts';
import type { AnswersDraft } from './answers.ts';

const all = Object.fromEntries(questionCodes.map((code) => [code, questionnaire[code][0]]));
const complete = { ...emptyAnswers, ...all } as AnswersDraft;

test('returns the answers to send, without the step, only when every question is answered', () => {
  expect(completeAnswers(emptyAnswers)).toBeUndefined();
  expect(completeAnswers({ ...complete, quiz_gap: '' })).toBeUndefined();
  expect(completeAnswers({ ...complete, at: 'review' })).toEqual(all);
});

test('ignores a stored answer that belongs to a different question or to an older questionnaire', () => {
  const draft = { ...complete, knowledge: 'bearable' };
  expect(answerTo(draft, 'knowledge')).toBeUndefined();
  expect(completeAnswers(draft)).toBeUndefined();
  expect(firstStep(draft)).toBe('knowledge');
});

test('continues with the next unanswered question, and with the review after the last question', () => {
  expect(firstStep(emptyAnswers)).toBe('knowledge');
  expect(nextStep({ ...emptyAnswers, knowledge: 'some' }, 'knowledge')).toBe('experience');
  expect(nextStep({ ...complete, experience: '' }, 'quiz_worst')).toBe('experience');
  expect(nextStep(complete, 'quiz_leverage')).toBe('review');
});

test.each([
  ['', undefined],
  ['review', 'review'],
  ['quiz_gap', 'quiz_gap'],
  ['gone', undefined],
])('parses the stored step "%s" as %s', (at, step) => {
  expect(stepOf({ at })).toBe(step);
});
