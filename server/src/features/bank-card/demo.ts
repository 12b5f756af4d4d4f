/** Bank cards of a demo's example customers, stored the same way as any other customer's. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkedCard } from '../../identity/documents/bank-card-check.ts';
import { examplesIn } from '../../identity/examples.ts';
import type { Example } from '../../identity/examples.ts';
import type { Platform } from '../../platform/platform.ts';
import { bind } from './handlers.ts';
import { cardOf } from './store.ts';

type Deps = Pick<Platform, 'pool' | 'vault' | 'now'>;

/** Sample account numbers published by banks; no account has them. */
const CARDS: Readonly<Record<string, CallInput<'POST user/cash_save'>>> = {
  lena: {
    real_name: 'Lena Fischer',
    bank_name: 'Musterbank',
    swift: 'DEUTDEFF500',
    bank_address: 'Taunusanlage 1, Frankfurt am Main',
    card_number: 'DE89370400440532013000',
    user_name: 'Lena Fischer',
    payee_country: 'DE',
    phone: '+4915112345678',
    recipient_address: 'Musterweg 4, 50667 Köln',
  },
  wei: {
    real_name: 'Chan Wei',
    bank_name: 'Example Bank (Asia)',
    swift: 'HSBCHKHH',
    bank_address: '1 Example Road Central, Hong Kong',
    card_number: '123456789838',
    user_name: 'Chan Wei',
    payee_country: 'HK',
    phone: '+85221234567',
    recipient_address: 'Flat 1, 2 Example Street, Kowloon',
  },
};

/** Stores a card for each example customer who has none, or whose card is empty because an earlier version stored it. */
export async function seedCards(deps: Deps, examples: readonly Example[]): Promise<void> {
  for (const { id: customer, account } of await examplesIn(deps.pool, examples)) {
    const card = CARDS[account];
    if (card === undefined) continue;
    const bound = await cardOf(deps.pool, customer);
    if (bound === undefined || bound.shown === null) await bindCard(deps, { customer, card });
  }
}

async function bindCard(
  { pool, vault, now }: Deps,
  { customer, card }: { customer: bigint; card: CallInput<'POST user/cash_save'> },
): Promise<void> {
  const checked = checkedCard(card);
  if (!checked.ok)
    throw new Error(`expected the example card to pass validation, got ${checked.refusal.code}`);
  await inTransaction(pool, (connection) =>
    bind(connection, {
      vault,
      card: checked.value,
      // Seeding is not a request, so it has neither a user agent nor an address.
      context: { customer, agent: '', address: '' },
      nowMs: now(),
      confirmed: false,
    }),
  );
}
