/**
 * For tests: the customers' server with the fund, customers who may join it, and operators who accept orders, on a market clock
 * and a tape that the test moves. Due rows are fired as the engine would fire them at each entry. Rates are inserted directly,
 * with the money set aside that they need; other tests cover the strategy's results and how they become rates.
 */
import { expect } from 'vitest';
import pg from 'pg';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { command } from '../../server/src/commands/command.ts';
import type { Facts } from '../../server/src/commands/command.ts';
import { Executor } from '../../server/src/commands/executor.ts';
import type { Publication } from '../../server/src/commands/facts.ts';
import { CLOCK_SYMBOL } from '../../server/src/commands/market-time.ts';
import { submitTo } from '../../server/src/calls/submit.ts';
import { COINS } from '../../server/src/commands/testing/house.ts';
import { fundConsoleHandlers } from '../../server/src/features/fund/console-handlers.ts';
import { fundHandlers } from '../../server/src/features/fund/handlers.ts';
import { fundStartOver, fundTriggers } from '../../server/src/features/fund/triggers.ts';
import { openFundCounters } from '../../server/src/features/fund/store.ts';
import { fundCases } from '../../server/src/features/fund/work-queue.ts';
import { referralHandlers } from '../../server/src/features/referral/handlers.ts';
import { incomeShares, referralTriggers } from '../../server/src/features/referral/triggers.ts';
import { closeAccount } from '../../server/src/features/settings/closing.ts';
import { transfersHandlers } from '../../server/src/features/transfers/handlers.ts';
import { walletsHandlers } from '../../server/src/features/wallets/handlers.ts';
import type { ConsoleContext } from '../../server/src/calls/console-handler.ts';
import { openDemoHouse } from '../../server/src/ledger/book.ts';
import { breaches } from '../../server/src/app/breaches.ts';
import { OwnResults } from '../../server/src/ledger/own-results.ts';
import { incomeParts } from '../../server/src/app/gathering.ts';
import { LIMITS } from '../../server/src/limits.ts';
import { limits as fundLimits } from '../../server/src/features/fund/limits.ts';
import { limits as walletsLimits } from '../../server/src/features/wallets/limits.ts';
import { verifyAudit } from '../../server/src/operators/audit.ts';
import { waitingCases } from '../../server/src/operators/cases.ts';
import type { Operator } from '../../server/src/operators/operators.ts';
import { submitActsTo } from '../../server/src/operators/submit-act.ts';
import { Terms } from '../../server/src/terms/terms.ts';
import { DayBids } from '../../server/src/quotes/day-bids.ts';
import { usualTerms } from '../../server/src/terms/usual-terms.ts';
import { customerWorth } from '../../server/src/worth/customer-worth.ts';
import { ValueHistory } from '../../server/src/worth/value-history.ts';
import { actingAs } from './acting-as.ts';
import { FUNDING, allowBareJournals } from './bare-journals.ts';
import { openIdentityDoor } from './identity-door.ts';
import type { CallAnswer, DoorParts, IdentityDoor } from './identity-door.ts';
import { signing } from './signing.ts';
import { verifyCustomer } from './verified-customer.ts';

/** Noon, two days before a leap day. */
export const NOON = Date.UTC(2028, 1, 27, 12);

/**
 * The invariants that do not hold here: no strategy booked the inserted results, and their income was set aside from the
 * house's capital.
 */
const OF_PUBLICATION =
  /^L12: (the strategy holds|what is set aside|each result|the house bears|a published day)/;

/** "sam" is support, "rosa" reviewer, "theo" treasurer. */
const OPERATORS = {
  sam: { account: 'sam', role: 'support', person: 'Sam' },
  rosa: { account: 'rosa', role: 'reviewer', person: 'Rosa' },
  theo: { account: 'theo', role: 'treasurer', person: 'Theo' },
} as const satisfies Readonly<Record<string, Operator>>;

type Surroundings = {
  /** Whether orders start without an operator. */
  readonly byItself: boolean;
  /** Whether a customer's inviters get their shares. */
  readonly shared: boolean;
};
type Behind = ReturnType<typeof behind>;

