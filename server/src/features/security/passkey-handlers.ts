/** Handlers of the passkey calls: creating, naming and deleting passkeys, and the challenges that browsers sign. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import type { OriginRule } from '../../identity/factors/origin.ts';
import { deletePasskey, insertPasskey, passkeysOf } from '../../identity/factors/passkey-store.ts';
import type { Passkeys } from '../../identity/factors/passkeys.ts';
import { signedIn, standingViolation } from '../../identity/sessions/sign-in.ts';
import type { SignInDeps } from '../../identity/sessions/sign-in.ts';
import { limits } from './limits.ts';
import { recordChange } from './changes.ts';
import { safetyOf } from './store.ts';

export type PasskeyDeps = SignInDeps & {
  readonly attempts: Pick<Attempts, 'loginAddress'>;
  readonly confirmation: Confirmation;
  readonly passkeys: Passkeys;
  readonly originOf: OriginRule;
};

type PasskeyCalls =
  | 'GET safe/passkeys'
  | 'POST safe/passkey_options'
  | 'POST safe/passkey_add'
  | 'POST safe/passkey_remove'
  | 'POST safe/confirm_options'
  | 'POST user/passkey_options'
  | 'POST user/passkey_login';

const { passkeysMax } = limits;

export function passkeyHandlers(deps: PasskeyDeps): Pick<Handlers, PasskeyCalls> {
  const { pool, passkeys } = deps;
  const here = ({ host, customer }: CallContext) => ({ served: deps.originOf(host), customer });
  return {
    'GET safe/passkeys': async (_, { customer }) => ok(await listed(deps, customer)),
    'POST safe/passkey_options': async (_, context) => {
      const { account, passkeys: held } = await safetyOf(pool, context.customer);
      return held >= passkeysMax ? tooMany() : ok(await passkeys.creationRequest(here(context), account));
    },
    'POST safe/passkey_add': (input, context) => add(deps, { ...input, at: here(context) }, context),
    'POST safe/passkey_remove': async (input, context) => {
      const { customer } = context;
      const { id, ...given } = input;
      const held = await passkeysOf(pool, customer);
      const passkey = held.find((one) => String(one.id) === id);
      if (passkey === undefined) return refuse('not_found');
      const violation = await deps.confirmation.check(customer, given, context);
      if (violation !== undefined) return violation;
      const change = { context, event: 'passkey_removed', mail: 'factor_changed', holds: true } as const;
      const gone = await recordChange(deps, change, async (connection) =>
        (await deletePasskey(connection, passkey)) ? true : undefined,
      );
      return gone === undefined ? refuse('not_found') : ok(await listed(deps, customer));
    },
    'POST safe/confirm_options': async (_, context) => ok(await passkeys.confirmRequest(here(context))),
    'POST user/passkey_options': async (_, { host }) => ok(await passkeys.signInRequest(deps.originOf(host))),
    'POST user/passkey_login': (input, context) => signIn(deps, input.passkey, context),
  };
}

type Added = {
  readonly created: string;
  readonly name: string;
  readonly at: Parameters<Passkeys['created']>[1];
};

/**
 * The confirmation is checked before the credential, because a credential can be submitted only once, and a mistyped code must
 * not use it up.
 */
async function add(
  deps: PasskeyDeps,
  { created, name, at, ...given }: Added & Parameters<Confirmation['check']>[1],
  context: CallContext,
): Promise<CallAnswer<'POST safe/passkey_add'>> {
  const { customer } = context;
  const before = await safetyOf(deps.pool, customer);
  if (before.passkeys >= passkeysMax) return tooMany();
  const violation = await deps.confirmation.check(customer, given, context);
  if (violation !== undefined) return violation;
  const made = await deps.passkeys.created(created, at);
  if (made === undefined) return refuse('passkey_wrong', { field: 'created' });

  const holds = before.passkeys > 0 || before.totpEnabled;
  const change = { context, event: 'passkey_added', mail: 'factor_changed', holds } as const;
  const passkey = { ...made, customer, name, createdMs: deps.now(), most: passkeysMax };
  let result: Awaited<ReturnType<typeof insertPasskey>> | undefined;
  await recordChange(deps, change, async (connection) => {
    result = await insertPasskey(connection, passkey);
    return result === 'inserted' ? true : undefined;
  });
  if (result === 'too_many') return tooMany();
  if (result === 'known') return refuse('passkey_wrong', { field: 'created' });
  return ok(await listed(deps, customer));
}

/** Logs a customer in. A passkey counts as both factors, because the authenticator has verified its owner. */
async function signIn(
  deps: PasskeyDeps,
  passkey: string,
  context: CallContext,
): Promise<CallAnswer<'POST user/passkey_login'>> {
  const { loginAddress } = deps.attempts;
  const wait = waitRefusal(loginAddress.take(context.address, deps.now()));
  if (wait !== undefined) return wait;
  const at = { served: deps.originOf(context.host), customer: 0n };
  const customer = await deps.passkeys.signer(passkey, at);
  if (customer === undefined) return passkeyWrong();
  const { status } = await safetyOf(deps.pool, customer);
  if (status === 'closed') return passkeyWrong();
  loginAddress.giveBack(context.address);
  const violation = standingViolation(status);
  if (violation !== undefined) return violation;
  const token = await signedIn(deps, { customer, context });
  return token === undefined ? passkeyWrong() : ok(token);
}

async function listed(
  { pool }: Pick<PasskeyDeps, 'pool'>,
  customer: bigint,
): Promise<CallOutput<'GET safe/passkeys'>> {
  const held = await passkeysOf(pool, customer);
  return held.map(({ id, name, createdMs, usedMs }) => ({
    id: String(id),
    name,
    created_at: Math.floor(createdMs / 1000),
    used_at: usedMs === null ? null : Math.floor(usedMs / 1000),
  }));
}

const tooMany = () => refuse('passkeys_too_many', { params: { max: String(passkeysMax) } });
const passkeyWrong = () => refuse('confirmation_wrong', { field: 'passkey' });
