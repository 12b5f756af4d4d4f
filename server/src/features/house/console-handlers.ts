/** Console calls for the platform's own data: accounts and custody, published terms, and operators. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { newTotpSecret, otpauthUrl } from '../../identity/factors/totp.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { isCommon } from '../../identity/secrets/password.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { actOnce, ofHouse } from '../../operators/act.ts';
import { totpPurpose } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { unlockOperator } from '../../operators/unlocking.ts';
import { publishedTerms } from '../../terms/published.ts';
import type { Terms } from '../../terms/terms.ts';
import { addOperator, confirmOperator, toldOf } from './adding.ts';
import type { Told } from './adding.ts';
import { isEvidence } from './custody-evidence.ts';
import { noteCustody } from './custody.ts';
import { disableOperator, listOperators, tiePerson } from './operators.ts';
import { readHouse } from './reconciliation.ts';

type HouseDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly terms: Terms;
  readonly currencies: readonly string[];
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly vault: Vault;
  readonly failedAttempts: FailedAttempts;
  readonly now: () => number;
};

type HouseCall =
  | 'GET house'
  | 'POST custody_note'
  | 'GET terms'
  | 'GET operators'
  | 'POST operator_add'
  | 'POST operator_confirm'
  | 'POST operator_disable'
  | 'POST operator_unlock'
  | 'POST tie';

export function houseConsoleHandlers(deps: HouseDeps): Pick<ConsoleHandlers, HouseCall> {
  const { pool, submitAct, terms, now } = deps;
  return {
    'GET house': async () => ok(await readHouse(pool)),

    'POST custody_note': async (input, context) => {
      const { currency, source, as_of, evidence } = input;
      if (!deps.currencies.includes(currency)) return refuse('currency_invalid', { field: 'currency' });
      const amount = parseAmount(input.amount);
      if (amount === undefined) return refuse('amount_wrong', { field: 'amount' });
      const { operator } = context;
      if (evidence !== undefined && !isEvidence(evidence, { currency, asOfSeconds: as_of })) {
        return refuse('parameter_wrong', { field: 'evidence', params: { field: 'evidence' } });
      }
      const noted = { operator, currency, source, amount, asOfMs: as_of * 1000, evidence: evidence ?? null };
      return submitAct({ command: noteCustody, input: noted, book: 0n, body: input, context });
    },

    'GET terms': async () =>
      ok(
        publishedTerms(terms, now()).map(({ subject, versions }) => ({
          subject,
          versions: versions.map(({ view, proposal }) => ({
            ...view,
            proposal: proposal?.toString() ?? null,
          })),
        })),
      ),

    'GET operators': async () => ok(await listOperators(pool)),

    ...operatorHandlers(deps),
  };
}

type OperatorCall = Extract<HouseCall, `POST operator_${string}` | 'POST tie'>;

function operatorHandlers(deps: HouseDeps): Pick<ConsoleHandlers, OperatorCall> {
  const { pool, failedAttempts, now } = deps;
  const unlock = unlockOperator(failedAttempts);
  /** Records requests that concern no customer in book 0, the house's book. A retry with the same key changes nothing. */
  const once = (call: string, body: unknown, { operator, idempotencyKey }: ConsoleContext) => ({
    ...{ pool, operator, now },
    sent: { call, book: 0n, body, idempotencyKey },
  });
  return {
    'POST operator_add': async (input, context) => {
      const { account, role, person, password } = input;
      if (isCommon(password)) return refuse('password_common', { field: 'password' });
      const passwordHash = await deps.passwords.hash(password);
      if (passwordHash === undefined) return refuse('busy');
      const by = context.operator.account;
      const added = { account, role, person, passwordHash, sealedTotpSecret: newSecret(deps, account), by };
      // The password is not part of the recorded request, not even as a hash. A retry is checked against the stored password
      // instead.
      const sent = once('operator_add', { account, role, person }, context);
      const done = ofHouse(await actOnce(sent, addOperator, added));
      if (!done.ok) return done;
      const told = await toldOf(pool, { account, by });
      if (told.passwordHash !== passwordHash) {
        const same = await deps.passwords.verify(told.passwordHash, password);
        if (same === undefined) return refuse('busy');
        if (!same) return refuse('key_reused', { field: 'Idempotency-Key' });
      }
      return ok({ account, waits: told.waits, ...secretsOf(deps, account, told) });
    },

    'POST operator_confirm': async (input, context) => {
      const { account, role, person } = input;
      const { operator } = context;
      const confirming = { account, role, person, sealedTotpSecret: newSecret(deps, account), by: operator };
      const sent = once('operator_confirm', { account, role, person }, context);
      const done = ofHouse(await actOnce(sent, confirmOperator, confirming));
      if (!done.ok) return done;
      const told = await toldOf(pool, { account, by: operator.account });
      return ok({ account, ...secretsOf(deps, account, told) });
    },

    'POST operator_disable': async (input, context) => {
      const by = context.operator.account;
      const disabling = { account: input.account.trim().toLowerCase(), reason: input.reason, by };
      return ofHouse(await actOnce(once('operator_disable', input, context), disableOperator, disabling));
    },

    'POST operator_unlock': async (input, context) => {
      const unlocking = { account: input.account, note: input.reason };
      return ofHouse(await actOnce(once('operator_unlock', input, context), unlock, unlocking));
    },

    'POST tie': async (input, context) => {
      const { operator } = context;
      const tying = { customer: BigInt(input.customer), person: input.person, operator };
      return ofHouse(await actOnce(once('tie', input, context), tiePerson, tying));
    },
  };
}

/** Generates an authenticator secret, and seals it for storage. */
function newSecret({ vault }: Pick<HouseDeps, 'vault'>, account: string): Buffer {
  return vault.seal(newTotpSecret(), totpPurpose(account));
}

function secretsOf(
  { vault }: Pick<HouseDeps, 'vault'>,
  account: string,
  { sealedTotpSecret }: Pick<Told, 'sealedTotpSecret'>,
) {
  if (sealedTotpSecret === undefined) return { totp_secret: null, totp_uri: null };
  const secret = vault.open(sealedTotpSecret, totpPurpose(account)).toString();
  return { totp_secret: secret, totp_uri: otpauthUrl(secret, account) };
}
