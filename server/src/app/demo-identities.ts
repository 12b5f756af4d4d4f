/**
 * Who the example customers of a demo are: verified, with a bank card, in the same way as everybody, by the hand of an
 * example operator and on record. So a visitor can trade forex and withdraw at once, and sees what that takes.
 */
import type { CallInput } from '@candor/protocol/calls.ts';
import { bodyText } from '@candor/protocol/console/approval.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { bind } from '../features/bank-card/handlers.ts';
import { cardOf } from '../features/bank-card/store.ts';
import { demoCustomers } from '../features/demo/seed.ts';
import { submit } from '../features/verification/handlers.ts';
import { decideVerification, seenNow } from '../features/verification/operator-commands.ts';
import { newestApplication } from '../features/verification/store.ts';
import { checkedCard } from '../identity/documents/bank-card-check.ts';
import { keepFile } from '../identity/documents/files.ts';
import { readPicture } from '../identity/documents/pictures.ts';
import { samplePicture } from '../identity/documents/sample-picture.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { act } from '../operators/act.ts';
import { houseOf } from '../operators/approvals.ts';
import { BrowserSigner } from '../operators/browser-signer.ts';
import { enrolKey, vouchedKey } from '../operators/keys.ts';
import type { Operator } from '../operators/operators.ts';
import { doorVoucher } from '../operators/voucher.ts';

type Deps = { readonly pool: Pool; readonly vault: Vault; readonly now: () => number };
type Person = {
  readonly document: Omit<CallInput<'POST user/real_name'>, 'birth_date' | 'front' | 'back'>;
  readonly card: CallInput<'POST user/cash_save'>;
};

/** None of these is anybody's: the account numbers are the ones that banks print in examples. */
const PEOPLE: Readonly<Record<string, Person>> = {
  lena: {
    document: {
      country: 'DE',
      first_name: 'Lena',
      last_name: 'Fischer',
      certificate_type: 'passport',
      certificate_number: 'DEMO00L1',
    },
    card: {
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
  },
  wei: {
    document: {
      country: 'HK',
      first_name: 'Wei',
      last_name: 'Chan',
      certificate_type: 'id_card',
      certificate_number: 'DEMO00W2',
    },
    card: {
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
  },
};

/** Gives each example customer what they miss of it. */
export async function prepareIdentities(deps: Deps): Promise<void> {
  const found = await deps.pool.query<{ id: string; account: string }>(
    'select c.id, c.account from customer c where c.account = any($1)',
    [Object.keys(PEOPLE)],
  );
  for (const { id, account } of found.rows) {
    const person = PEOPLE[account];
    const birthDate = demoCustomers.find((customer) => customer.account === account)?.birthDate;
    if (person === undefined || birthDate === undefined) continue;
    const customer = BigInt(id);
    if ((await newestApplication(deps.pool, customer)) === undefined) {
      await verify(deps, { customer, document: { ...person.document, birth_date: birthDate } });
    }
    // A card that an earlier version gave away has nothing on it.
    const card = await cardOf(deps.pool, customer);
    if (card === undefined || card.shown === null) await bindCard(deps, { customer, card: person.card });
  }
}

/** What the house does has neither a browser nor an address. */
const contextOf = (customer: bigint) => ({
  customer,
  idempotencyKey: undefined,
  agent: '',
  address: '',
});

async function verify(
  deps: Deps,
  { customer, document }: { customer: bigint; document: Person['document'] & { birth_date: string } },
): Promise<void> {
  const { pool, vault, now } = deps;
  const [front, back] = [
    await keptPicture(deps, { customer, side: 'front' }),
    await keptPicture(deps, { customer, side: 'back' }),
  ];
  const refused = await inTransaction(pool, (connection) =>
    submit(connection, {
      vault,
      input: { ...document, front, back },
      context: contextOf(customer),
      nowMs: now(),
    }),
  );
  if (refused !== undefined) throw new Error(`an example customer: ${refused.refusal.code}`);
  const verdict = { kind: 'approve', note: 'an example customer of the demo' } as const;
  const seen = await seenNow(pool, customer);
  const operator = await signing(deps, customer, seen);
  const approved = await act({ pool, operator, now }, decideVerification, { customer, verdict, seen });
  if (!approved.ok) throw new Error(`an example customer: ${approved.refusal.code}`);
}

/** Ada with her signature, by a key that this start alone knows and the door vouches for. */
async function signing({ pool, vault, now }: Deps, customer: bigint, seen: string): Promise<Operator> {
  const at = { rpId: 'localhost', origin: 'http://localhost' };
  const signer = new BrowserSigner(at);
  const operator = { account: 'ada', role: 'admin', person: 'ada' } as const;
  const [house, nowMs] = [await houseOf(pool), now()];
  const made = { publicKey: signer.publicKey, at, house, account: operator.account, nowMs };
  const key = vouchedKey(doorVoucher(vault), made);
  if (key === undefined) throw new Error('the key of an example operator was not taken');
  await inTransaction(pool, (connection) => enrolKey(connection, key, operator));
  const deed = { action: 'kyc.approve', subject: `customer:${customer}` };
  const body = bodyText({ customer: customer.toString(), verdict: 'approve', seen });
  return signer.signedBy(operator, { act: deed, body, house, nowMs });
}

/** The picture's file; a start that was cut short may have left it. */
async function keptPicture(
  { pool, vault, now }: Deps,
  { customer, side }: { customer: bigint; side: 'front' | 'back' },
): Promise<string> {
  const bytes = await samplePicture(side, Number(customer % 50n));
  const picture = await readPicture(bytes);
  if (!picture.ok) throw new Error(`an example picture: ${picture.refusal.code}`);
  const file = { customer, purpose: 'kyc', bytes, picture: picture.value, nowMs: now() } as const;
  const kept = await keepFile({ pool, vault }, file);
  if (kept.ok) return kept.value.id;
  const { file: there } = kept.refusal.params ?? {};
  if (there === undefined) throw new Error(`an example picture: ${kept.refusal.code}`);
  return there;
}

async function bindCard(
  { pool, vault, now }: Deps,
  { customer, card }: { customer: bigint; card: Person['card'] },
): Promise<void> {
  const checked = checkedCard(card);
  if (!checked.ok) throw new Error(`an example card: ${checked.refusal.code}`);
  await inTransaction(pool, (connection) =>
    bind(connection, {
      vault,
      card: checked.value,
      context: contextOf(customer),
      nowMs: now(),
      confirmed: false,
    }),
  );
}
