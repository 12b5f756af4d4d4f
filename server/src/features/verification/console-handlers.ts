/**
 * Handlers of operators' calls about verification: the verdict, and viewing documents. A view is recorded before anything is
 * decrypted.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { openPicture } from '../../identity/documents/files.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { act, actOnce } from '../../operators/act.ts';
import { givenOf } from './handlers.ts';
import { decideVerification, lookAt, seenOf } from './operator-commands.ts';
import type { Shown } from './operator-commands.ts';
import type { Verdict } from './rules.ts';
import { accountOf } from './store.ts';

export type VerificationConsoleDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly now: () => number;
};
type Call = 'POST kyc' | 'POST kyc_picture' | 'POST kyc_decide';

export function verificationConsoleHandlers(deps: VerificationConsoleDeps): Pick<ConsoleHandlers, Call> {
  const { pool, vault, now } = deps;
  const by = ({ operator }: ConsoleContext) => ({ pool, operator, now });
  return {
    'POST kyc': async ({ customer: id, note }, context) => {
      const customer = BigInt(id);
      const shown = await act(by(context), lookAt, { customer, what: 'answers', note });
      return shown.ok ? ok(await viewOf(deps, shown.value)) : shown;
    },

    'POST kyc_picture': async ({ customer: id, side, note }, context) => {
      const customer = BigInt(id);
      const shown = await act(by(context), lookAt, { customer, what: side, note });
      if (!shown.ok) return shown;
      const file = { id: shown.value.application[side], customer };
      const { mime, bytes } = await openPicture({ db: pool, vault }, file);
      return ok({ mime, base64: bytes.toString('base64') });
    },

    'POST kyc_decide': async (body, context) => {
      const verdict = verdictOf(body);
      if (verdict === undefined)
        return refuse('parameter_missing', { field: 'reason', params: { field: 'reason' } });
      const { seen } = body;
      const customer = BigInt(body.customer);
      const { idempotencyKey } = context;
      const sent = { call: 'kyc_decide', book: customer, body, idempotencyKey };
      return actOnce({ ...by(context), sent }, decideVerification, { customer, seen, verdict });
    },
  };
}

/** Parses the requested verdict. Returns undefined for a rejection without a reason. */
function verdictOf({ verdict, reason, note }: ConsoleInput<'POST kyc_decide'>): Verdict | undefined {
  if (verdict === 'approve') return { kind: 'approve', note };
  return reason === undefined ? undefined : { kind: 'reject', reason, note };
}

async function viewOf({ pool, vault }: VerificationConsoleDeps, { application, registeredBirthDate }: Shown) {
  const { book, id, status, reason, country, certificateType, submittedMs, decidedMs } = application;
  const given = givenOf(vault, application);
  return {
    application: id.toString(),
    customer: book.toString(),
    account: await accountOf(pool, book),
    status,
    reason,
    submitted_at: secondsOf(submittedMs),
    decided_at: decidedMs === null ? null : secondsOf(decidedMs),
    given: { country, ...given, certificate_type: certificateType },
    registered_birth_date: registeredBirthDate,
    seen: seenOf(application),
  };
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);
