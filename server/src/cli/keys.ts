/**
 * Confirms the first passkey of a live platform. No admin has a passkey yet with which to confirm it. The database owner
 * therefore confirms it on the command line, by the fingerprint that the console showed to the passkey's owner. The audit log
 * records that it was confirmed in this way.
 */
import type { Pool } from '../db/pool.ts';
import { confirmPasskey } from '../features/access/passkeys.ts';
import { BOOTSTRAP } from './adding.ts';
import { said } from './sayings.ts';
import type { TaskResult } from './sayings.ts';
import { act } from '../operators/act.ts';
import { fingerprintOf } from '../operators/keys.ts';

type Waiting = { id: string; account: string; person: string; label: string; public_key: Buffer };

async function waitingKeys(pool: Pool): Promise<Waiting[]> {
  const found = await pool.query<Waiting>(
    `select k.id, k.account, o.person, k.label, k.public_key from operator_key k join operator o on o.account = k.account
      where k.kind = 'passkey' and k.confirmed_ms is null and k.revoked_ms is null order by k.enrolled_ms, k.id`,
  );
  return found.rows;
}

export async function listWaitingKeys(pool: Pool): Promise<TaskResult> {
  const lines = (await waitingKeys(pool)).map(
    ({ account, person, label, public_key: key }) =>
      `${account.padEnd(20)}  ${fingerprintOf(key)}  ${label} (${person})`,
  );
  return {
    done: true,
    text: lines.length === 0 ? 'No passkey is waiting for confirmation.' : lines.join('\n'),
  };
}

export async function confirmKeyAsOwner(
  { pool, now }: { readonly pool: Pool; readonly now: () => number },
  { account, fingerprint }: { readonly account: string; readonly fingerprint: string },
): Promise<TaskResult> {
  const key = (await waitingKeys(pool)).find(
    (one) => one.account === account && fingerprintOf(one.public_key).replaceAll(' ', '') === fingerprint,
  );
  if (key === undefined) {
    return {
      done: false,
      text: `No passkey of ${account} with this fingerprint is waiting for confirmation; operator keys lists them.`,
    };
  }
  const confirming = { account, key: key.id, public_key: key.public_key.toString('hex'), by: BOOTSTRAP };
  const outcome = await act({ pool, operator: BOOTSTRAP, now }, confirmPasskey, confirming);
  return said(outcome, () => `The passkey of ${account} (${key.person}) is confirmed.`);
}
