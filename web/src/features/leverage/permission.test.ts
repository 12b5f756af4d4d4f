/** The displayed state of the leverage permission, and the texts of the questionnaire. */
import { questionCodes, questionnaire } from '@candor/protocol/leverage/questionnaire.ts';
import { expect, test } from 'vitest';
import en from './messages/en.json' with { type: 'json' };
import type { Permission } from './permission.ts';
import { mayApply, shownState } from './permission.ts';

const permission = (state: Permission['state'], enabled: boolean): Permission => ({
  state,
  reason: null,
  submitted_time: null,
  decided_time: null,
  lever_enabled: enabled,
  questions: [],
});

test.each([
  ['none', false, 'none', true],
  ['submitted', false, 'submitted', false],
  ['approved', true, 'approved', false],
  ['rejected', false, 'rejected', true],
  ['switched_off', false, 'switched_off', true],
  // Support can enable leverage without an application, or after rejecting an application.
  ['none', true, 'approved', false],
  ['rejected', true, 'approved', false],
  // The application was approved, and leverage was disabled afterwards.
  ['approved', false, 'switched_off', true],
] as const)(
  'shows the application state %s with leverage enabled = %s as %s',
  (state, enabled, shown, applies) => {
    expect(shownState(permission(state, enabled))).toBe(shown);
    expect(mayApply(shown)).toBe(applies);
  },
);

test('has a text for every question and every answer', () => {
  expect(Object.keys(en.leverage.question)).toEqual(questionCodes);
  const answers = Object.entries(en.leverage.answer).map(([code, texts]) => [code, Object.keys(texts)]);
  expect(Object.fromEntries(answers)).toEqual(questionnaire);
});
