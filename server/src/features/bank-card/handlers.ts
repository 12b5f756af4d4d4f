/** Bank card calls: reading the masked card, and storing a new one. */
import { isDeepStrictEqual } from 'node:util';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import { checkedCard, maskedCard } from '../../identity/documents/bank-card-check.ts';
import { cardDigest } from '../../identity/documents/digests.ts';
import type { Card } from '../../identity/documents/bank-card-check.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { noteEvent } from '../../identity/security-events.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { lockBook } from '../../operators/act.ts';
import { bindCard, cardOf, holdWithdrawals, sealedCardOf, sealedFor } from './store.ts';
import type { BoundCard } from './store.ts';

export type BankCardDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly confirmation: Pick<Confirmation, 'check'>;
  readonly now: () => number;
};
type Call = 'POST user/cash_info' | 'POST user/cash_save';

export function bankCardHandlers({ pool, vault, confirmation, now }: BankCardDeps): Pick<Handlers, Call> {
  return {
    'POST user/cash_info': async (_, { customer }) => ok(view(await cardOf(pool, customer))),

    'POST user/cash_save': async (input, context) => {
      const card = checkedCard(input);
      if (!card.ok) return card;
      const attempt = (confirmed: boolean) =>
        inTransaction(pool, (connection) =>
          bind(connection, { vault, card: card.value, context, nowMs: now(), confirmed }),
        );
      const first = await attempt(false);
      if (first !== undefined) return ok(view(first));
      const refused = await confirmation.check(context.customer, input, context);
      return refused ?? ok(view(await attempt(true)));
    },
  };
}

type Binding = {
  readonly vault: Vault;
  readonly card: Card;
  readonly context: Pick<CallContext, 'customer' | 'agent' | 'address'>;
  readonly nowMs: number;
  readonly confirmed: boolean;
};

/**
 * Stores the card under the customer's lock. The first card redirects no payout, so it needs no confirmation. Returns undefined,
 * and changes nothing, if an unconfirmed card would replace an existing one.
 */
export async function bind(
  connection: Connection,
  { vault, card, context, nowMs, confirmed }: Binding,
): Promise<BoundCard | undefined> {
  const { customer, agent, address } = context;
  await lockBook(connection, customer);
  const before = await cardOf(connection, customer);
  const replaces = before !== undefined && before.shown !== null;
  if (replaces && (await isSentAgain(connection, { vault, card, context, nowMs }))) return before;
  if (replaces && !confirmed) return undefined;
  const shown = maskedCard(card);
  const sealed = vault.seal(JSON.stringify(card), sealedFor(customer));
  const digest = cardDigest(vault, card.card_number);
  await bindCard(connection, { customer, sealed, shown, digest, nowMs });
  if (replaces) await holdWithdrawals(connection, { customer, nowMs });
  const kind = replaces ? 'bank_card_changed' : 'bank_card_bound';
  await noteEvent(connection, { customer, kind, nowMs, agent, address });
  await tellCustomer(connection, { customer, kind: 'bank_card_changed', nowMs });
  return { boundMs: nowMs, shown };
}

/** Resending the stored card within this time counts as a retry after a lost answer. */
const REPEATED_WITHIN_MS = 10 * 60_000;

/** A retry changes nothing: it sends no second notification and starts no withdrawal hold. */
async function isSentAgain(
  connection: Connection,
  { vault, card, context: { customer }, nowMs }: Omit<Binding, 'confirmed'>,
): Promise<boolean> {
  const kept = await sealedCardOf(connection, customer);
  if (kept === undefined || kept.sealed === null || nowMs - kept.boundMs > REPEATED_WITHIN_MS) return false;
  const known = JSON.parse(vault.open(kept.sealed, sealedFor(customer)).toString()) as unknown;
  return isDeepStrictEqual(known, JSON.parse(JSON.stringify(card)));
}

function view(card: BoundCard | undefined): CallOutput<'POST user/cash_info'> {
  return {
    bound: card !== undefined,
    bound_time: card === undefined ? null : Math.floor(card.boundMs / 1000),
    shown: card?.shown ?? null,
  };
}
