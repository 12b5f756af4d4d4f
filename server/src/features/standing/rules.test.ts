/** Permitted changes of a standing, and permitted scores. */
import { expect, test } from 'vitest';
import { decideScore, decideStanding } from './rules.ts';
import type { StandingChange, Status } from './rules.ts';

const arrows: [before: Status, change: StandingChange, after: Status | 'state_abnormal'][] = [
  ['active', 'freeze', 'frozen'],
  ['active', 'lock', 'locked'],
  ['active', 'release', 'state_abnormal'],
  ['frozen', 'freeze', 'state_abnormal'],
  ['frozen', 'lock', 'locked'],
  ['frozen', 'release', 'active'],
  ['locked', 'freeze', 'state_abnormal'],
  ['locked', 'lock', 'state_abnormal'],
  ['locked', 'release', 'active'],
  ['closed', 'freeze', 'state_abnormal'],
  ['closed', 'lock', 'state_abnormal'],
  ['closed', 'release', 'state_abnormal'],
];
test.each(arrows)('with the standing %s, answers the change %s with %s', (before, change, after) => {
  const decided = decideStanding(change, before);
  expect(decided.ok ? decided.value : decided.refusal.code).toBe(after);
});

const scores: [score: number, before: number, after: number | string][] = [
  [0, 80, 0],
  [100, 80, 100],
  [101, 80, 'parameter_wrong'],
  [-1, 80, 'parameter_wrong'],
  [1.5, 80, 'parameter_wrong'],
  [80, 80, 'state_abnormal'],
];
test.each(scores)('answers a change of the score to %d from %d with %s', (score, before, after) => {
  const decided = decideScore(score, before);
  expect(decided.ok ? decided.value : decided.refusal.code).toBe(after);
});
