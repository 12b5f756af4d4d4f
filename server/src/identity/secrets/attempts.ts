/**
 * Throttles by network address and by mailbox. They are created once per process. Failed attempts at a secret are counted in the
 * database instead.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { LIMITS } from '../../limits.ts';
import { AddressThrottle, Throttle } from '../../flow/throttle.ts';

export type AttemptLimits = {
  readonly [Name in keyof typeof LIMITS.attempts]: number;
};

export type Attempts = {
  readonly loginAddress: Throttle;
  readonly mailCodeEmail: Throttle;
  readonly mailCodeAddress: Throttle;
  readonly registrationAddress: Throttle;
  readonly codeAddress: Throttle;
  /** Counts per customer, over all addresses. */
  readonly textCustomer: Throttle;
  /** Counts per network address, over all customers. */
  readonly textAddress: Throttle;
};

export function makeAttempts(limits: AttemptLimits = LIMITS.attempts): Attempts {
  const { windowMs, mailCodeWindowMs, keysMax } = limits;
  return {
    loginAddress: new AddressThrottle({ max: limits.loginAddressMax, windowMs, keysMax }),
    mailCodeEmail: new Throttle({ max: limits.mailCodesMax, windowMs: mailCodeWindowMs, keysMax }),
    mailCodeAddress: new AddressThrottle({
      max: limits.mailCodesAddressMax,
      windowMs: mailCodeWindowMs,
      keysMax,
    }),
    registrationAddress: new AddressThrottle({ max: limits.registrationsAddressMax, windowMs, keysMax }),
    codeAddress: new AddressThrottle({ max: limits.loginAddressMax, windowMs, keysMax }),
    textCustomer: new Throttle({ max: limits.textsCustomerMax, windowMs: mailCodeWindowMs, keysMax }),
    textAddress: new AddressThrottle({ max: limits.textsAddressMax, windowMs: mailCodeWindowMs, keysMax }),
  };
}

/** Returns a refusal if the caller has to wait, otherwise undefined. */
export function waitRefusal(...waitsSeconds: readonly number[]) {
  const seconds = Math.max(...waitsSeconds);
  return seconds === 0 ? undefined : refuse('too_many_attempts', { params: { seconds: String(seconds) } });
}
