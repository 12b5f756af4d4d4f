/** Handler of `safe/google`: the authenticator and its recovery codes. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { CallAnswer, CallContext } from '../../calls/handler.ts';
import {
  bindAuthenticator,
  firstStep,
  renewSecret,
  unbindAuthenticator,
} from '../../identity/factors/authenticator.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { forgetRecoveryCodes, renewRecoveryCodes } from '../../identity/factors/recovery-codes.ts';
import { otpauthUrl } from '../../identity/factors/totp.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { recordChange } from './changes.ts';
import type { ChangeDeps } from './changes.ts';
import { safetyOf } from './store.ts';

export type AuthenticatorDeps = ChangeDeps & {
  readonly vault: Vault;
  readonly confirmation: Confirmation;
  /** The wall clock, which authenticators use. */
  readonly wallNow: () => number;
};
type Input = CallInput<'POST safe/google'>;
type Answer = CallAnswer<'POST safe/google'>;
type Asked = { readonly input: Input; readonly context: CallContext };

export function google(deps: AuthenticatorDeps, input: Input, context: CallContext): Promise<Answer> {
  const asked = { input, context };
  if (input.action === 'read') return read(deps, asked);
  if (input.action === 'bind') return bind(deps, asked);
  return input.action === 'unbind' ? unbind(deps, asked) : renewCodes(deps, asked);
}

/** Every read returns a new secret, so that nobody sets up an authenticator with a secret that somebody else has read. */
async function read(deps: AuthenticatorDeps, { context: { customer } }: Asked): Promise<Answer> {
  const secret = await renewSecret(deps.pool, { customer, vault: deps.vault });
  const { account } = await safetyOf(deps.pool, customer);
  const shown = secret === undefined ? {} : { secret, otpauth_url: otpauthUrl(secret, account) };
  return ok({ ...(await stateOf(deps, customer)), ...shown });
}

async function bind(deps: AuthenticatorDeps, { input, context }: Asked): Promise<Answer> {
  const { customer } = context;
  const { code } = input;
  if (code === undefined) return refuse('parameter_missing', { field: 'code' });
  const before = await safetyOf(deps.pool, customer);
  if (before.totpEnabled) return refuse('state_abnormal');
  const missing = await deps.confirmation.missing(customer, input);
  if (missing !== undefined) return missing;
  const typed = { customer, vault: deps.vault, code, nowMs: deps.wallNow() };
  const step = await firstStep(deps.pool, typed);
  if (step === undefined) return codeWrong();
  const violation = await deps.confirmation.check(customer, input, context);
  if (violation !== undefined) return violation;
  const holds = before.passkeys > 0;
  const change = { context, event: 'totp_bound', mail: 'factor_changed', holds } as const;
  const codes = await recordChange(deps, change, async (connection) =>
    (await bindAuthenticator(connection, { ...typed, step }))
      ? renewRecoveryCodes(connection, { customer, vault: deps.vault })
      : undefined,
  );
  if (codes === undefined) return codeWrong();
  return ok({ ...(await stateOf(deps, customer)), recovery_codes: codes });
}

async function unbind(deps: AuthenticatorDeps, { input, context }: Asked): Promise<Answer> {
  const { customer } = context;
  const violation = await confirmedViolation(deps, { input, context });
  if (violation !== undefined) return violation;
  const change = { context, event: 'totp_unbound', mail: 'factor_changed', holds: true } as const;
  const gone = await recordChange(deps, change, async (connection) => {
    if (!(await unbindAuthenticator(connection, customer))) return undefined;
    await forgetRecoveryCodes(connection, customer);
    return true;
  });
  return gone === undefined ? refuse('state_abnormal') : ok(await stateOf(deps, customer));
}

async function renewCodes(deps: AuthenticatorDeps, { input, context }: Asked): Promise<Answer> {
  const { customer } = context;
  const violation = await confirmedViolation(deps, { input, context });
  if (violation !== undefined) return violation;
  const change = {
    context,
    event: 'recovery_codes_renewed',
    mail: 'factor_changed',
    holds: true,
  } as const;
  const codes = await recordChange(deps, change, (connection) =>
    renewRecoveryCodes(connection, { customer, vault: deps.vault }),
  );
  return ok({
    ...(await stateOf(deps, customer)),
    ...(codes === undefined ? {} : { recovery_codes: codes }),
  });
}

/** The reason why the existing authenticator must not be changed; undefined if it may be. */
async function confirmedViolation(deps: AuthenticatorDeps, { input, context }: Asked) {
  const { totpEnabled } = await safetyOf(deps.pool, context.customer);
  if (!totpEnabled) return refuse('state_abnormal');
  return deps.confirmation.check(context.customer, input, context);
}

async function stateOf(
  deps: AuthenticatorDeps,
  customer: bigint,
): Promise<Pick<CallOutput<'POST safe/google'>, 'totp_enabled' | 'recovery_codes_left'>> {
  const { totpEnabled, recoveryCodesLeft } = await safetyOf(deps.pool, customer);
  return { totp_enabled: totpEnabled, recovery_codes_left: recoveryCodesLeft };
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
