/**
 * For tests: the customers' server with address books and withdrawals, customers who may withdraw, and operators, on a clock that
 * a test sets forward. Closing it checks the invariants, the log's chain and the reported bugs.
 */
import { expect } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import { Executor } from '../../server/src/commands/executor.ts';
import { command } from '../../server/src/commands/command.ts';
import { submitTo } from '../../server/src/calls/submit.ts';
import type { Publication } from '../../server/src/commands/facts.ts';
import { COINS } from '../../server/src/commands/testing/house.ts';
import { addressesHandlers } from '../../server/src/features/addresses/handlers.ts';
import { withdrawalsConsoleHandlers } from '../../server/src/features/withdrawals/console-handlers.ts';
import { withdrawalsHandlers } from '../../server/src/features/withdrawals/handlers.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../server/src/calls/console-handler.ts';
import { totpCode, totpStep } from '../../server/src/identity/factors/totp.ts';
import { openDemoHouse } from '../../server/src/ledger/book.ts';
import { breaches } from '../../server/src/app/breaches.ts';
import { LIMITS } from '../../server/src/limits.ts';
import { verifyAudit } from '../../server/src/operators/audit.ts';
import type { Operator } from '../../server/src/operators/operators.ts';
import { submitActsTo } from '../../server/src/operators/submit-act.ts';
import { demoDepositWays, depositWaysOf } from '../../server/src/payments/deposit-methods.ts';
import { Terms } from '../../server/src/terms/terms.ts';
import { usualTerms } from '../../server/src/terms/usual-terms.ts';
import { allowMoneyOfAnyTime } from './any-time.ts';
import { testCard } from './bank-cards.ts';
import { FUNDING, allowBareJournals } from './bare-journals.ts';
import { openIdentityDoor } from './identity-door.ts';
import type { CallAnswer, DoorParts, IdentityDoor } from './identity-door.ts';
import { publishUsual } from './published-terms.ts';
import { signing } from './signing.ts';
import { verifyCustomer } from './verified-customer.ts';

export const TRADING_PASSWORD = '482916';
export const PASSWORD = 'x7!kqz-ok';
export const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

type Call = keyof Pick<
  ConsoleHandlers,
  'GET withdrawals' | 'GET withdrawal' | 'POST withdrawal_decide' | 'POST withdrawal_settle'
>;

/** "sam" is support, "rosa" reviewer, "theo" treasurer, "ada" admin, and "rosa2" a second account of Rosa's. */
export const OPERATORS = {
  sam: { account: 'sam', role: 'support', person: 'Sam' },
  rosa: { account: 'rosa', role: 'reviewer', person: 'Rosa' },
  rosa2: { account: 'rosa2', role: 'admin', person: 'Rosa' },
  theo: { account: 'theo', role: 'treasurer', person: 'Theo' },
  ada: { account: 'ada', role: 'admin', person: 'Ada' },
} as const satisfies Readonly<Record<string, Operator>>;
export type OperatorName = keyof typeof OPERATORS;

export type WithdrawalsDoor = Awaited<ReturnType<typeof openWithdrawalsDoor>>;

type Behind = ReturnType<typeof behind>;

/** The waiting period of a new address, and whether there is a payment provider. */
type Surroundings = { readonly coolOffSeconds: number; readonly byProvider: boolean };

/** The server's dependencies besides identity. */
function behind({ pool, now, ...parts }: DoorParts, { coolOffSeconds, byProvider }: Surroundings) {
  const published: Publication[] = [];
  const logged: string[] = [];
  const terms = new Terms({ pool, usual: usualOf(coolOffSeconds), onError: fail });
  const executor = new Executor({
    pool,
    slots: [0, 1],
    limits: LIMITS.commands,
    nowMs: now,
    onCommitted: (publications) => published.push(...publications),
    log: (message, error) => logged.push(`${message}: ${String(error)}`),
  });
  const times = { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now };
  const submitAct = submitActsTo(executor, times);
  const isVerified = () => Promise.resolve(true);
  const console = withdrawalsConsoleHandlers({
    ...{ pool, submitAct, isVerified, byProvider, now },
    bidOf: () => undefined,
  });
  const shared = {
    ...parts,
    pool,
    now,
    terms,
    submit: submitTo(executor, times),
    jurisdictions: 'demo',
  } as const;
  const ways = depositWaysOf(demoDepositWays, { isPlayMoney: true });
  const handlers = {
    ...addressesHandlers({ ...shared, isHouseAddress: ways.isHouseAddress }),
    ...withdrawalsHandlers({ ...shared, kept: (_, make) => make() }),
  };
  return { handlers, executor, submitAct, console, terms, published, logged };
}

