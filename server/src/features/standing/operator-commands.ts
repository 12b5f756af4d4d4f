/** Operators' commands that change a customer's standing or credit score. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { noteEvent } from '../../identity/security-events.ts';
import { endSessions } from '../../identity/sessions/session-store.ts';
import { readClock } from '../../quotes/clock.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { quotaViolation, paceOf } from '../../operators/lookup-quota.ts';
import { decideScore, decideStanding } from './rules.ts';
import type { CreditSetReason, StandingChange, StandingReason, Status } from './rules.ts';
import { setScore, setStanding, standingOf } from './store.ts';

export type StandingInput = {
  readonly customer: bigint;
  readonly change: StandingChange;
  readonly reason: StandingReason;
  readonly note: string | undefined;
  /** The person who makes the change. Each person can freeze and lock only a limited number of accounts per hour. */
  readonly person: string;
};

const withNote = (reason: string, note: string | undefined): string =>
  note === undefined ? reason : `${reason}: ${note}`;

/**
 * Freezes, locks or releases a customer's account. Locking ends all of the customer's sessions; other processes notice within
 * seconds.
 */
export const changeStanding: OperatorCommand<
  StandingInput,
  { readonly account: string; readonly status: Status },
  'user_not_found' | 'state_abnormal' | 'colleague_needed'
> = {
  roles: ['support', 'reviewer', 'admin'],
  decide: async (connection, { customer, change, reason, note, person }, nowMs) => {
    if (!(await lockBook(connection, customer))) return refuse('user_not_found');
    const standing = await standingOf(connection, customer);
    if (standing === undefined) return refuse('user_not_found');
    const decided = decideStanding(change, standing.status);
    if (!decided.ok) return decided;
    const status = decided.value;
    const locks = await paceOf(connection, { person, what: 'locks', customer });
    const paced = change === 'release' ? undefined : quotaViolation(locks, 1);
    if (paced !== undefined) return paced;
    const kept = status === 'active' ? null : reason;
    return ok({
      answer: { account: standing.account, status },
      entry: {
        action: `customer.${change}`,
        subject: `customer:${customer}`,
        before: { status: standing.status, reason: standing.reason },
        after: { status, reason: kept },
        reason: withNote(reason, note),
      },
      apply: async (at) => {
        await setStanding(at, { customer, status, reason: kept });
        // Session times use the wall clock, not the house's time.
        const wallMs = nowMs - (await readClock(at)).aheadMs;
        if (status === 'locked') await endSessions(at, { customer, nowMs: wallMs });
        const kind = status === 'active' ? 'released' : status;
        await noteEvent(at, { customer, kind, nowMs, agent: '', address: '' });
        await tellCustomer(at, { customer, kind: 'standing_changed', nowMs });
      },
    });
  },
};

export type ScoreInput = {
  readonly customer: bigint;
  readonly score: number;
  readonly reason: CreditSetReason;
  readonly note: string | undefined;
};

export const changeScore: OperatorCommand<
  ScoreInput,
  { readonly account: string; readonly before: number; readonly after: number },
  'user_not_found' | 'state_abnormal' | 'parameter_wrong'
> = {
  roles: ['reviewer', 'admin'],
  decide: async (connection, { customer, score, reason, note }, nowMs) => {
    if (!(await lockBook(connection, customer))) return refuse('user_not_found');
    const standing = await standingOf(connection, customer);
    if (standing === undefined) return refuse('user_not_found');
    const before = standing.score;
    const decided = decideScore(score, before);
    if (!decided.ok) return decided;
    const after = decided.value;
    return ok({
      answer: { account: standing.account, before, after },
      entry: {
        action: 'credit.set',
        subject: `customer:${customer}`,
        before: { credit_score: before },
        after: { credit_score: after },
        reason: withNote(reason, note),
      },
      apply: (at) => setScore(at, { customer, before, after, reason, nowMs }),
    });
  },
};
