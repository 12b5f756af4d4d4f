/** The throttles of addresses and mailboxes, made once a process. FailedAttempts at one secret are counted in the database. */
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
  /** Text messages that one customer has sent, wherever from. */
  readonly textCustomer: Throttle;
  /** And that all customers of one line have. */
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

/** The refusal of somebody who has to wait, or undefined. */
export function waitRefusal(...waitsSeconds: readonly number[]) {
  const seconds = Math.max(...waitsSeconds);
  return seconds === 0 ? undefined : refuse('too_many_attempts', { params: { seconds: String(seconds) } });
}
