/** Rules for operators' changes to a customer's standing and credit score. Pure. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { creditSetReasons } from '@candor/protocol/standing/console.ts';
import type { standingReasons } from '@candor/protocol/standing/schemas.ts';

export type Status = 'active' | 'frozen' | 'locked' | 'closed';
export type StandingChange = 'freeze' | 'lock' | 'release';

export type StandingReason = (typeof standingReasons)[number];

/** The reasons for which operators may change the score. All other changes are automatic. */
export type CreditSetReason = (typeof creditSetReasons)[number];

const FROM: Readonly<Record<StandingChange, readonly Status[]>> = {
  freeze: ['active'],
  lock: ['active', 'frozen'],
  release: ['frozen', 'locked'],
};
const BECOMES = { freeze: 'frozen', lock: 'locked', release: 'active' } as const;

/** Returns the new standing, or a refusal. A locked account can't become frozen, and a closed account stays closed. */
export function decideStanding(change: StandingChange, before: Status) {
  return FROM[change].includes(before) ? ok(BECOMES[change]) : refuse('state_abnormal');
}

const SCORE_MAX = 100;

/** A score must be an integer from 0 to 100 that differs from the current score. */
export function decideScore(score: number, before: number) {
  if (!Number.isInteger(score) || score < 0 || score > SCORE_MAX) {
    return refuse('parameter_wrong', { field: 'score', params: { field: 'score' } });
  }
  return score === before ? refuse('state_abnormal') : ok(score);
}
