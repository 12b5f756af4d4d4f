/** Navigation through the questionnaire. Nothing is sent until every question has one of its own answers. */
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { expect, test } from 'vitest';
import { answerTo, completeAnswers, emptyAnswers, firstStep, nextStep, stepOf } from './answers.ts';
import type { AnswersDraft } from './answers.ts';

const all = Object.fromEntries(questionCodes.map((code) => [code, questionnaire[code][0]]));
const complete = { ...emptyAnswers, ...all } as AnswersDraft;

test('sends the answers only when complete, without the step', () => {
  expect(completeAnswers(emptyAnswers)).toBeUndefined();
  expect(completeAnswers({ ...complete, quiz_gap: '' })).toBeUndefined();
  expect(completeAnswers({ ...complete, at: 'review' })).toEqual(all);
});

test('ignores an answer of another question or of an older questionnaire', () => {
  const draft = { ...complete, knowledge: 'bearable' };
  expect(answerTo(draft, 'knowledge')).toBeUndefined();
  expect(completeAnswers(draft)).toBeUndefined();
  expect(firstStep(draft)).toBe('knowledge');
});

test('moves to the next open question, and to the review after the last', () => {
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
])('reads the stored step "%s" as %s', (at, step) => {
  expect(stepOf({ at })).toBe(step);
});
