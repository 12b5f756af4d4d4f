/**
 * For tests: operators' signatures, made with browsers' keys as the console makes them, for tests that bypass the operators'
 * server and call handlers or write to tables. The template of every test database trusts the voucher's key used here.
 */
import { readFileSync } from 'node:fs';
import { bodyText } from '@candor/protocol/console/approval.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { signedActOf } from '@candor/protocol/console/signed-calls.ts';
import { consoleOriginOf } from './console-origin.ts';
import { createPool } from '../../server/src/db/pool.ts';
import type { Connection, Pool } from '../../server/src/db/pool.ts';
import { inTransaction } from '../../server/src/db/transaction.ts';
import { Vault } from '../../server/src/identity/secrets/vault.ts';
import { houseOf } from '../../server/src/operators/approvals.ts';
import { appendRecord } from '../../server/src/operators/audit.ts';
import type { AuditEntry } from '../../server/src/operators/audit.ts';
import { BrowserSigner } from '../../server/src/operators/browser-signer.ts';
import { enrolKey, findKey, vouchedKey } from '../../server/src/operators/keys.ts';
import type { SignsAt } from '../../server/src/operators/keys.ts';
import type { Operator } from '../../server/src/operators/operators.ts';
import { doorVoucher, introduceVoucher } from '../../server/src/operators/voucher.ts';
import { readClock } from '../../server/src/quotes/clock.ts';

/** The origin at which these keys sign. */
const AT = { rpId: 'localhost', origin: 'http://localhost' };
export const testVoucher = doorVoucher(new Vault(Buffer.alloc(32, 'test door')));

export async function letTestsVouch(ownerUrl: string): Promise<void> {
  const owner = createPool(ownerUrl, { max: 1 });
  try {
    await introduceVoucher(owner, testVoucher, 0);
    // Tests create the operators that they need, except for tests of a demo's example operators (`askExamples`).
    await owner.query(
      `create or replace function operator_is_example(of_account text, of_role text, of_person text) returns boolean language sql
        immutable set search_path = public, pg_temp as 'select true'`,
    );
  } finally {
    await owner.end();
  }
}

/** Ends the exemption for operators that tests create: only those of every demo are example operators again. */
export async function askExamples(ownerUrl: string): Promise<void> {
  const schema = new URL('../../server/schema/05-operators.sql', import.meta.url);
  const made = /create function (operator_is_example[\s\S]*?\$\$[\s\S]*?\$\$;)/.exec(
    readFileSync(schema, 'utf8'),
  );
  const owner = createPool(ownerUrl, { max: 1 });
  await owner.query(`create or replace function ${made?.[1] ?? ''}`).finally(() => owner.end());
}

const signers = new Map<string, BrowserSigner>();

/** The latest search for a key on a pool: of concurrent calls the first one enrols the key, and the others find it. */
const looking = new WeakMap<Pool, Promise<unknown>>();

function signerOf(db: Pool | Connection, operator: Operator, nowMs: number): Promise<BrowserSigner> {
  if (!('idleCount' in db)) return enrolledSigner(db, operator, nowMs);
  const found = (looking.get(db) ?? Promise.resolve()).then(() => enrolledSigner(db, operator, nowMs));
  looking.set(
    db,
    found.catch(() => undefined),
  );
  return found;
}

/** The account's key, which is enrolled in this database if it is missing or has expired by this time. */
async function enrolledSigner(
  db: Pool | Connection,
  operator: Operator,
  nowMs: number,
): Promise<BrowserSigner> {
  const { account } = operator;
  for (;;) {
    const signer = signers.get(account) ?? new BrowserSigner(AT);
    signers.set(account, signer);
    if ((await findKey(db, { id: signer.id, account, nowMs })) !== undefined) return signer;
    const there = await db.query('select from operator_key where id = $1', [signer.id]);
    if (there.rowCount === 0) {
      const made = { publicKey: signer.publicKey, at: AT, house: await houseOf(db), account, nowMs };
      const key = vouchedKey(testVoucher, made);
      if (key === undefined) throw new Error('expected a key made by the test, found none');
      if ('idleCount' in db) await inTransaction(db, (connection) => enrolKey(connection, key, operator));
      else await enrolKey(db, key, operator);
      return signer;
    }
    signers.delete(account);
  }
}

/** The key with which the user of a console signs. */
export function signsAt(origin: string): SignsAt {
  const console = new URL(consoleOriginOf(origin));
  return { origin: console.origin, rpId: console.hostname };
}

/** The key of an operator whose session was inserted directly, for calls to this server. */
export async function signerAt(pool: Pool, origin: string, operator: Operator): Promise<BrowserSigner> {
  const at = signsAt(origin);
  const signer = new BrowserSigner(at);
  const { account } = operator;
  const made = { publicKey: signer.publicKey, at, house: await houseOf(pool), account, nowMs: Date.now() };
  const key = vouchedKey(testVoucher, made);
  if (key === undefined) throw new Error('expected a key made by the test, found none');
  await inTransaction(pool, (connection) => enrolKey(connection, key, operator));
  return signer;
}

/** Adds a signature to the operator. */
export async function signedBy<Acting extends Operator>(
  db: Pool | Connection,
  operator: Acting,
  { act, body, nowMs }: { readonly act: SignedAct; readonly body: string; readonly nowMs: number },
): Promise<Acting & { readonly approval: NonNullable<Operator['approval']> }> {
  const signer = await signerOf(db, operator, nowMs);
  return signer.signedBy(operator, { act, body, house: await houseOf(db), nowMs });
}