const usualOf = (coolOffSeconds: number) => usualTerms({ instruments: [], coolOffSeconds });

export async function openWithdrawalsDoor({
  coolOffSeconds = 0,
  byProvider = true,
}: Partial<Surroundings> = {}) {
  let standing: Behind | undefined;
  const door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 1000 },
    more: (parts) => (standing = behind(parts, { coolOffSeconds, byProvider })).handlers,
  });
  if (standing === undefined) throw new Error('expected the server to request its handlers, but it did not');
  const { executor, submitAct, console, terms, published, logged } = standing;
  await publishUsual(door, usualOf(coolOffSeconds));
  await allowMoneyOfAnyTime(door);
  await allowBareJournals(door, FUNDING);
  await openDemoHouse(door.pool, COINS);
  for (const { account, role, person } of Object.values(OPERATORS)) {
    await door.pool.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $3, '', 0)`,
      [account, role, person],
    );
  }
  const signed = signing(console, { pool: door.pool, now: () => Date.now() + door.clock.aheadMs });
  return {
    ...{ door, executor, submitAct, terms, published },
    now: () => Date.now() + door.clock.aheadMs,
    /** Makes an operator's call. Returns the message, or the code of the refusal. */
    act: <Name extends Call>(by: OperatorName, name: Name, input: ConsoleInput<Name>, key?: string) =>
      asked(signed[name] as Handle<Name>, input, {
        operator: OPERATORS[by],
        idempotencyKey: key,
      } as ConsoleContext),
    /** Adds a customer with an address and 1,000 USDT, unless a different amount is given. */
    customer: (name: string, usdt = '1000') => newPayee(door, executor, { name, usdt }),
    async close() {
      expect(await breaches(door.pool)).toEqual([]);
      expect((await verifyAudit(door.pool)).violation).toBeUndefined();
      // If one payment concurrently settles two withdrawals, the database's key decides, and reports it as a bug.
      const bugs = logged.filter((text) => !text.includes('withdrawal_paid_once'));
      expect([door.errors, bugs]).toEqual([[], []]);
      await executor.close();
      await door.close();
    },
  };
}

type Handle<Name extends Call> = (
  input: ConsoleInput<Name>,
  context: ConsoleContext,
) => Promise<{ ok: true; value: unknown } | { ok: false; refusal: { code: string } }>;

async function asked<Name extends Call>(
  handle: Handle<Name>,
  input: ConsoleInput<Name>,
  context: ConsoleContext,
): Promise<unknown> {
  const outcome = await handle(input, context);
  return outcome.ok ? outcome.value : outcome.refusal.code;
}

function fail(error: Error): never {
  throw error;
}

/** Pays in money without the deposit that this normally takes. */
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
    if (!facts.houseHas('equity', 'USDT', amount(usdt)))
      throw new Error('expected the house to have the funds, found too little');
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

type Sent = { readonly key?: string; readonly device?: string | undefined };
type Fields = Readonly<Record<string, unknown>>;

async function newPayee(
  door: IdentityDoor,
  executor: Executor,
  { name, usdt }: { readonly name: string; readonly usdt: string },
): Promise<Payee> {
  const token = await door.register(name, PASSWORD);
  const found = await door.pool.query<{ id: string }>('select id from customer where account = $1', [name]);
  const payee = new Payee(door, { name, token, book: BigInt(found.rows[0]?.id ?? 0) });
  await payee.prepare();
  const deadlineMs = Date.now() + door.clock.aheadMs + 60_000;
  await executor.submit({
    ...{ command: fund, input: { usdt }, book: payee.book, key: 'fund', bodyHash: '', deadlineMs },
  });
  return payee;
}

/** A customer who may withdraw. */
export class Payee {
  readonly #door: IdentityDoor;
  readonly name: string;
  readonly token: string;
  readonly book: bigint;
  #address: CallOutput<'POST wallet/address_add'> | undefined;
  #secret = '';

  constructor(
    door: IdentityDoor,
    who: { readonly name: string; readonly token: string; readonly book: bigint },
  ) {
    this.#door = door;
    this.name = who.name;
    this.token = who.token;
    this.book = who.book;
  }

  /** Fulfils all requirements of a withdrawal: trading PIN, card, verification, an address. */
  async prepare(): Promise<void> {
    const digits = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
    await this.done('POST safe/trading_password', { ...digits, current_password: PASSWORD });
    await this.done('POST user/cash_save', testCard);
    await verifyCustomer(this.#door.pool, { customer: this.book, by: 'sam' });
    this.#address = await this.done('POST wallet/address_add', {
      ...{ network: 'tron', address: TRON_ADDRESS, label: 'exchange', current_password: PASSWORD },
    });
  }

  get address(): CallOutput<'POST wallet/address_add'> {
    if (this.#address === undefined) throw new Error(`expected ${this.name} to have an address, found none`);
    return this.#address;
  }

  call(path: string, fields: Fields = {}, { key, ...sent }: Sent = {}): Promise<CallAnswer> {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    return this.#door.call(path, { fields, token: this.token, ...headers, ...sent });
  }

  /** The message of a successful answer, or the code of the refusal. */
  async said(answer: Promise<CallAnswer>): Promise<unknown> {
    const { body } = await answer;
    return body.type === 'ok' ? body.message : body.error;
  }

  async done<Payload>(path: string, fields: Fields = {}): Promise<Payload> {
    const { body } = await this.call(path, fields);
    if (body.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(body)}`);
    return body.message as Payload;
  }

  /** Requests 100 USDT unless a different amount is given. Returns the message, or the code of the refusal. */
  ask(fields: Fields = {}, sent: Sent = {}): Promise<unknown> {
    return this.said(this.call('POST wallet/out', this.#request(fields), sent));
  }

  /** Fails the test unless the request succeeds; returns its id. */
  async out(fields: Fields = {}): Promise<string> {
    return (await this.done<{ id: string }>('POST wallet/out', this.#request(fields))).id;
  }

  #request(fields: Fields): Fields {
    const usual = { currency: 'USDT', amount: '100', trading_password: TRADING_PASSWORD };
    return { ...usual, address: this.address.id, ...fields };
  }

  cancel(id: string): Promise<unknown> {
    return this.said(this.call('POST wallet/out_cancel', { id }));
  }

  async list() {
    return (await this.done<CallOutput<'GET cashlist/log'>>('GET cashlist/log')).items;
  }

  /** Free and frozen USDT. */
  async money(): Promise<{ spot: string; frozen: string }> {
    const held = await this.#rows<{ account: string; amount: string }>(
      `select b.account, trim_scale(b.amount)::text as amount from balance b where b.book = $1 and b.currency = 'USDT'`,
    );
    const of = (account: string) => held.find((row) => row.account === account)?.amount ?? '0';
    return { spot: of('spot'), frozen: of('spot_frozen') };
  }

  /** The kinds of the journals that name withdrawals, oldest first. */
  async journals(): Promise<string[]> {
    const rows = await this.#rows<{ kind: string }>(
      `select j.kind from journal j where j.book = $1 and j.ref like 'withdrawal:%' order by j.seq`,
    );
    return rows.map((row) => row.kind);
  }

  async notices(): Promise<string[]> {
    const rows = await this.#rows<{ kind: string }>(
      'select n.kind from notice n where n.book = $1 order by n.id',
    );
    return rows.map((row) => row.kind);
  }

  /** Operators' actions according to their log, such as "rosa withdrawal.approve". */
  async records(): Promise<string[]> {
    const rows = await this.#rows<{ operator: string; action: string }>(
      `select a.operator, a.action from audit a where a.subject = 'customer:' || $1::bigint
        and a.action like 'withdrawal.%' order by a.seq`,
    );
    return rows.map((row) => `${row.operator} ${row.action}`);
  }

  async #rows<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.#door.pool.query(sql, [this.book])).rows as Row[];
  }

  /** Sets up an authenticator, and waits until this change no longer holds withdrawals. */
  async bind(): Promise<void> {
    this.#secret = (await this.done<{ secret: string }>('POST safe/google', { action: 'read' })).secret;
    await this.done('POST safe/google', { action: 'bind', code: this.#code(), current_password: PASSWORD });
    this.#door.clock.aheadMs += 25 * 3_600_000;
  }

  #code(): string {
    return totpCode(this.#secret, totpStep(Date.now() + this.#door.clock.aheadMs));
  }

  /** A code that was not used before. */
  nextCode(): string {
    this.#door.clock.aheadMs += 30_000;
    return this.#code();
  }
}
