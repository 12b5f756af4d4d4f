/**
 * Links refusals to the screens that resolve them, and back. The app shows the sheet with the link, and the screen to which the
 * customer returns keeps its input.
 */
import { useSlice } from '@candor/client/app-state.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
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

/** The actions that resolve refusals, as named in the texts, and their screens. */
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

/**
 * The secret that was entered wrongly too often and must be reset. The sheet that requests a second factor reports this itself.
 */
export type Guessed = 'password' | 'trading_password';
const resetBy: Readonly<Record<Guessed, ResolvingStep>> = {
  password: 'forgot',
  trading_password: 'trading_reset',
};

/** The parameter with which a screen starts at the reset of a secret. */
const wishes: Partial<Record<ResolvingStep, Readonly<Record<string, string>>>> = {
  trading_reset: { way: 'reset' },
};

export type Resolution = {
  readonly refusal: RefusalEnvelope;
  readonly step: ResolvingStep;
  /** The address of the target screen, which contains the address to return to. */
  readonly link: string;
};

/** Builds the link to the target, which returns to the current screen. */
function linkTo(step: ResolvingStep, here: Entry): string {
  return `${steps[step]}?${new URLSearchParams({ ...wishes[step], back: locationOf(here) })}`;
}

/** Builds a link to a resolving screen, for screens that list missing requirements themselves. */
export function resolvingLink(step: ResolvingStep): string {
  return linkTo(step, currentEntry());
}

/** Returns the screen that resolves the refusal, or undefined on that screen. */
export function resolutionOf(
  refusal: RefusalEnvelope,
  here: Entry,
  guessed: Guessed = 'password',
): Resolution | undefined {
  const step = refusal.error === 'reset_needed' ? resetBy[guessed] : resolvedBy[refusal.error];
  if (step === undefined || steps[step] === here.path) return undefined;
  return { refusal, step, link: linkTo(step, here) };
}

type Offered = { readonly resolution: Resolution | undefined };

export type Resolving = {
  readonly store: StoreApi<Offered>;
  /**
   * Opens the sheet if a screen resolves the refusal, and returns whether there is one. `guessed` is the secret that the refused
   * call required.
   */
  readonly offerResolution: (refusal: RefusalEnvelope, guessed?: Guessed) => boolean;
  readonly dropResolution: () => void;
};

export function createResolving(): Resolving {
  const store = createStore<Offered>(() => ({ resolution: undefined }));
  return {
    store,
    offerResolution: (refusal, guessed) => {
      const resolution = resolutionOf(refusal, currentEntry(), guessed);
      if (resolution !== undefined) store.setState({ resolution });
      return resolution !== undefined;
    },
    dropResolution: () => store.setState({ resolution: undefined }),
  };
}

export function useResolving(): Pick<Resolving, 'offerResolution' | 'dropResolution'> {
  return useSlice(createResolving);
}

export function useResolution(): Resolution | undefined {
  return useStore(useSlice(createResolving).store, ({ resolution }) => resolution);
}

/**
 * Returns the function that leaves a screen after its task: back to the screen that opened it, whose input was kept, or, if the
 * screen was opened by its address, to `back` or `fallback`.
 */
export function useFinish(fallback: string): () => void {
  const back = useParam('back');
  return () => goBack(back === undefined ? fallback : safeReturn(back));
}
