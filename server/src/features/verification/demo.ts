/**
 * Verifies a demo's example customers, so that a visitor can trade forex and withdraw immediately, and can see what verification
 * requires. An example operator decides about them as about any customer, with audit records.
 */
import type { CallInput } from '@candor/protocol/calls.ts';
import { bodyText } from '@candor/protocol/console/approval.ts';
import { inTransaction } from '../../db/transaction.ts';
import { submit } from './handlers.ts';
import { decideVerification, seenNow } from './operator-commands.ts';
import { newestApplication } from './store.ts';
import { keepFile } from '../../identity/documents/files.ts';
import { readPicture } from '../../identity/documents/pictures.ts';
import { samplePicture } from '../../identity/documents/sample-picture.ts';
import { act } from '../../operators/act.ts';
import { houseOf } from '../../operators/approvals.ts';
import { BrowserSigner } from '../../operators/browser-signer.ts';
import { enrolKey, vouchedKey } from '../../operators/keys.ts';
import type { Operator } from '../../operators/operators.ts';
import { doorVoucher } from '../../operators/voucher.ts';
import { examplesIn } from '../../identity/examples.ts';
import type { Example } from '../../identity/examples.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'pool' | 'vault' | 'now' | 'wallNow'>;
type Document = Omit<CallInput<'POST user/real_name'>, 'birth_date' | 'front' | 'back'>;

const DOCUMENTS: Readonly<Record<string, Document>> = {
  lena: {
    country: 'DE',
    first_name: 'Lena',
    last_name: 'Fischer',
    certificate_type: 'passport',
    certificate_number: 'DEMO00L1',
  },
  wei: {
    country: 'HK',
    first_name: 'Wei',
    last_name: 'Chan',
    certificate_type: 'id_card',
    certificate_number: 'DEMO00W2',
  },
};

export async function seedDocuments(deps: Deps, examples: readonly Example[]): Promise<void> {
  for (const { id, birthDate, account } of await examplesIn(deps.pool, examples)) {
    const document = DOCUMENTS[account];
    if (document === undefined || (await newestApplication(deps.pool, id)) !== undefined) continue;
    await verify(deps, { customer: id, document: { ...document, birth_date: birthDate } });
  }
}

/** The platform itself makes the request, so there is no user agent and no IP address. */
const contextOf = (customer: bigint) => ({
  customer,
  idempotencyKey: undefined,
  agent: '',
  address: '',
});

async function verify(
  deps: Deps,
  { customer, document }: { customer: bigint; document: Document & { birth_date: string } },
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
  if (refused !== undefined)
    throw new Error(
      `verification: failed to submit the application of an example customer: ${refused.refusal.code}`,
    );
  const verdict = { kind: 'approve', note: 'an example customer of the demo' } as const;
  const seen = await seenNow(pool, customer);
  const operator = await signing(deps, customer, seen);
  const approved = await act({ pool, operator, now }, decideVerification, { customer, verdict, seen });
  if (!approved.ok)
    throw new Error(
      `verification: failed to approve the application of an example customer: ${approved.refusal.code}`,
    );
}

/** Builds the operator Ada, who signs with a key that is created for this start and enrolled for her. */
async function signing(
  { pool, vault, now, wallNow }: Deps,
  customer: bigint,
  seen: string,
): Promise<Operator> {
  const at = { rpId: 'localhost', origin: 'http://localhost' };
  const signer = new BrowserSigner(at);
  const operator = { account: 'ada', role: 'admin', person: 'ada' } as const;
  const [house, nowMs] = [await houseOf(pool), wallNow()];
  const made = { publicKey: signer.publicKey, at, house, account: operator.account, nowMs };
  const key = vouchedKey(doorVoucher(vault), made);
  if (key === undefined)
    throw new Error("expected the example operator's key to be accepted, found a refusal");
  await inTransaction(pool, (connection) => enrolKey(connection, key, operator, now()));
  const deed = { action: 'kyc.approve', subject: `customer:${customer}` };
  const body = bodyText({ customer: customer.toString(), verdict: 'approve', seen });
  return signer.signedBy(operator, { act: deed, body, house, nowMs });
}

/** Stores the image, or returns the file that an interrupted start has already stored. */
async function keptPicture(
  { pool, vault, now }: Deps,
  { customer, side }: { customer: bigint; side: 'front' | 'back' },
): Promise<string> {
  const bytes = await samplePicture(side, Number(customer % 50n));
  const picture = await readPicture(bytes);
  if (!picture.ok) throw new Error(`verification: failed to read an example image: ${picture.refusal.code}`);
  const file = { customer, purpose: 'kyc', bytes, picture: picture.value, nowMs: now() } as const;
  const kept = await keepFile({ pool, vault }, file);
  if (kept.ok) return kept.value.id;
  const { file: there } = kept.refusal.params ?? {};
  if (there === undefined)
    throw new Error(`verification: failed to store an example image: ${kept.refusal.code}`);
  return there;
}
