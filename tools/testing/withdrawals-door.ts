/**
 * For tests: the front door with address books and withdrawals behind it, customers who may withdraw, and operators, on a
 * clock that a test sets forward. The end of it asks for the invariants, the log's chain and bugs.
 */
import { expect } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import { Executor } from '../../server/src/commands/executor.ts';
import { command } from '../../server/src/commands/command.ts';
import { submitTo } from '../../server/src/commands/submit.ts';
import type { Publication } from '../../server/src/commands/facts.ts';
import { COINS } from '../../server/src/commands/testing/house.ts';
import { addressesHandlers } from '../../server/src/features/addresses/handlers.ts';
import { withdrawalsConsoleHandlers } from '../../server/src/features/withdrawals/console-handlers.ts';
import { withdrawalsHandlers } from '../../server/src/features/withdrawals/handlers.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../server/src/http/console-handler.ts';
import { totpCode, totpStep } from '../../server/src/identity/factors/totp.ts';
import { openDemoHouse } from '../../server/src/ledger/book.ts';
import { breaches } from '../../server/src/ledger/invariants.ts';
import { LIMITS } from '../../server/src/limits.ts';
import { verifyAudit } from '../../server/src/operators/audit.ts';
import type { Operator } from '../../server/src/operators/operators.ts';
import { submitActsTo } from '../../server/src/operators/submit-act.ts';
import type { SubmitAct } from '../../server/src/operators/submit-act.ts';
import { demoDepositWays, depositWaysOf } from '../../server/src/payments/ways.ts';
import { Terms } from '../../server/src/terms/terms.ts';
import { usualTerms } from '../../server/src/terms/usual-terms.ts';
import { testCard } from './bank-cards.ts';
import { openIdentityDoor } from './identity-door.ts';
import type { CallAnswer, DoorParts, IdentityDoor } from './identity-door.ts';
import { verifyCustomer } from './verified-customer.ts';

export const TRADING_PASSWORD = '482916';
export const PASSWORD = 'x7!kqz-ok';
export const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

type Call = keyof Pick<
  ConsoleHandlers,
  'GET withdrawals' | 'GET withdrawal' | 'POST withdrawal_decide' | 'POST withdrawal_settle'
>;

/** "sam" support, "rosa" reviewer, "theo" treasurer, "ada" admin, and "rosa2": Rosa's other account. */
export const OPERATORS = {
  sam: { account: 'sam', role: 'support', person: 'Sam' },
  rosa: { account: 'rosa', role: 'reviewer', person: 'Rosa' },
  rosa2: { account: 'rosa2', role: 'admin', person: 'Rosa' },
  theo: { account: 'theo', role: 'treasurer', person: 'Theo' },
  ada: { account: 'ada', role: 'admin', person: 'Ada' },
} as const satisfies Readonly<Record<string, Operator>>;
export type OperatorName = keyof typeof OPERATORS;

export type WithdrawalsDoor = Awaited<ReturnType<typeof openWithdrawalsDoor>>;

