/** Handler of `safe/trading_password`: setting, changing and resetting the six digits that authorise outgoing money. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { CallAnswer, CallContext } from '../../calls/handler.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { guessEmailCode, useEmailCode } from '../../identity/mail/email-codes.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import { tradingPasswordViolation } from '../../identity/secrets/trading-password.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { recordChange } from './changes.ts';
import type { ChangeDeps } from './changes.ts';
import { safetyOf, setTradingPasswordHash } from './store.ts';
import type { Safety } from './store.ts';

export type TradingPasswordHandlerDeps = ChangeDeps & {
  readonly failedAttempts: FailedAttempts;
  readonly vault: Vault;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly confirmation: Confirmation;
  readonly tradingPasswords: TradingPasswords;
};
type Input = CallInput<'POST safe/trading_password'>;
type Answer = CallAnswer<'POST safe/trading_password'>;
type Asked = { readonly input: Input; readonly context: CallContext; readonly before: Safety };

export async function tradingPassword(
  deps: TradingPasswordHandlerDeps,
  input: Input,
  context: CallContext,
): Promise<Answer> {
  const violation = tradingPasswordViolation(input.password, input.re_password);
  if (violation !== undefined) return violation;
  const asked = { input, context, before: await safetyOf(deps.pool, context.customer) };
  if (!asked.before.hasTradingPassword) return setFirst(deps, asked);
  if (input.current !== undefined) return change(deps, asked, input.current);
  if (input.code !== undefined) return reset(deps, asked, input.code);
  return refuse('parameter_missing', { field: 'current' });
}

async function setFirst(deps: TradingPasswordHandlerDeps, asked: Asked): Promise<Answer> {
  const { input, context } = asked;
  const violation = await deps.confirmation.check(context.customer, input, context);
  return violation ?? write(deps, asked, { event: 'trading_password_set', holds: false });
}

/** Changes the trading password. The change is confirmed by the current one, together with the second factor if there is one. */
async function change(deps: TradingPasswordHandlerDeps, asked: Asked, current: string): Promise<Answer> {
  const { input, context } = asked;
  const wrong = await deps.tradingPasswords.check(context.customer, current, context);
  if (wrong !== undefined) {
    const { code } = wrong.refusal;
    if (code === 'trading_password_missing') throw new Error('expected a trading password, found none');
    return code === 'trading_password_wrong'
      ? refuse(code, { field: 'current' })
      : refuse(code, wrong.refusal);
  }
  const violation = await deps.confirmation.secondFactor(context.customer, input, context);
  return violation ?? write(deps, asked, { event: 'trading_password_changed', holds: true });
}

/** Resets the trading password with a code sent to the stored email address and the usual confirmation. */
async function reset(deps: TradingPasswordHandlerDeps, asked: Asked, code: string): Promise<Answer> {
  const { input, context, before } = asked;
  const { customer } = context;
  const { email } = before;
  if (email === null) return refuse('email_missing');
  const missing = await deps.confirmation.missing(customer, input);
  if (missing !== undefined) return missing;
  const nowMs = deps.now();
  const given = { email, code, purpose: 'trading_password', owner: customer, from: context, nowMs } as const;
  const request = await guessEmailCode(deps, given);
  if (!request.ok) return request;
  const violation = await deps.confirmation.check(customer, input, context);
  if (violation !== undefined) return violation;
  return write(deps, asked, { event: 'trading_password_reset', holds: true, request: request.value });
}

type Written = {
  readonly event: 'trading_password_set' | 'trading_password_changed' | 'trading_password_reset';
  readonly holds: boolean;
  /** The request whose code the change uses up. */
  readonly request?: bigint;
};

/**
 * The new trading password is compared with the login password last, so that an unconfirmed caller learns nothing about the login
 * password.
 */
async function write(deps: TradingPasswordHandlerDeps, asked: Asked, written: Written): Promise<Answer> {
  const { input, context, before } = asked;
  const { customer } = context;
  const { event, holds, request } = written;
  const same = await deps.passwords.verify(before.passwordHash ?? undefined, input.password);
  if (same === true) return refuse('trading_password_same', { field: 'password' });
  const hash = await deps.tradingPasswords.hash(customer, input.password);
  if (same === undefined || hash === undefined) return refuse('busy');
  const changed = { context, event, mail: 'trading_password_changed', holds } as const;
  const done = await recordChange(deps, changed, async (connection) => {
    if (request !== undefined && !(await useEmailCode(connection, request))) return undefined;
    await setTradingPasswordHash(connection, { customer, hash });
    return true;
  });
  if (done === undefined) return refuse('code_wrong', { field: 'code' });
  await deps.tradingPasswords.forgive(customer);
  return ok({});
}
