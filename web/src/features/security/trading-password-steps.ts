/**
 * The steps of the trading password: the current password if there is one, or a mailed code instead, then the new password twice.
 * After a problem, the flow returns to the step that can correct it. Pure.
 */
import type { RefusalCode } from '@candor/protocol/refusals.ts';

export type Way = 'set' | 'change' | 'reset';
export type Step = 'current' | 'code' | 'new' | 'repeat';

export type Progress = {
  readonly way: Way;
  readonly step: Step;
  /** The entries so far; `code` is the mailed code. */
  readonly current: string;
  readonly code: string;
  readonly password: string;
  /** The problem to show at the current step. */
  readonly violation: 'differ' | 'refused' | undefined;
};

const firstStep: Readonly<Record<Way, Step>> = { set: 'new', change: 'current', reset: 'code' };

export function begin(way: Way): Progress {
  return { way, step: firstStep[way], current: '', code: '', password: '', violation: undefined };
}

export type TradingPasswordRequest = {
  readonly password: string;
  readonly re_password: string;
  readonly current?: string;
  readonly code?: string;
};

/** Returns the flow after a completed step: the next step, or the request. */
export function advance(
  progress: Progress,
  digits: string,
): { readonly next: Progress } | { readonly request: TradingPasswordRequest } {
  const { step, way, current, code, password } = progress;
  const on = { ...progress, violation: undefined };
  if (step === 'current') return { next: { ...on, current: digits, step: 'new' } };
  if (step === 'code') return { next: { ...on, code: digits, step: 'new' } };
  if (step === 'new') return { next: { ...on, password: digits, step: 'repeat' } };
  if (digits !== password) return { next: { ...on, password: '', step: 'new', violation: 'differ' } };
  return {
    request: {
      password,
      re_password: digits,
      ...(way === 'change' && { current }),
      ...(way === 'reset' && { code }),
    },
  };
}

/** The refusals that concern the current password or the code; all others concern the new password. */
const aboutTheFirst: ReadonlySet<RefusalCode> = new Set([
  'trading_password_wrong',
  'code_wrong',
  'too_many_attempts',
  'reset_needed',
]);

export function afterRefusal(progress: Progress, code: RefusalCode): Progress {
  const step = aboutTheFirst.has(code) ? firstStep[progress.way] : 'new';
  return { ...progress, step, password: '', violation: 'refused' };
}