/** The server's dependencies besides identity. */
function behind(
  { pool, now }: DoorParts,
  clock: { marketMs: number },
  { byItself, shared: isShared }: Surroundings,
) {
  const published: Publication[] = [];
  const logged: string[] = [];
  const usual = usualTerms({ instruments: [], coolOffSeconds: 0 });
  const terms = new Terms({ pool, usual, onError: fail });
  const executors = [[0, 1] as const, [2, 3] as const].map(
    (slots) =>
      new Executor({
        pool,
        slots: [...slots],
        limits: LIMITS.commands,
        nowMs: now,
        onCommitted: (publications) => published.push(...publications),
        log: (message, error) => logged.push(`${message}: ${String(error)}`),
      }),
  );
  const [executor, other] = executors as [Executor, Executor];
  const times = { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now };
  const [submit, submitAct] = [submitTo(executor, times), submitActsTo(other, times)];
  const shared = {
    pool,
    submit,
    terms,
    jurisdictions: 'demo',
    now,
    marketNow: () => clock.marketMs,
  } as const;
  const { of: worthOf, owedOf } = customerWorth({
    ...{ pool, instruments: new Map(), quoteOf: () => undefined, bidOf: () => undefined },
    marketNow: shared.marketNow,
  });
  const history = new ValueHistory({
    ...{ pool, instruments: new Map(), limits: walletsLimits },
    dayBids: new DayBids({ pool, keptMax: 10 }),
  });
  const valueHistory = async (book: bigint, days: number) =>
    history.of(book, { days, nowMs: clock.marketMs, now: (await worthOf(book)).total });
  const handlers = {
    ...fundHandlers({ ...shared, startsAfterMs: byItself ? fundLimits.startsAfterMs : null }),
    ...referralHandlers(shared),
    ...transfersHandlers({ submit, currencies: ['USDT'] }),
    ...walletsHandlers({
      ...{ ...shared, currencies: ['USDT'], bidOf: () => undefined, owedOf, valueHistory },
      startOverParts: [fundStartOver],
      results: new OwnResults({ pool, booksMax: 100, parts: incomeParts }),
    }),
  };
  const shares = incomeShares({ pool, terms, jurisdictions: 'demo' });
  const triggers = [
    ...fundTriggers({ executor, jurisdictions: 'demo', now, ...(isShared && { shares }) }),
    ...(isShared ? [referralTriggers({ executor, now })] : []),
  ];
  const console = signing(fundConsoleHandlers({ pool, submitAct, now }), { pool, now });
  return { handlers, executors, submit, terms, triggers, console, published, logged };
}

export type FundFloor = Awaited<ReturnType<typeof openFundFloor>>;

