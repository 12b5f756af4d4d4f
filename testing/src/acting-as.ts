/**
 * Creates a customer's session, for tests that submit commands without the HTTP server, or insert a customer's rows as the server
 * would.
 */
import pg from 'pg';
import type { ClientBase, Pool } from 'pg';
import type { Acting } from '../../server/src/commands/command.ts';
import { sessionProof, tokenKey } from '../../server/src/identity/sessions/token.ts';

export async function actingAs(
  database: Pick<ClientBase | Pool, 'query'>,
  token: string,
): Promise<Acting & { readonly book: bigint }> {
  const found = (await database.query('select customer, id from session where token_hash = $1', [
    Buffer.from(tokenKey(token), 'base64'),
  ])) as { rows: { customer: string; id: string }[] };
  const session = found.rows[0];
  if (session === undefined) throw new Error('expected a session with this token, found none');
  return { book: BigInt(session.customer), session: BigInt(session.id), proof: sessionProof(token) };
}

/**
 * From here on, the database requires a session for every action of a customer who has logged in. This is its normal behaviour,
 * which most tests turn off.
 */
export async function askForSessions(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('alter table session enable trigger session_signed_in');
    await owner.query('alter table tape_minute enable trigger tape_minute_verified');
  } finally {
    await owner.end();
  }
}

/** Presents the session in the current transaction of a connection. */
export async function showActing(
  connection: Pick<ClientBase, 'query'>,
  { book, session, proof }: Acting & { readonly book: bigint },
): Promise<void> {
  await connection.query('select act_for($1, $2, $3)', [
    [book.toString()],
    [session.toString()],
    [proof.toString('hex')],
  ]);
}
