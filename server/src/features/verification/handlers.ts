/** Handlers of the verification calls: the state of verification, and submitting an application. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { doneBefore, noteDone } from '../../commands/once.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { attachFiles, filesAreFree } from '../../identity/documents/files.ts';
import { noteEvent } from '../../identity/security-events.ts';
import { Throttle } from '../../flow/throttle.ts';
import { nameDigest } from '../../identity/documents/digests.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import { lockBook } from '../../operators/act.ts';
import { documentName, realNameView, standingViolation, submissionViolation } from './rules.ts';
import type { Application, Given, RealName, Submission } from './rules.ts';
import { insertApplication, looksAt, newestApplication } from './store.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type VerificationDeps = { readonly pool: Pool; readonly vault: Vault; readonly now: () => number };
type Call = 'GET user/getrealinfo' | 'POST user/real_name';

export function verificationHandlers(deps: VerificationDeps): Pick<Handlers, Call> {
  const submissions = new Throttle({
    max: limits.submissionsDayMax,
    windowMs: DAY_MS,
    keysMax: LIMITS.attempts.keysMax,
  });
  return {
    'GET user/getrealinfo': async (_, { customer }) => ok(await realNameOf(deps, customer)),

    'POST user/real_name': async (input, context) => {
      const nowMs = deps.now();
      const violation = submissionViolation(input, nowMs);
      if (violation !== undefined) return violation;
      if (submissions.take(String(context.customer), nowMs) > 0) return refuse('too_many_requests');
      const refused = await inTransaction(deps.pool, (connection) =>
        submit(connection, { vault: deps.vault, input, context, nowMs }),
      );
      return refused ?? ok(await realNameOf(deps, context.customer));
    },
  };
}

type Named = Pick<Application, 'book' | 'front' | 'back' | 'submittedMs'>;

export function givenOf(vault: Vault, application: Named & Pick<Application, 'sealed'>): Given {
  return JSON.parse(vault.open(application.sealed, sealedFor(application)).toString()) as Given;
}

/** The context to which sealed data is bound, so that data of another customer or application can't be decrypted in this row. */
function sealedFor({ book, front, back, submittedMs }: Named): string {
  return `kyc ${book} ${front} ${back} ${submittedMs}`;
}

async function realNameOf({ pool, vault }: VerificationDeps, customer: bigint): Promise<RealName> {
  const newest = await newestApplication(pool, customer);
  return realNameView(newest, {
    given: newest === undefined ? undefined : givenOf(vault, newest),
    looks: await looksAt(pool, customer),
  });
}

type Submitting = {
  readonly vault: Vault;
  readonly input: Submission;
  readonly context: Pick<CallContext, 'customer' | 'idempotencyKey' | 'agent' | 'address'>;
  readonly nowMs: number;
};
type Refused = Extract<CallAnswer<'POST user/real_name'>, { ok: false }>;

/**
 * Submits an application under the lock of the customer's book. The README gives the order of the checks. A refusal writes
 * nothing.
 */
export async function submit(
  connection: Connection,
  { vault, input, context, nowMs }: Submitting,
): Promise<Refused | undefined> {
  const { customer, idempotencyKey, agent, address } = context;
  await lockBook(connection, customer);
  const request = {
    book: customer,
    key: `verification.submit:${idempotencyKey ?? ''}`,
    bodyHash: vault.keyed(JSON.stringify(input), 'request').toString('base64url'),
  };
  if (idempotencyKey !== undefined) {
    const before = await doneBefore(connection, request);
    if (before === 'same') return undefined;
    if (before === 'other') return refuse('key_reused', { field: 'Idempotency-Key' });
  }
  const standing = standingViolation(await newestApplication(connection, customer));
  if (standing !== undefined) return standing;
  const ids = [input.front, input.back];
  if (!(await filesAreFree(connection, { customer, purpose: 'kyc', ids }))) return refuse('file_not_found');
  const { first_name, last_name, birth_date, certificate_number } = input;
  const given: Given = { first_name, last_name, birth_date, certificate_number };
  const named: Named = { book: customer, front: input.front, back: input.back, submittedMs: nowMs };
  const inserted = await insertApplication(connection, {
    ...named,
    country: input.country,
    certificateType: input.certificate_type,
    sealed: vault.seal(JSON.stringify(given), sealedFor(named)),
    numberKey: vault.keyed(documentName(input), 'document'),
    nameKey: nameDigest(vault, `${first_name} ${last_name}`),
  });
  if (!inserted) return refuse('id_number_verified', { field: 'certificate_number' });
  await attachFiles(connection, ids);
  await noteEvent(connection, { customer, kind: 'verification_submitted', nowMs, agent, address });
  if (idempotencyKey !== undefined) await noteDone(connection, request);
  return undefined;
}
