/** Binds a signature to a call, in all processes, for signing schemes whose signed text does not cover the call. */
import type { Pool } from '../../db/pool.ts';

type SignedFor = { readonly call: string; readonly changes: boolean };
type Claim = SignedFor & { readonly hash: Buffer; readonly untilMs: number };

/** Returns the call to which the signature is bound: this one, unless another call claimed it before. */
export async function claimSignature(db: Pool, { hash, call, changes, untilMs }: Claim): Promise<SignedFor> {
  const added = await db.query({
    name: 'api-signature-claim',
    text: `insert into api_signature (hash, call, changes, until_ms) values ($1, $2, $3, $4) on conflict (hash) do nothing`,
    values: [hash, call, changes, untilMs],
  });
  if (added.rowCount === 1) return { call, changes };
  // A separate statement, because the one above can't see the row that it waited for.
  const found = await db.query<SignedFor>({
    name: 'api-signature-of',
    text: 'select call, changes from api_signature where hash = $1',
    values: [hash],
  });
  const [first] = found.rows;
  if (first === undefined) throw new Error('expected a signature that was claimed, found none');
  return first;
}

/** Deletes entries whose signatures are too old to be accepted. */
export async function forgetSignatures(db: Pool, nowMs: number): Promise<void> {
  await db.query('delete from api_signature where until_ms < $1', [nowMs]);
}