/** The context of a call that bypasses the server, with the signature that the server would have required. */
export async function calling<Acting extends Operator>(
  db: Pool | Connection,
  operator: Acting,
  call: { readonly name: ConsoleCallName; readonly input: object; readonly nowMs?: number },
): Promise<Acting> {
  const { name, input, nowMs = Date.now() } = call;
  const fields = input as Readonly<Record<string, unknown>>;
  const act = signedActOf(name, fields);
  if (act === undefined || (await operatorOf(db, operator.account)) === undefined) return operator;
  return signedBy(db, operator, { act, body: bodyText(fields), nowMs });
}

type AnyHandler = (input: object, context: { readonly operator: Operator }) => unknown;

/** Calls handlers without the server, but with the signature that it requires of the caller. */
export function signing<Handlers extends object>(
  handlers: Handlers,
  { pool, now }: { readonly pool: Pool; readonly now: () => number },
): Handlers {
  const wrapped = Object.entries(handlers as Record<ConsoleCallName, AnyHandler>).map(([name, handle]) => {
    const call: AnyHandler = async (input, context) => {
      const sent = { name: name as ConsoleCallName, input, nowMs: now() };
      return handle(input, { ...context, operator: await calling(pool, context.operator, sent) });
    };
    return [name, call] as const;
  });
  return Object.fromEntries(wrapped) as Handlers;
}

type Deed = SignedAct & { readonly body?: Readonly<Record<string, unknown>>; readonly nowMs?: number };

/** Like `decidingAs`, for a test that names the action itself. */
export async function deciding<Acting extends Operator>(
  db: Pool | Connection,
  operator: Acting,
  { action, subject, body = {}, nowMs = Date.now() }: Deed,
): Promise<Acting> {
  if ((await operatorOf(db, operator.account)) === undefined) return operator;
  return signedBy(db, operator, { act: { action, subject }, body: bodyText(body), nowMs });
}

/** The subject of the record, with the body that is signed for it. */
type Signed = Omit<AuditEntry, 'before' | 'after' | 'reason'> &
  Partial<Pick<AuditEntry, 'before' | 'after' | 'reason'>> & {
    readonly body?: Readonly<Record<string, unknown>>;
  };

const EXAMPLES: Readonly<Record<string, string>> = {
  ...{ sam: 'support', rosa: 'reviewer', theo: 'treasurer', ada: 'admin', ines: 'admin' },
};

/** The operator with this account; the demo's operators are created if they are missing. */
async function operatorOf(db: Pool | Connection, account: string): Promise<Operator | undefined> {
  const found = await db.query<Operator>(
    'select o.account, o.role, o.person from operator o where o.account = $1 and o.confirmed_ms is not null',
    [account],
  );
  if (found.rows[0] !== undefined || EXAMPLES[account] === undefined) return found.rows[0];
  await db.query(
    `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $1, '', 0)
      on conflict (account) do nothing`,
    [account, EXAMPLES[account]],
  );
  return operatorOf(db, account);
}

/** The operator with this account, who signed the action. */
export async function decidingAs(db: Pool | Connection, account: string, act: Deed): Promise<Operator> {
  const operator = await operatorOf(db, account);
  if (operator === undefined) throw new Error(`expected ${account} to be an operator, found none`);
  return deciding(db, operator, act);
}

/** Appends a record that its actor signed at a wall-clock time. If the account is not an operator's, the record is unsigned. */
export async function appendSigned(
  connection: Connection,
  { body = {}, before = {}, after = {}, reason, action, subject }: Signed,
  { account, nowMs }: { readonly account: string; readonly nowMs: number },
): Promise<void> {
  const operator = await operatorOf(connection, account);
  const act = { action: action.replace(/_first$/, ''), subject };
  const signed = { act, body: bodyText(body), nowMs };
  const by =
    operator === undefined
      ? ({ account, role: 'admin', person: account } as const)
      : await signedBy(connection, operator, signed);
  const { aheadMs } = await readClock(connection);
  const record = { action, subject, before, after, reason };
  await appendRecord(connection, record, { operator: by, nowMs: nowMs + aheadMs });
}

/** A test's change to a row outside of the program, by the row's id: SQL, or a record that an operator signed. */
export type Statement = string | ((connection: Connection, id: string) => Promise<void>);

/** The payment that a test's record names if the record names no deposit. */
export const SIGNED_PAYMENT = 'ab'.repeat(32);

/** The record of a decision on a deposit or a loan in its current state. */
export function signedRecord(table: 'deposit' | 'loan', account: string, verdict: string): Statement {
  return async (connection, id) => {
    const reference = table === 'deposit' ? `coalesce(t.first_key, '${SIGNED_PAYMENT}')` : 'null';
    const found = await connection.query<{ book: string; amount: string; reference: string }>(
      `select t.book::text, t.amount::text, ${reference} as reference from ${table} t where t.id = $1`,
      [id],
    );
    const { book, ...seen } = found.rows[0] ?? { book: '0' };
    const record = { action: `${table}.${verdict}`, subject: `customer:${book}`, after: { [table]: id } };
    await appendSigned(connection, { ...record, body: { id, ...seen } }, { account, nowMs: 0 });
  };
}

export async function carryOut(connection: Connection, id: string, statements: readonly Statement[]) {
  for (const statement of statements) {
    if (typeof statement === 'function') await statement(connection, id);
    else await connection.query(statement, statement.includes('$1') ? [id] : []);
  }
}
