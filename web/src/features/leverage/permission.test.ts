/** How the permission is shown, and that no question goes without its words. */
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
  // Customer service can turn it on without an application, or after it refused one.
  ['none', true, 'approved', false],
  ['rejected', true, 'approved', false],
  // Approved once and off now, whatever took it away.
  ['approved', false, 'switched_off', true],
] as const)('%s with the switch %s is shown as %s', (state, enabled, shown, applies) => {
  expect(shownState(permission(state, enabled))).toBe(shown);
  expect(mayApply(shown)).toBe(applies);
});

test('every question and every answer has its text', () => {
  expect(Object.keys(en.leverage.question)).toEqual(questionCodes);
  const answers = Object.entries(en.leverage.answer).map(([code, texts]) => [code, Object.keys(texts)]);
  expect(Object.fromEntries(answers)).toEqual(questionnaire);
});
