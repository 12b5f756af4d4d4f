/** Operators' calls of the house's own: accounts and custody, published terms, and who acts for it. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../http/console-handler.ts';
import { newTotpSecret, otpauthUrl } from '../../identity/factors/totp.ts';
import type { Guesses } from '../../identity/secrets/guesses.ts';
import { isCommon } from '../../identity/secrets/password.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { act, actOnce } from '../../operators/act.ts';
import { totpPurpose } from '../../operators/operators.ts';
import type { Operator } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { unlockOperator } from '../../operators/unlocking.ts';
import { publishedTerms } from '../../terms/published.ts';
import type { Terms } from '../../terms/terms.ts';
import { noteCustody } from './custody.ts';
import { addOperator, disableOperator, listOperators, tiePerson } from './operators.ts';
import { readHouse } from './reconciliation.ts';

type HouseDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly terms: Terms;
  /** Every currency that has a wallet. */
  readonly currencies: readonly string[];
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly vault: Vault;
  readonly guesses: Guesses;
  readonly now: () => number;
};

type HouseCall =
  | 'GET house'
  | 'POST custody_note'
  | 'GET terms'
  | 'GET operators'
  | 'POST operator_add'
  | 'POST operator_disable'
  | 'POST operator_unlock'
  | 'POST tie';

export function houseConsoleHandlers(deps: HouseDeps): Pick<ConsoleHandlers, HouseCall> {
  const { pool, submitAct, terms, guesses, now } = deps;
  const unlock = unlockOperator(guesses);
  /** What concerns no customer stands under the house's book; a repeat under its key does nothing more. */
  const once = (call: string, body: unknown, { operator, idempotencyKey }: ConsoleContext) => ({
    ...{ pool, operator, now },
    sent: { call, book: 0n, body, idempotencyKey },
  });
  return {
    'GET house': async () => ok(await readHouse(pool)),

    'POST custody_note': async (input, context) => {
      const { currency, source, as_of } = input;
      if (!deps.currencies.includes(currency)) return refuse('currency_invalid', { field: 'currency' });
      const amount = parseAmount(input.amount);
      if (amount === undefined) return refuse('amount_wrong', { field: 'amount' });
      const { operator } = context;
      const noted = { operator, currency, source, amount, asOfMs: as_of * 1000 };
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

    'POST operator_add': async (input, { operator }) => add(input, { ...deps, operator }),

    'POST operator_disable': async (input, context) => {
      const { reason } = input;
      const by = context.operator.account;
      const disabling = { account: input.account.trim().toLowerCase(), reason, by };
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

/** The secret of the authenticator is told this once; what is kept is sealed. */
async function add(
  { account, role, person, password }: ConsoleInput<'POST operator_add'>,
  { pool, operator, passwords, vault, now }: HouseDeps & { readonly operator: Operator },
) {
  if (isCommon(password)) return refuse('password_common', { field: 'password' });
  const passwordHash = await passwords.hash(password);
  if (passwordHash === undefined) return refuse('busy');
  const secret = newTotpSecret();
  const sealedTotpSecret = vault.seal(secret, totpPurpose(account));
  const by = operator.account;
  const added = { account, role, person, passwordHash, sealedTotpSecret, by };
  const done = ofHouse(await act({ pool, operator, now }, addOperator, added));
  if (!done.ok) return done;
  return ok({ account, totp_secret: secret, totp_uri: otpauthUrl(secret, account) });
}

/** What concerns no customer has nobody who could be tied to one. */
function ofHouse<Value, Code extends string>(
  outcome: Outcome<Value, Code>,
): Outcome<Value, Exclude<Code, 'conflict_of_interest'>> {
  if (outcome.ok) return outcome;
  const { refusal } = outcome;
  if (refusal.code === 'conflict_of_interest') throw new Error('an act of the house was of a customer');
  return { ok: false, refusal: refusal as Refusal<Exclude<Code, 'conflict_of_interest'>> };
}
