/** Test helpers: customers with images of documents, the applications that they submit, and an operator's verdicts. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { uploaded } from '@candor/testing/uploads.ts';
import { act } from '../../../operators/act.ts';
import { deciding } from '@candor/testing/signing.ts';
import type { Operator } from '../../../operators/operators.ts';
import { decideVerification, seenNow } from '../operator-commands.ts';
import type { Verdict } from '../rules.ts';

export const rosa: Operator = { account: 'rosa', role: 'reviewer', person: 'rosa' };
export const approve: Verdict = { kind: 'approve', note: undefined };
export const reject: Verdict = { kind: 'reject', reason: 'photo_unreadable', note: 'glare on the name' };

export type Applicant = {
  readonly token: string;
  readonly customer: bigint;
  readonly files: readonly [string, string];
};

const given = {
  country: 'DE',
  first_name: 'Annegret',
  last_name: 'Müllerin-Zauberwald',
  birth_date: '1991-03-14',
  certificate_type: 'passport',
  certificate_number: 'C01X00T47',
};

/** Returns helpers that create applicants. `door` is called only when they are used. */
export function applicantsAt(door: () => IdentityDoor) {
  let pictures = 0;

  /** Uploads an image that differs from all earlier ones. */
  const file = async (token: string): Promise<string> => {
    pictures += 1;
    return uploaded(door().app, token, await photo(pictures, { width: 60, height: 40 }));
  };

  const customerOf = async (account: string): Promise<bigint> => {
    const found = await door().pool.query<{ id: string }>('select id from customer where account = $1', [
      account,
    ]);
    return BigInt(found.rows[0]?.id ?? 0);
  };

  return {
    file,

    applicant: async (account: string): Promise<Applicant> => {
      const token = await door().register(account);
      const customer = await customerOf(account);
      return { token, customer, files: [await file(token), await file(token)] };
    },

    submit: async (by: Applicant, change: Record<string, string> = {}, key?: string) => {
      const [front, back] = by.files;
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const fields = { ...given, front, back, ...change };
      return (await door().call('POST user/real_name', { token: by.token, fields, headers })).body;
    },

    standing: async ({ token }: Pick<Applicant, 'token'>): Promise<CallOutput<'GET user/getrealinfo'>> => {
      const { body } = await door().call('GET user/getrealinfo', { token });
      if (body.type !== 'ok') throw new Error(JSON.stringify(body));
      return body.message as CallOutput<'GET user/getrealinfo'>;
    },

    decide: async ({ customer }: Applicant, verdict: Verdict, by: Operator = rosa) => {
      const { pool } = door();
      const seen = await seenNow(pool, customer);
      const operator = await deciding(pool, by, {
        action: `kyc.${verdict.kind}`,
        subject: `customer:${customer}`,
        body: { seen, ...('reason' in verdict && { reason: verdict.reason }) },
      });
      return act({ pool, operator, now: Date.now }, decideVerification, { customer, verdict, seen });
    },

    customerRow: async ({ customer }: Applicant): Promise<object> => {
      const found = await door().pool.query<object>(
        'select kyc_status, country, credit_score from customer where id = $1',
        [customer],
      );
      return found.rows[0] ?? {};
    },
  };
}
