/** Operators' commands for verification: viewing an application, which is recorded first, and approving or rejecting it. */
import { hash } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { releaseFiles } from '../../identity/documents/files.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { decideVerdict, lookViolation } from './rules.ts';
import type { Application, Verdict } from './rules.ts';
import { newestApplication, registeredBirthDate, settleApplication } from './store.ts';

/** A digest of the application's id, status and sealed content. */
export function seenOf({ id, status, sealed }: Pick<Application, 'id' | 'status' | 'sealed'>): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${id} ${status} `), sealed]), 'base64url');
}

/**
 * Returns the digest of the newest application, for a verdict that no view preceded. If there is no application, the digest
 * matches none.
 */
export async function seenNow(db: Pool | Connection, customer: bigint): Promise<string> {
  const newest = await newestApplication(db, customer);
  return newest === undefined ? '' : seenOf(newest);
}

export const decideVerification: OperatorCommand<
  {
    readonly customer: bigint;
    readonly verdict: Verdict;
    /** The digest of the application that was shown to the operator. */
    readonly seen: string;
  },
  Application,
  'user_not_found' | 'state_abnormal' | 'case_changed'
> = {
  roles: ['reviewer', 'admin'],
  decide: async (connection, { customer, verdict, seen }, nowMs) => {
    if (!(await lockBook(connection, customer))) return refuse('user_not_found');
    const newest = await newestApplication(connection, customer);
    const decided = decideVerdict(verdict, newest);
    if (!decided.ok || newest === undefined) return decided.ok ? refuse('state_abnormal') : decided;
    if (seen !== seenOf(newest)) return refuse('case_changed');
    const { status, reason } = decided.value;
    const { note } = verdict;
    const about = { application: String(newest.id), country: newest.country };
    return ok({
      answer: newest,
      entry: {
        action: `kyc.${verdict.kind}`,
        subject: `customer:${customer}`,
        before: { ...about, kyc_status: newest.status },
        after: { ...about, kyc_status: status },
        reason: reason === null ? note : note === undefined ? reason : `${reason}: ${note}`,
      },
      apply: async (at) => {
        await settleApplication(at, newest, { status, reason, decidedMs: nowMs });
        if (status === 'rejected') await releaseFiles(at, [newest.front, newest.back]);
        await tellCustomer(at, { customer, kind: `kyc_${status}`, nowMs });
      },
    });
  },
};

export type Shown = {
  readonly application: Application;
  /** The birth date given at registration; null for a customer who registered by wallet. */
  readonly registeredBirthDate: string | null;
};

/**
 * Views a customer's answers or one side of the document. The audit record states which, and the customer can see the view. The
 * sealed content is decrypted only after the record is written.
 */
export const lookAt: OperatorCommand<
  {
    readonly customer: bigint;
    readonly what: 'answers' | 'front' | 'back';
    /** The case that requires the view. Mandatory once the application has been decided. */
    readonly note: string | undefined;
  },
  Shown,
  'user_not_found' | 'state_abnormal' | 'parameter_missing'
> = {
  roles: ['reviewer', 'admin'],
  decide: async (connection, { customer, what, note }) => {
    if (!(await lockBook(connection, customer))) return refuse('user_not_found');
    const application = await newestApplication(connection, customer);
    const violation = lookViolation(application, note);
    if (violation !== undefined || application === undefined) return violation ?? refuse('state_abnormal');
    return ok({
      answer: { application, registeredBirthDate: await registeredBirthDate(connection, customer) },
      entry: {
        action: 'kyc.read',
        subject: `customer:${customer}`,
        before: {},
        after: { application: String(application.id), kyc_status: application.status, what },
        reason: note,
      },
      apply: () => Promise.resolve(),
    });
  },
};
