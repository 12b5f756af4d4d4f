/**
 * Console calls for operators' credentials: logging in, changing one's own credentials, and confirming or resetting another
 * operator's.
 */
import { randomBytes } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { stepOf, newTotpSecret, otpauthUrl } from '../../identity/factors/totp.ts';
import { isCommon } from '../../identity/secrets/password.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import { actOnce, ofHouse } from '../../operators/act.ts';
import type { Approvals } from '../../operators/approvals.ts';
import { enrolKey, fingerprintOf } from '../../operators/keys.ts';
import { broughtPasskey, makingChallenge } from '../../operators/operator-passkeys.ts';
import type { OperatorSessions } from '../../operators/operator-sessions.ts';
import { proveByCode, proveByPassword, totpPurpose } from '../../operators/operators.ts';
import type { SignInDeps, SignInRefusal } from '../../operators/operators.ts';
import { LIMITS } from '../../limits.ts';
import { changeOwn } from './own.ts';
import { confirmPasskey, heldPasskeys, listPasskeys, revokePasskey } from './passkeys.ts';
import { askReset, decideReset, listResets, secretAfter } from './resets.ts';
import { passkeySignIn } from './signing-in.ts';
import type { accessConsoleCalls } from '@candor/protocol/access/console.ts';

export type AccessDeps = Omit<SignInDeps, 'passwords'> & {
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly sessions: OperatorSessions;
  readonly approvals: Pick<Approvals, 'number' | 'house' | 'isNumberOf' | 'confirmedMs'>;
};

type AccessCall = keyof typeof accessConsoleCalls;

const { passkeysMax, numberValidMs, freshMs } = LIMITS.console;
/** A new authenticator secret expires after this time unless a code confirms it. */
const SECRET_VALID_MS = 15 * 60_000;

export function accessConsoleHandlers(deps: AccessDeps): Pick<ConsoleHandlers, AccessCall> {
  return { ...passkeyHandlers(deps), ...ownHandlers(deps), ...resetHandlers(deps), ...passkeySignIn(deps) };
}

const accountOf = (text: string): string => text.trim().toLowerCase();

/**
 * A request that concerns no customer is recorded in book 0, the house's book. A retry with the same idempotency key changes
 * nothing.
 */
function onceOf({ pool, now }: AccessDeps) {
  return (call: string, body: unknown, { operator, idempotencyKey }: ConsoleContext) => ({
    ...{ pool, operator, now },
    sent: { call, book: 0n, body, idempotencyKey },
  });
}

type PasskeyCall = Extract<
  AccessCall,
  `${string} passkey${'s' | '_options' | '_bring' | '_confirm' | '_revoke'}`
>;

function passkeyHandlers(deps: AccessDeps): Pick<ConsoleHandlers, PasskeyCall> {
  const { pool, vault, approvals, now, wallNow } = deps;
  const once = onceOf(deps);
  const tooMany = () => refuse('passkeys_too_many', { params: { max: String(passkeysMax) } });
  return {
    'GET passkeys': async (_, { operator }) => ok(await listPasskeys(pool, operator)),

    'POST passkey_options': async (_, { operator, served }) => {
      const { account } = operator;
      const exclude = await heldPasskeys(pool, account);
      if (exclude.length >= passkeysMax) return tooMany();
      const { nonce, time_ms: timeMs, house } = await approvals.number(account);
      return ok({
        ...{ challenge: makingChallenge({ house, account, nonce, timeMs }), nonce, time_ms: timeMs },
        ...{ rp_id: served.rpId, rp_name: 'Candor console', user_name: account, exclude },
        user_id: vault.keyed(account, 'operator passkey').toString('base64url'),
        timeout_ms: numberValidMs,
      });
    },

    'POST passkey_bring': async ({ created, nonce, time_ms: timeMs, label }, { operator, served }) => {
      const { account } = operator;
      if (!approvals.isNumberOf(account, { nonce, timeMs }))
        return refuse('passkey_wrong', { field: 'created' });
      const asked = { house: await approvals.house(), account, nonce, timeMs };
      const at = { rpId: served.rpId, origin: served.origin };
      const made = await broughtPasskey(created, { asked, at, label, nowMs: wallNow() });
      if (made === undefined) return refuse('passkey_wrong', { field: 'created' });
      const held = await heldPasskeys(pool, account);
      // If the passkey is already enrolled, this is a retry, and it gets the answer to the first request.
      if (!held.some(({ id }) => id === made.id)) {
        if (held.length >= passkeysMax) return tooMany();
        const there = await pool.query('select from operator_key k where k.id = $1', [made.id]);
        if (there.rowCount !== 0) return refuse('passkey_wrong', { field: 'created' });
        await inTransaction(pool, (connection) => enrolKey(connection, made, operator, now()));
      }
      return ok({ key: made.id, fingerprint: fingerprintOf(made.publicKey) });
    },

    'POST passkey_confirm': async (input, context) => {
      const confirming = { ...input, account: accountOf(input.account), by: context.operator };
      return ofHouse(await actOnce(once('passkey_confirm', input, context), confirmPasskey, confirming));
    },

    'POST passkey_revoke': async (input, context) => {
      const revoking = { ...input, account: accountOf(input.account), by: context.operator };
      return ofHouse(await actOnce(once('passkey_revoke', input, context), revokePasskey, revoking));
    },
  };
}

type OwnCall = 'POST confirm' | 'POST own_password' | 'POST authenticator_new' | 'POST own_authenticator';

