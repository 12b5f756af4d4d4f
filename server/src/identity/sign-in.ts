/** What every way to sign in ends with, by password, passkey or wallet: a session, a note of it, and word of a new device. */
import { refuse } from '@candor/domain/outcome.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CallContext } from '../http/handler.ts';
import { describeAgent, deviceHash } from './devices.ts';
import { tellCustomer } from './mail.ts';
import { noteEvent } from './security-events.ts';
import type { CustomerStatus } from './session-store.ts';
import type { Sessions } from './sessions.ts';

export type SignInDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly sessions: Pick<Sessions, 'open'>;
};

export type SigningIn = {
  readonly customer: bigint;
  readonly context: Pick<CallContext, 'device' | 'agent' | 'address'>;
  /** The account was opened by this very call, in this transaction. */
  readonly opened?: Connection;
};

/**
 * Told to who has proven who they are: why they may not sign in, or undefined. A closed account is none any more, and is
 * answered as one that never was.
 */
export function standingFault(status: Exclude<CustomerStatus, 'closed'>) {
  return status === 'locked' ? refuse('account_locked') : undefined;
}

/** Opens the session and answers its token. */
export function signedIn(deps: SignInDeps, signing: SigningIn): Promise<string> {
  return signing.opened === undefined
    ? inTransaction(deps.pool, (connection) => openSession(deps, signing, connection))
    : openSession(deps, signing, signing.opened);
}

async function openSession(
  { sessions, now }: SignInDeps,
  { customer, context, opened }: SigningIn,
  connection: Connection,
): Promise<string> {
  const { device, agent, address } = context;
  const nowMs = now();
  const isNew = opened === undefined && (await isNewDevice(connection, { customer, device }));
  const token = await sessions.open(connection, { customer, agent, address, device });
  const kind = opened === undefined ? 'login' : 'registered';
  await noteEvent(connection, { customer, kind, nowMs, agent, address });
  if (isNew) {
    const { browser, system } = describeAgent(agent);
    const params = {
      device: [browser, system].filter((part) => part !== '').join(', ') || '–',
      address,
      time_at: String(Math.floor(nowMs / 1000)),
    };
    await tellCustomer(connection, { customer, kind: 'new_device', params, nowMs });
  }
  return token;
}

/** Whether the customer was signed in before, and never on this device. */
async function isNewDevice(
  db: Connection,
  at: { readonly customer: bigint; readonly device: string | undefined },
): Promise<boolean> {
  const found = await db.query<{ before: boolean; known: boolean }>(
    `select exists (select from session s where s.customer = $1) as before,
      exists (select from session s where s.customer = $1 and s.device = $2) as known`,
    [at.customer, deviceHash(at.device ?? '')],
  );
  const row = found.rows[0];
  return row?.before === true && !row.known;
}
