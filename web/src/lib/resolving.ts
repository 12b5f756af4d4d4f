/**
 * Refusals that another screen puts right: which one, and the way there and back. The sheet that says so belongs to the app; what
 * was typed stays on the screen that one comes back to.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { create } from 'zustand';
import type { Entry } from './hash-history.ts';
import { currentEntry, goBack, locationOf } from './hash-history.ts';
import {
  addressesLink,
  bankLink,
  boundEmailLink,
  chatPath,
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
  trading_reset: tradingPasswordLink,
  bank_card: bankLink,
  leverage: leverageLink,
  email: boundEmailLink,
  limits: ownLimitsLink,
  jurisdiction: jurisdictionLink,
  forgot: forgotLink,
  addresses: addressesLink,
  customer_service: chatPath,
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
  address_missing: 'addresses',
  account_frozen: 'customer_service',
  reference_used: 'customer_service',
};

/** What was guessed wrong too often, and so has to be set anew: of a second factor the sheet that asked for it says so. */
export type Guessed = 'password' | 'trading_password';
const resetBy: Readonly<Record<Guessed, ResolvingStep>> = {
  password: 'forgot',
  trading_password: 'trading_reset',
};

/** The screen is told that what it knows was forgotten. */
const wishes: Partial<Record<ResolvingStep, Readonly<Record<string, string>>>> = {
  trading_reset: { way: 'reset' },
};

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

/** The way there, and back to where one is. */
function linkTo(step: ResolvingStep, here: Entry): string {
  return `${steps[step]}?${new URLSearchParams({ ...wishes[step], back: locationOf(here) })}`;
}

/** Leads to what puts something right, for a screen that says itself what is missing. */
export function resolvingLink(step: ResolvingStep): string {
  return linkTo(step, currentEntry());
}

/** Which screen puts it right. On that very screen there is nowhere to lead to. */
export function resolutionOf(
  refusal: RefusalEnvelope,
  here: Entry,
  guessed: Guessed = 'password',
): Resolution | undefined {
  const step = refusal.error === 'reset_needed' ? resetBy[guessed] : resolvedBy[refusal.error];
  if (step === undefined || steps[step] === here.path) return undefined;
  return { refusal, step, link: linkTo(step, here) };
}

/** Answers whether a screen resolves it, which the sheet then says. `guessed` is what the refused call asked for. */
export function offerResolution(refusal: RefusalEnvelope, guessed?: Guessed): boolean {
  const resolution = resolutionOf(refusal, currentEntry(), guessed);
  if (resolution !== undefined) useResolution.setState({ resolution });
  return resolution !== undefined;
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