function ownHandlers(deps: AccessDeps): Pick<ConsoleHandlers, OwnCall> {
  const { vault, approvals, sessions, now, wallNow } = deps;
  const once = onceOf(deps);
  return {
    'POST confirm': async ({ totp, signed }, { operator, device, session }) => {
      const { account } = operator;
      const provedMs = signed === undefined ? undefined : await approvals.confirmedMs(operator, signed);
      if (provedMs === undefined) {
        if (signed !== undefined || totp === undefined) return refuse('confirmation_wrong');
        const proved = await proveByCode(deps, { account, device, totp });
        if (proved !== 'right')
          return violationRefusal(proved, () => refuse('confirmation_wrong', { field: 'totp' }));
      }
      const atMs = provedMs ?? wallNow();
      await sessions.confirm(session, atMs);
      return ok({ until: Math.floor((atMs + freshMs + now() - wallNow()) / 1000) });
    },

    'POST own_password': async (input, context) => {
      const { account } = context.operator;
      if (accountOf(input.account) !== account) return refuse('operation_illegal', { field: 'account' });
      const { password, new_password: next } = input;
      if (isCommon(next)) return refuse('password_common', { field: 'new_password' });
      const proved = await proveByPassword(deps, { account, device: context.device, password });
      if (proved !== 'right') {
        return violationRefusal(proved, () => refuse('old_password_wrong', { field: 'password' }));
      }
      const passwordHash = await deps.passwords.hash(next);
      if (passwordHash === undefined) return refuse('busy');
      const { session } = context;
      const change = { account, session, what: 'password', passwordHash } as const;
      return ofHouse(await actOnce(once('own_password', { account }, context), changeOwn, change));
    },

    'POST authenticator_new': async (_, { operator: { account } }) => {
      const secret = newTotpSecret();
      const sealed = vault.seal(JSON.stringify({ secret, atMs: wallNow() }), nextPurpose(account));
      return ok({
        ...{ totp_secret: secret, totp_uri: otpauthUrl(secret, account) },
        sealed: sealed.toString('base64url'),
      });
    },

    'POST own_authenticator': async (input, context) => {
      const { account } = context.operator;
      if (accountOf(input.account) !== account) return refuse('operation_illegal', { field: 'account' });
      const secret = openSecret(deps, { account, sealed: input.sealed });
      const step =
        secret === undefined ? undefined : stepOf(input.new_totp.trim(), { secret, nowMs: wallNow() });
      if (secret === undefined || step === undefined)
        return refuse('confirmation_wrong', { field: 'new_totp' });
      const sealedTotpSecret = vault.seal(secret, totpPurpose(account));
      const { session } = context;
      const change = { account, session, what: 'authenticator', sealedTotpSecret, step } as const;
      return ofHouse(await actOnce(once('own_authenticator', { account }, context), changeOwn, change));
    },
  };
}

const nextPurpose = (account: string): string => `next operator authenticator ${account}`;

/** Returns the secret that was issued to this account, or undefined if it has expired or was not issued to this account. */
function openSecret(
  { vault, wallNow }: AccessDeps,
  { account, sealed }: { readonly account: string; readonly sealed: string },
): string | undefined {
  try {
    const text = vault.open(Buffer.from(sealed, 'base64url'), nextPurpose(account)).toString();
    const { secret, atMs } = JSON.parse(text) as { secret: string; atMs: number };
    return wallNow() - atMs <= SECRET_VALID_MS ? secret : undefined;
  } catch {
    // Not a value that the vault sealed for this purpose.
    return undefined;
  }
}

type ResetCall = 'GET operator_resets' | 'POST operator_reset' | 'POST operator_reset_decide';

function resetHandlers(deps: AccessDeps): Pick<ConsoleHandlers, ResetCall> {
  const { pool, vault } = deps;
  const once = onceOf(deps);
  return {
    'GET operator_resets': async () => ok(await listResets(pool)),

    'POST operator_reset': async (input, context) => {
      const { what, reason, new_password: next } = input;
      if (what === 'password' && next === undefined) {
        return refuse('parameter_missing', { field: 'new_password', params: { field: 'new_password' } });
      }
      if (next !== undefined && isCommon(next)) return refuse('password_common', { field: 'new_password' });
      const hash = what === 'password' ? await deps.passwords.hash(next ?? '') : null;
      if (hash === undefined) return refuse('busy');
      const account = accountOf(input.account);
      const by = context.operator;
      const id = randomBytes(16).toString('hex');
      const asking = { id, account, what, passwordHash: hash ?? undefined, reason, by };
      return ofHouse(
        await actOnce(once('operator_reset', { account, what, reason }, context), askReset, asking),
      );
    },

    'POST operator_reset_decide': async (input, context) => {
      const account = accountOf(input.account);
      const by = context.operator;
      const sealedTotpSecret = vault.seal(newTotpSecret(), totpPurpose(account));
      const deciding = { ...input, account, sealedTotpSecret, by };
      const done = ofHouse(
        await actOnce(once('operator_reset_decide', input, context), decideReset, deciding),
      );
      if (!done.ok) return done;
      const sealed = await secretAfter(pool, { id: input.id, by: by.account });
      if (sealed === undefined) return ok({ totp_secret: null, totp_uri: null });
      const secret = vault.open(sealed, totpPurpose(account)).toString();
      return ok({ totp_secret: secret, totp_uri: otpauthUrl(secret, account) });
    },
  };
}

function violationRefusal<Wrong>(violation: SignInRefusal, wrong: () => Wrong) {
  if (violation.kind === 'wrong') return wrong();
  if (violation.kind === 'busy') return refuse('busy');
  if (violation.seconds === undefined) return refuse('reset_needed');
  return refuse('too_many_attempts', { params: { seconds: violation.seconds } });
}
