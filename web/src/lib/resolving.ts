/**
 * Refusals that another screen puts right: which one, and the way there and back. The sheet that says so belongs to the app; what
 * was typed stays on the screen that one comes back to.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { create } from 'zustand';
import { currentEntry, goBack, locationOf } from './hash-history.ts';
import {
  bankLink,
  boundEmailLink,
  forgotLink,
  jurisdictionLink,
  leverageLink,
  ownLimitsLink,
  tradingPasswordLink,
  verificationLink,
} from './links.ts';
import { useParam } from './location.ts';
import { safeReturn } from './return-address.ts';

/** What is to be done, as the texts name it, and where. */
const steps = {
  verify: verificationLink,
  trading_password: tradingPasswordLink,
  bank_card: bankLink,
  leverage: leverageLink,
  email: boundEmailLink,
  limits: ownLimitsLink,
  jurisdiction: jurisdictionLink,
  forgot: forgotLink,
} as const;
export type ResolvingStep = keyof typeof steps;

const resolvedBy: Partial<Record<RefusalCode, ResolvingStep>> = {
  verification_needed: 'verify',
  trading_password_missing: 'trading_password',
  bank_card_missing: 'bank_card',
  lever_not_enabled: 'leverage',
  email_missing: 'email',
  own_limit_reached: 'limits',
  timed_out: 'limits',
  self_excluded: 'limits',
  product_not_offered: 'jurisdiction',
  leverage_above_cap: 'jurisdiction',
  reset_needed: 'forgot',
};

/** Too many wrong six digits are reset where they are set, not with the password. */
function stepFor(refusal: RefusalEnvelope): ResolvingStep | undefined {
  const ofTradingPassword = refusal.params['field'] === 'trading_password';
  if (refusal.error === 'reset_needed' && ofTradingPassword) return 'trading_password';
  return resolvedBy[refusal.error];
}

export type Resolution = {
  readonly refusal: RefusalEnvelope;
  readonly step: ResolvingStep;
  /** There, with the way back. */
  readonly link: string;
};

/** What the sheet shows. */
export const useResolution = create<{ readonly resolution: Resolution | undefined }>(() => ({
  resolution: undefined,
}));

/** Answers whether a screen resolves it and the sheet says so. On that very screen there is nowhere to lead to. */
export function offerResolution(refusal: RefusalEnvelope): boolean {
  const step = stepFor(refusal);
  const here = currentEntry();
  if (step === undefined || steps[step] === here.path) return false;
  const link = `${steps[step]}?${new URLSearchParams({ back: locationOf(here) })}`;
  useResolution.setState({ resolution: { refusal, step, link } });
  return true;
}

export function dropResolution(): void {
  useResolution.setState({ resolution: undefined });
}

/**
 * Where a screen goes once its work is done: back to the very screen that it was opened from, with all that was typed there; opened
 * by a plain address, to what its `back` names, or to `fallback`.
 */
export function useFinish(fallback: string): () => void {
  const back = useParam('back');
  return () => goBack(back === undefined ? fallback : safeReturn(back));
}