export async function openFundFloor({ byItself = true, shared = false }: Partial<Surroundings> = {}) {
  const clock = { marketMs: NOON };
  let standing: Behind | undefined;
  const door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 1000 },
    more: (parts) => (standing = behind(parts, clock, { byItself, shared })).handlers,
  });
  if (standing === undefined) throw new Error('expected the server to request its handlers, but it did not');
  const { executors, terms, triggers, console, published, logged } = standing;
  const owner = new pg.Pool({ connectionString: door.ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  await allowBareJournals(door, FUNDING);
  await openDemoHouse(door.pool, COINS);
  await owner.query(`insert into journal_template (kind, account, sign) values
    ('test_reserve', 'equity', -1), ('test_reserve', 'income_escrow', 1),
    ('test_fees', 'equity', -1), ('test_fees', 'fees', 1),
    ('test_credit', 'equity', -1), ('test_credit', 'promo', 1),
    ('test_credit_fees', 'promo', -1), ('test_credit_fees', 'fees', 1)`);
  for (const { account, role, person } of Object.values(OPERATORS)) {
    await owner.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $3, '', 0)`,
      [account, role, person],
    );
  }
  await terms.read();
  await openFundCounters(door.pool, terms);
  const market = new FloorMarket({ owner, clock, triggers, door });
  await market.at(NOON);
  const run = <Input>(
    what: Parameters<Executor['submit']>[0]['command'],
    input: Input,
    book: bigint,
    key: string,
  ) =>
    (executors[0] as Executor).submit({
      ...{ command: what, input, book, key, bodyHash: '' },
      deadlineMs: Date.now() + door.clock.aheadMs + 60_000,
    });
  return {
    ...{ door, owner, terms, market, published, logged },
    /** A verified customer with this many USDT. */
    member: async (name: string, usdt = '100000'): Promise<Member> => {
      const token = await door.register(name);
      const found = await door.pool.query<{ id: string }>('select id from customer where account = $1', [
        name,
      ]);
      const book = BigInt(found.rows[0]?.id ?? 0);
      await verifyCustomer(door.pool, { customer: book });
      await run(grant as never, { usdt }, book, 'grant');
      return new Member(door, { name, token, book });
    },
    /** Gives the house fees without the trades that normally earn them; a customer pays them, if one is given. */
    earnFees: (usdt: string, by?: Member, paidWith?: 'promo') =>
      run(earn as never, { usdt, paidWith }, by?.book ?? 0n, `fees-${usdt}`),
    /** Inserts the rate of a day, the same for every tier and version, with the money for it set aside. */
    publish: async (day: number, rate: string): Promise<void> => {
      await run(reserve as never, {}, 0n, `reserve-${day}-${rate}`);
      await plant(owner, day, rate);
    },
    /** Makes an operator's call. Returns the message, or the code of the refusal. */
    decide: async (
      by: keyof typeof OPERATORS,
      input: ConsoleInput<'POST fund_order_decide'>,
      key?: string,
    ) => {
      const context = { operator: OPERATORS[by], idempotencyKey: key } as ConsoleContext;
      const outcome = await console['POST fund_order_decide'](input, context);
      return outcome.ok ? outcome.value : codeOf(outcome);
    },
    look: async (customer: bigint, id: string) => {
      const input = { customer: customer.toString(), id };
      const outcome = await console['GET fund_order'](input, {} as ConsoleContext);
      return outcome.ok ? outcome.value : codeOf(outcome);
    },
    /** Returns "ok", or the reason why the account cannot be closed. */
    closeAccount: async ({ token }: Member): Promise<string> => {
      const { book, ...acting } = await actingAs(door.pool, token);
      const closed = await (executors[0] as Executor).submit({
        ...{ command: closing, input: { nowMs: Date.now() }, bodyHash: '' },
        ...{ book, acting, key: `close-${Math.random()}` },
        deadlineMs: Date.now() + door.clock.aheadMs + 60_000,
      });
      return closed.ok ? 'ok' : closed.refusal.code;
    },
    cases: async () => {
      const page = {
        after: undefined,
        limit: 20,
        nowMs: Date.now() + door.clock.aheadMs,
        overdueOnly: false,
      };
      return (await waitingCases(door.pool, [fundCases], page)).map(({ view }) => view);
    },
    /** `bugs` are those that the server is expected to have reported. */
    async close({ bugs = [] }: { readonly bugs?: readonly RegExp[] } = {}) {
      expect((await breaches(door.pool)).filter(({ invariant }) => !OF_PUBLICATION.test(invariant))).toEqual(
        [],
      );
      expect((await verifyAudit(door.pool)).violation).toBeUndefined();
      const unexpected = logged.filter((text) => !bugs.some((bug) => bug.test(text)));
      expect([
        door.errors.filter(({ message }) => !bugs.some((bug) => bug.test(message))),
        unexpected,
      ]).toEqual([[], []]);
      for (const executor of executors) await executor.close();
      await owner.end();
      await door.close();
    },
  };
}

function codeOf(outcome: { readonly refusal: { readonly code: RefusalCode } }): RefusalCode {
  return outcome.refusal.code;
}

function fail(error: Error): never {
  throw error;
}

type Source = Pick<ReturnType<typeof fundTriggers>[number], 'openTriggers' | 'fire'>;
type MarketParts = {
  readonly owner: pg.Pool;
  readonly clock: { marketMs: number };
  readonly triggers: readonly Source[];
  readonly door: IdentityDoor;
};

/** The market clock, which moves only on request, and the tape, which grows with each move. */
class FloorMarket {
  readonly #parts: MarketParts;
  #seq = 0n;
  #tapeMs = 0;

  constructor(parts: MarketParts) {
    this.#parts = parts;
  }

  get nowMs(): number {
    return this.#parts.clock.marketMs;
  }

  /** Sets the clock and adds one entry of that time, without firing anything; times of the tape never go back. */
  async at(marketMs: number): Promise<TapeEntry> {
    this.#parts.clock.marketMs = marketMs;
    this.#seq += 1n;
    this.#tapeMs = Math.max(this.#tapeMs, marketMs);
    await this.#parts.owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [
      marketMs,
    ]);
    await this.#parts.owner.query(
      `insert into tape_head (symbol, seq, time_ms, bid, ask, last, halted) values ($1, $2, $3, 100, 101, 100, false)
        on conflict (symbol) do update set seq = excluded.seq, time_ms = excluded.time_ms, halted = false`,
      [CLOCK_SYMBOL, this.#seq, this.#tapeMs],
    );
    const price = 100n * ONE;
    return {
      ...{ symbol: CLOCK_SYMBOL, seq: this.#seq, timeMs: this.#tapeMs, feedTimeMs: this.#tapeMs },
      ...{ bid: price, ask: price + ONE, last: price, volume: 0n },
    };
  }

  /** The rows that are due at an entry. */
  async due(entry: TapeEntry): Promise<{ readonly source: Source; readonly trigger: Trigger }[]> {
    const found: { source: Source; trigger: Trigger }[] = [];
    const connection = await this.#parts.owner.connect();
    for (const source of this.#parts.triggers) {
      for await (const trigger of source.openTriggers(connection)) {
        if (trigger.level <= BigInt(entry.timeMs) && trigger.armedSeq < entry.seq)
          found.push({ source, trigger });
      }
    }
    connection.release();
    return found;
  }

  /**
   * Sets the clock to `marketMs`, at which an entry fires all due rows, each several times concurrently. Returns the number of
   * rows.
   */
  async tick(marketMs: number, times = 1): Promise<number> {
    const entry = await this.at(marketMs);
    const due = await this.due(entry);
    const fired = due.flatMap(({ source, trigger }) =>
      Array.from({ length: times }, () => source.fire({ trigger, entry })),
    );
    for (const answer of await Promise.all(fired)) expect(answer).toBe('done');
    return due.length;
  }

  /** Adds entries a second apart, from `marketMs` on, until one changes nothing; rows that wait for a rate continue to wait. */
  async settle(marketMs: number): Promise<void> {
    let before = '';
    for (let at = marketMs; ; at += 1000) {
      await this.tick(at);
      const found = await this.#parts.owner.query<{ now: string }>(
        `select concat_ws(' ', sum(paid_days), count(*) filter (where status = 'pending'), count(reason), count(due_ms)) as now
          from fund_order`,
      );
      const now = found.rows[0]?.now ?? '';
      if (now === before) return;
      before = now;
    }
  }
}

/** Pays in money without the deposit that this normally takes. */
const grant = command({
  name: 'test.grant',
  gather: (_: { usdt: string }) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: ({ usdt }: { usdt: string }, facts: Facts) => {
    if (!facts.houseHas('equity', 'USDT', amount(usdt)))
      throw new Error('expected the house to have the funds, found too little');
    const lines = [
      { account: 'equity', currency: 'USDT', amount: -amount(usdt) },
      { account: 'spot', currency: 'USDT', amount: amount(usdt) },
    ] as const;
    return ok({ answer: {}, journals: [journal('demo_grant', `customer:${facts.book}`, lines)] });
  },
});

const closing = closeAccount({ openTables: [fundStartOver.open], mode: 'demo' });

const RESERVED = amount('200000');
const reserve = command({
  name: 'test.reserve',
  gather: (_: object) => ({
    house: [
      ['equity', 'USDT'],
      ['income_escrow', 'USDT'],
    ],
  }),
  decide: (_: object, facts: Facts) => {
    if (!facts.houseHas('equity', 'USDT', RESERVED))
      throw new Error('expected the house to have the funds, found too little');
    const lines = [
      { account: 'equity', currency: 'USDT', amount: -RESERVED },
      { account: 'income_escrow', currency: 'USDT', amount: RESERVED },
    ] as const;
    return ok({ answer: {}, journals: [journal('test_reserve', `day:${facts.newId()}`, lines)] });
  },
});

type Earning = { readonly usdt: string; readonly paidWith: 'promo' | undefined };
const earn = command({
  name: 'test.earn',
  gather: (_: Earning) => ({
    balances: [['promo', 'USDT']],
    house: [
      ['equity', 'USDT'],
      ['fees', 'USDT'],
    ],
  }),
  decide: ({ usdt, paidWith }: Earning, facts: Facts) => {
    if (!facts.houseHas('equity', 'USDT', amount(usdt)))
      throw new Error('expected the house to have the funds, found too little');
    const move = (kind: string, from: 'equity' | 'promo', to: 'fees' | 'promo') =>
      journal(kind, `fees:${facts.newId()}`, [
        { account: from, currency: 'USDT', amount: -amount(usdt) },
        { account: to, currency: 'USDT', amount: amount(usdt) },
      ]);
    const journals =
      paidWith === undefined
        ? [move('test_fees', 'equity', 'fees')]
        : [move('test_credit', 'equity', paidWith), move('test_credit_fees', paidWith, 'fees')];
    return ok({ answer: {}, journals });
  },
});

/** Bypasses the guards, which reject rates that no strategy earned. */
async function plant(owner: pg.Pool, day: number, rate: string): Promise<void> {
  const connection = await owner.connect();
  await connection.query('begin');
  await connection.query('set local session_replication_role = replica');
  await connection.query(
    `insert into fund_day (day, result, balance, returned, wanted, reserved, covered, published_ms, capital)
      values ($1::int, 0, 0, 0, 0, 0, true, ($1::bigint + 1) * 86400000, 0)`,
    [day],
  );
  await connection.query(
    `insert into fund_rate (day, project, terms_version, principal, principal_ms, rate_min, rate_max, rate)
      select $1, p, v, 0, 0, 0, greatest($2::numeric, 0.05), $2 from generate_series(1, 6) p, generate_series(0, 3) v`,
    [day, rate],
  );
  await connection.query('commit');
  connection.release();
}

type Fields = Readonly<Record<string, unknown>>;
type Order = CallOutput<'GET lh/deposit/order'>['items'][number];

/** A customer with the app's view of the fund. */
export class Member {
  readonly #door: IdentityDoor;
  readonly name: string;
  readonly token: string;
  readonly book: bigint;

  constructor(
    door: IdentityDoor,
    who: { readonly name: string; readonly token: string; readonly book: bigint },
  ) {
    this.#door = door;
    this.name = who.name;
    this.token = who.token;
    this.book = who.book;
  }

  call(path: string, fields: Fields = {}, key?: string): Promise<CallAnswer> {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    return this.#door.call(path, { fields, token: this.token, ...headers });
  }

  /** Any answer but a successful one fails the test. */
  async done<Payload>(path: string, fields: Fields = {}): Promise<Payload> {
    const { body } = await this.call(path, fields);
    if (body.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(body)}`);
    return body.message as Payload;
  }

  /** Returns "ok", or the refusal with its field, such as "order_out_of_range amount". */
  async said(path: string, fields: Fields = {}, key?: string): Promise<string> {
    const { body } = await this.call(path, fields, key);
    if (body.type === 'ok') return 'ok';
    const field = (body.params as { field?: string } | undefined)?.field;
    return field === undefined ? body.error : `${body.error} ${field}`;
  }

  /** Joins with an amount, and returns the order's id. */
  async join(usdt: string, fields: Fields = {}): Promise<string> {
    return (await this.done<{ id: string }>('POST lh/deposit', { amount: usdt, ...fields })).id;
  }

  async orders(): Promise<Order[]> {
    return (await this.done<CallOutput<'GET lh/deposit/order'>>('GET lh/deposit/order')).items;
  }

  async order(id: string): Promise<Order> {
    const found = (await this.orders()).find((order) => order.id === id);
    if (found === undefined) throw new Error(`expected ${this.name} to have order ${id}, found none`);
    return found;
  }

  /** One line per payment, oldest first, such as "1 2028-02-28 2% 10"; for part of a day with its length: "2% 5 for 12:00:00". */
  async payments(id?: string): Promise<string[]> {
    const fields = { limit: 100, ...(id === undefined ? {} : { id }) };
    const { items } = await this.done<CallOutput<'GET lh/deposit/records'>>('GET lh/deposit/records', fields);
    const part = (ms: number): string =>
      ms === DAY_MS
        ? ''
        : ` for ${new Date(ms)
            .toISOString()
            .slice(11, 23)
            .replace(/\.000$/, '')}`;
    return items
      .map((one) => `${one.number} ${one.day} ${one.rate}% ${one.amount}${part(one.part_ms)}`)
      .toReversed();
  }

  /** Free USDT, and the principal in the fund. */
  async money(): Promise<{ spot: string; fund: string }> {
    const held = await this.#door.pool.query<{ account: string; amount: string }>(
      `select b.account, b.amount::text as amount from balance b where b.book = $1 and b.currency = 'USDT'`,
      [this.book],
    );
    const of = (account: string) => {
      const text = held.rows.find((row) => row.account === account)?.amount ?? '0.00000000';
      return formatAmount(BigInt(text.replace('.', '')));
    };
    return { spot: of('spot'), fund: of('fund_principal') };
  }

  /** The kinds of the journals that name orders of the fund, oldest first. */
  async journals(): Promise<string[]> {
    const found = await this.#door.pool.query<{ kind: string }>(
      `select j.kind from journal j where j.book = $1 and j.ref like 'fund_order:%' order by j.seq`,
      [this.book],
    );
    return found.rows.map(({ kind }) => kind);
  }

  async notices(): Promise<string[]> {
    const found = await this.#door.pool.query<{ kind: string; params: string }>(
      'select n.kind, n.params from notice n where n.book = $1 order by n.id',
      [this.book],
    );
    return found.rows.map(
      ({ kind, params }) => `${kind} ${Object.values(JSON.parse(params) as object).join(' ')}`,
    );
  }
}
