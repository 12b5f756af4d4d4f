/**
 * The list of refusals that only operators can get. The test fails if a customer's call declares one of them, or if no
 * customer's call declares a refusal that is not listed.
 */
import { expect, it } from 'vitest';
import { anyCallRefusals } from './call.ts';
import { anyConsoleRefusals } from './console/console-call.ts';
import { calls, consoleCalls, refusals } from './features.ts';

const ofOperatorsAlone = [
  'amount_above_cap',
  'approval_needed',
  'approval_wrong',
  'article_text_wrong',
  'articles_too_many',
  'case_held',
  'clock_fixed',
  'clock_past_present',
  'colleague_needed',
  'conflict_of_interest',
  'credit_active',
  'day_cap_reached',
  'effective_too_soon',
  'holds_used_up',
  'house_funds_insufficient',
  'lever_trade_open',
  'liabilities_uncovered',
  'operation_illegal',
  'payouts_stopped',
  'second_person_needed',
  'two_admins_needed',
  'unauthorized',
  'user_not_found',
  'withdrawals_paused',
];

it("declares every refusal in a customer's call, except those in the list of operators' refusals", () => {
  const used = new Set<string>(anyCallRefusals);
  for (const row of Object.values(calls)) for (const code of row.refusals) used.add(code);
  const unused = Object.keys(refusals).filter((code) => !used.has(code));
  expect(unused.toSorted()).toEqual(ofOperatorsAlone);
});

it('declares every refusal of that list in a console call', () => {
  const used = new Set<string>(anyConsoleRefusals);
  for (const row of Object.values(consoleCalls)) for (const code of row.refusals) used.add(code);
  expect(ofOperatorsAlone.filter((code) => !used.has(code))).toEqual([]);
});
