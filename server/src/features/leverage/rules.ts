/** Rules for the leverage permission, as pure functions: assessment of answers, applications, and operators' verdicts. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { QuestionCode } from '@candor/protocol/leverage/questionnaire.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { put } from '../../commands/command.ts';
import { leverApplications } from './tables.ts';
import type { LeverApplicationRow } from './tables.ts';

export type Answers = CallInput<'POST lever/apply'>;
type Questionnaire = CallOutput<'GET lever/questionnaire'>;
export type LeverReason = NonNullable<Questionnaire['reason']>;
type ApplyRefusal = CallRefusal<'POST lever/apply'> | 'account_frozen' | 'account_locked';
export type ApplicationView = CallOutput<'POST lever/apply'>;

/**
 * The quiz's correct answers: 1% of ten times the margin is a tenth of it, and a customer never owes more than the margin.
 */
const RIGHT: Readonly<Partial<Record<QuestionCode, string>>> = {
  quiz_leverage: 'ten',
  quiz_close_out: 'position_is_closed',
  quiz_gap: 'at_the_next_price',
  quiz_worst: 'the_margin',
};
/** One wrong answer of four is allowed. */
const RIGHT_MIN = 3;

export type Assessment = {
  readonly quizRight: number;
  /** Concerns about granting leverage, in the order in which a rejection lists them. */
  readonly concerns: readonly LeverReason[];
};

/**
 * Assesses the answers. Leverage is not appropriate for a customer who does not understand it (two wrong quiz answers, or neither
 * knowledge nor experience), can't afford to lose the margin, or trades with money that is borrowed or of unclear origin. The
 * result is advice; an operator decides.
 */
export function assess(answers: Answers): Assessment {
  const codes = Object.keys(RIGHT) as QuestionCode[];
  const quizRight = codes.filter((code) => answers[code] === RIGHT[code]).length;
  const ignorant = quizRight < RIGHT_MIN || (answers.knowledge === 'none' && answers.experience === 'none');
  const unclear = answers.funds_source === 'borrowed' || answers.funds_source === 'other';
  const concerns: LeverReason[] = [];
  if (ignorant) concerns.push('knowledge_insufficient');
  if (answers.loss_capacity === 'unbearable') concerns.push('loss_capacity_insufficient');
  if (unclear) concerns.push('funds_source_unclear');
  return { quizRight, concerns };
}

export function applicationView(row: LeverApplicationRow | undefined): ApplicationView {
  const seconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));
  return {
    state: row?.status ?? 'none',
    reason: row?.reason ?? null,
    submitted_time: seconds(row?.submittedMs ?? null),
    decided_time: seconds(row?.decidedMs ?? null),
  };
}

/** `nowMs` is the wall clock, because applications don't depend on market time. */
export type Application = {
  readonly answers: Answers;
  readonly nowMs: number;
  readonly jurisdictions: JurisdictionMode;
};

/** A customer has at most one pending application, and none once they have leverage. */
export function decideApplication(
  { answers, nowMs, jurisdictions }: Application,
  facts: Facts,
): Decision<ApplicationView, ApplyRefusal> {
  const gate = gateOf(facts);
  const barred = gateViolation(gate, 'lever_apply', { nowMs, jurisdictions });
  if (barred !== undefined) return barred;
  if (gate.leverEnabled || facts.openRows(leverApplications).length > 0) {
    return refuse('already_applied');
  }
  const row: LeverApplicationRow = {
    book: facts.book,
    id: facts.newId(),
    answers,
    status: 'submitted',
    reason: null,
    submittedMs: nowMs,
    decidedMs: null,
  };
  return ok({ answer: applicationView(row), puts: [put(leverApplications, row)] });
}

export type Standing = {
  readonly newest: LeverApplicationRow | undefined;
  readonly leverEnabled: boolean;
  /** The number of leveraged positions and orders that are open. */
  readonly openTrades: number;
};

export type Verdict =
  | { readonly kind: 'approve'; readonly note: string | undefined }
  | { readonly kind: 'reject' | 'off'; readonly reason: LeverReason; readonly note: string | undefined };

/** Returns the permission after an operator's verdict, or a refusal. The README gives the order of the checks. */
export function decideVerdict(verdict: Verdict, standing: Standing) {
  const { newest, leverEnabled, openTrades } = standing;
  if (verdict.kind === 'off') {
    if (!leverEnabled) return refuse('state_abnormal');
    if (openTrades > 0) return refuse('lever_trade_open');
    return ok({ status: 'switched_off', reason: verdict.reason, leverEnabled: false } as const);
  }
  if (newest?.status !== 'submitted') return refuse('state_abnormal');
  if (verdict.kind === 'reject') {
    return ok({ status: 'rejected', reason: verdict.reason, leverEnabled } as const);
  }
  const { concerns } = assess(newest.answers as Answers);
  if (concerns.length > 0 && verdict.note === undefined) {
    return refuse('parameter_missing', { field: 'note', params: { field: 'note' } });
  }
  return ok({ status: 'approved', reason: null, leverEnabled: true } as const);
}
