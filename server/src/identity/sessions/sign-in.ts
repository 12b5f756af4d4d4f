/** The last step of every login, by password, passkey or wallet: opens a session, records an event, and reports a new device. */
import { refuse } from '@candor/domain/outcome.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext } from '../../calls/handler.ts';
import { describeAgent, deviceHash } from './devices.ts';
import { tellCustomer } from '../mail/notices.ts';
import { noteEvent } from '../security-events.ts';
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
  /** The hash with which the password was compared, if any; it must still be the current one. */
  readonly passwordHash?: string | null;
};

/**
 * Returns the reason why a customer who has proven their identity may not log in, if there is one. A closed account is treated as
 * if it had never existed.
 */
export function standingViolation(status: Exclude<CustomerStatus, 'closed'>) {
  return status === 'locked' ? refuse('account_locked') : undefined;
}

/**
 * Returns the token of the new session, or undefined if the password was changed or the account locked or closed in the meantime.
 * The row lock ensures that this happens either before or after such a change, so that no session outlives it.
 */
export function signedIn(deps: SignInDeps, signing: SigningIn): Promise<string | undefined> {
  const { customer, passwordHash = null } = signing;
  return inTransaction(deps.pool, async (connection) => {
    const still = await connection.query(
      `select from customer c where c.id = $1 and c.status in ('active', 'frozen')
        and ($2::text is null or c.password_hash = $2) for share`,
      [customer, passwordHash],
    );
    if (still.rowCount !== 1) return undefined;
    const isNew = await isNewDevice(connection, { customer, device: signing.context.device });
    const token = await openSession(deps, { ...signing, kind: 'login' }, connection);
    if (isNew) await tellOfDevice(connection, signing, deps.now());
    return token;
  });
}

/** Like `signedIn`, but in the transaction that creates the account. */
export function signedUp(
  deps: SignInDeps,
  signing: Omit<SigningIn, 'passwordHash'> & { readonly token?: string | undefined },
  connection: Connection,
): Promise<string> {
  return openSession(deps, { ...signing, kind: 'registered' }, connection);
}

async function openSession(
  { sessions, now }: SignInDeps,
  {
    customer,
    context,
    kind,
    token: given,
  }: SigningIn & { readonly kind: 'login' | 'registered'; readonly token?: string | undefined },
  connection: Connection,
): Promise<string> {
  const { device, agent, address } = context;
  const token = await sessions.open(connection, { customer, agent, address, device, token: given });
  await noteEvent(connection, { customer, kind, nowMs: now(), agent, address });
  return token;
}

async function tellOfDevice(
  connection: Connection,
  { customer, context: { agent, address } }: SigningIn,
  nowMs: number,
): Promise<void> {
  const { browser, system } = describeAgent(agent);
  const params = {
    device: [browser, system].filter((part) => part !== '').join(', ') || '–',
    address,
    time_at: String(Math.floor(nowMs / 1000)),
  };
  await tellCustomer(connection, { customer, kind: 'new_device', params, nowMs });
}

/** Whether the customer has logged in before, but never on this device. */
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
