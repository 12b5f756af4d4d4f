/**
 * The steps of the trading password: the current one where there is one, or a code by e-mail in its place, then the new one
 * twice. What is wrong leads back to the step where it can be put right. Pure.
 */
import type { RefusalCode } from '@candor/protocol/refusals.ts';

export type Way = 'set' | 'change' | 'reset';
export type Step = 'current' | 'code' | 'new' | 'repeat';

export type Progress = {
  readonly way: Way;
  readonly step: Step;
  /** What was entered so far; `code` came by e-mail. */
  readonly current: string;
  readonly code: string;
  readonly password: string;
  /** What was wrong, said at the step. */
  readonly violation: 'differ' | 'refused' | undefined;
};

const firstStep: Readonly<Record<Way, Step>> = { set: 'new', change: 'current', reset: 'code' };

export function begin(way: Way): Progress {
  return { way, step: firstStep[way], current: '', code: '', password: '', violation: undefined };
}

/** What is to be sent once both are the same. */
export type TradingPasswordRequest = {
  readonly password: string;
  readonly re_password: string;
  readonly current?: string;
  readonly code?: string;
};

/** After the digits of a step are complete: the next step, or what is sent. */
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

/** These are about what was given instead of the new one; all others about the new one itself. */
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