export async function openWithdrawalsDoor({ coolOffSeconds = 0 }: { coolOffSeconds?: number } = {}) {
  let executor: Executor | undefined;
  let console: Pick<ConsoleHandlers, Call> | undefined;
  let submitAct: SubmitAct | undefined;
  const published: Publication[] = [];
  const logged: string[] = [];
  const more = (parts: DoorParts) => {
    const { pool, now } = parts;
    const terms = new Terms({ pool, usual: usualTerms({ symbols: [], coolOffSeconds }), onError: fail });
    executor = new Executor({
      pool,
      slots: [0, 1],
      limits: LIMITS.commands,
      nowMs: now,
      onCommitted: (publications) => published.push(...publications),
      log: (message, error) => logged.push(`${message}: ${String(error)}`),
    });
    const times = { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now };
    const submit = submitTo(executor, times);
    submitAct = submitActsTo(executor, times);
    const verifiedNameOf = () => Promise.resolve('Kim Lee');
    console = withdrawalsConsoleHandlers({ pool, submitAct, verifiedNameOf, bidOf: () => undefined, now });
    const shared = { ...parts, submit, terms, jurisdictions: 'demo' } as const;
    const ways = depositWaysOf(demoDepositWays, { isPlayMoney: true });
    return {
      ...addressesHandlers({ ...shared, isHouseAddress: ways.isHouseAddress }),
      ...withdrawalsHandlers({ ...shared, kept: (_, make) => make() }),
    };
  };
  const attempts = { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 1000 };
  const door = await openIdentityDoor({ attempts, more });
  await openDemoHouse(door.pool, COINS);
  for (const { account, role, person } of Object.values(OPERATORS)) {
    await door.pool.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $3, '', 0)`,
      [account, role, person],
    );
  }
  const parts = { executor: there(executor), console: there(console), submitAct: there(submitAct) };
  const now = () => Date.now() + door.clock.aheadMs;

  /** What an operator's call answers: its message, or the code of its refusal. */
  const act = async <Name extends Call>(
    by: OperatorName,
    name: Name,
    input: ConsoleInput<Name>,
    key?: string,
  ) => {
    const context = { operator: OPERATORS[by], idempotencyKey: key } as ConsoleContext;
    const handle = parts.console[name] as (
      given: typeof input,
      at: ConsoleContext,
    ) => Promise<{ ok: true; value: unknown } | { ok: false; refusal: { code: string } }>;
    const outcome = await handle(input, context);
    return outcome.ok ? outcome.value : outcome.refusal.code;
  };

  return {
    ...parts,
    act,
    door,
    published,
    now,
    /** Somebody who may withdraw, with 1,000 USDT unless more and an address. */
    customer: (name: string, usdt = '1000') => newCustomer(door, parts.executor, { name, usdt }),
    async close() {
      expect(await breaches(door.pool)).toEqual([]);
      expect((await verifyAudit(door.pool)).fault).toBeUndefined();
      // Where two are settled by one payment at once, the database's key decides, and says so.
      const bugs = logged.filter((text) => !text.includes('withdrawal_paid_once'));
      expect([door.errors, bugs]).toEqual([[], []]);
      await parts.executor.close();
      await door.close();
    },
  };
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the door did not ask for its handlers');
  return thing;
}

function fail(error: Error): never {
  throw error;
}

/** Money that came in, without the deposit that this takes elsewhere. */
const fund = command({
  name: 'test.fund',
  gather: (_: { usdt: string }) => ({
    balances: [
      ['spot', 'USDT'],
      ['promo', 'USDT'],
    ],
    house: [
      ['equity', 'USDT'],
      ['promotions', 'USDT'],
    ],
  }),
  decide: ({ usdt }: { usdt: string }, facts) => {
    if (!facts.houseHas('equity', 'USDT', amount(usdt))) throw new Error('the house is poor');
    return ok({
      answer: {},
      journals: [
        journal('demo_grant', `customer:${facts.book}`, [
          { account: 'equity', currency: 'USDT', amount: -amount(usdt) },
          { account: 'spot', currency: 'USDT', amount: amount(usdt) },
        ]),
      ],
    });
  },
});

export type Payee = Awaited<ReturnType<typeof newCustomer>>;
type Sent = { readonly key?: string; readonly token?: string; readonly device?: string | undefined };
type Fields = Readonly<Record<string, unknown>>;

async function newCustomer(
  door: IdentityDoor,
  executor: Executor,
  { name, usdt }: { readonly name: string; readonly usdt: string },
) {
  const token = await door.register(name, PASSWORD);
  const found = await door.pool.query<{ id: string }>('select id from customer where account = $1', [name]);
  const book = BigInt(found.rows[0]?.id ?? 0);
  const call = (path: string, fields: Fields = {}, { key, ...sent }: Sent = {}): Promise<CallAnswer> =>
    door.call(path, {
      fields,
      token,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      ...sent,
    });
  /** The message of a good answer, or the code of the refusal with what it names. */
  const said = async (answer: Promise<CallAnswer> | CallAnswer): Promise<unknown> => {
    const { body } = await answer;
    return body.type === 'ok' ? body.message : body.error;
  };
  const done = async <Payload>(path: string, fields: Fields = {}, sent: Sent = {}): Promise<Payload> => {
    const { body } = await call(path, fields, sent);
    if (body.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body.message as Payload;
  };
  const newTradingPassword = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
  await done('POST safe/trading_password', { ...newTradingPassword, current_password: PASSWORD });
  await done('POST user/cash_save', testCard);
  await verifyCustomer(door.pool, { customer: book });
  const deadlineMs = Date.now() + door.clock.aheadMs + 60_000;
  const submission = { command: fund, input: { usdt }, book, key: 'fund', bodyHash: '', deadlineMs };
  await executor.submit(submission);
  const address = await done<CallOutput<'POST wallet/address_add'>>('POST wallet/address_add', {
    ...{ network: 'tron', address: TRON_ADDRESS, label: 'exchange', current_password: PASSWORD },
  });
  const out = { currency: 'USDT', amount: '100', address: address.id, trading_password: TRADING_PASSWORD };
  let secret = '';
  return {
    ...{ name, token, book, address, call, said, done },
    /** Asks for a withdrawal; answers the message or the refusal's code. */
    ask: (fields: Fields = {}, sent: Sent = {}) => said(call('POST wallet/out', { ...out, ...fields }, sent)),
    /** The same where it must be done; answers its id. */
    async out(fields: Fields = {}): Promise<string> {
      return (await done<{ id: string }>('POST wallet/out', { ...out, ...fields })).id;
    },
    cancel: (id: string, sent: Sent = {}) => said(call('POST wallet/out_cancel', { id }, sent)),
    async list() {
      return (await done<CallOutput<'GET cashlist/log'>>('GET cashlist/log')).items;
    },
    /** Free and frozen. */
    async money(): Promise<{ spot: string; frozen: string }> {
      const held = await door.pool.query<{ account: string; amount: string }>(
        `select b.account, trim_scale(b.amount)::text as amount from balance b where b.book = $1 and b.currency = 'USDT'`,
        [book],
      );
      const of = (account: string) => held.rows.find((row) => row.account === account)?.amount ?? '0';
      return { spot: of('spot'), frozen: of('spot_frozen') };
    },
    /** Kinds of the journals that name withdrawals, oldest first. */
    async journals(): Promise<string[]> {
      const rows = await door.pool.query<{ kind: string }>(
        `select j.kind from journal j where j.book = $1 and j.ref like 'withdrawal:%' order by j.seq`,
        [book],
      );
      return rows.rows.map((row) => row.kind);
    },
    async notices(): Promise<string[]> {
      const rows = await door.pool.query<{ kind: string }>(
        'select n.kind from notice n where n.book = $1 order by n.id',
        [book],
      );
      return rows.rows.map((row) => row.kind);
    },
    /** What operators did, as their log has it: "rosa withdrawal.approve". */
    async records(): Promise<string[]> {
      const rows = await door.pool.query<{ operator: string; action: string }>(
        `select a.operator, a.action from audit a where a.subject = $1 and a.action like 'withdrawal.%' order by a.seq`,
        [`customer:${book}`],
      );
      return rows.rows.map((row) => `${row.operator} ${row.action}`);
    },
    /** Binds an authenticator. */
    async bind(): Promise<void> {
      secret = (await done<{ secret: string }>('POST safe/google', { action: 'read' })).secret;
      const code = totpCode(secret, totpStep(Date.now() + door.clock.aheadMs));
      await done('POST safe/google', { action: 'bind', code, current_password: PASSWORD });
      // Binding holds withdrawals for a day.
      door.clock.aheadMs += 25 * 3_600_000;
    },
    /** Digits that were not used before. */
    nextCode(): string {
      door.clock.aheadMs += 30_000;
      return totpCode(secret, totpStep(Date.now() + door.clock.aheadMs));
    },
  };
}
