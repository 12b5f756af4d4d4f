/**
 * For tests: a platform with the fund and its strategy, customers who join, and a market that the test moves. At each entry,
 * all due triggers fire concurrently, as in the engine.
 */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import { command } from '../../src/commands/command.ts';
import type { Facts } from '../../src/commands/command.ts';
import { submitTo } from '../../src/calls/submit.ts';
import { fundHandlers } from '../../src/features/fund/handlers.ts';
import { fundTriggers } from '../../src/features/fund/triggers.ts';
import { openFundCounters } from '../../src/features/fund/store.ts';
import { strategyTriggers } from '../../src/features/strategy/triggers.ts';
import { begin, openStrategyHouse } from '../../src/features/strategy/testing/market.ts';
import type { StrategyHouse } from '../../src/features/strategy/testing/market.ts';
import type { CallContext } from '../../src/calls/handler.ts';
import { LIMITS } from '../../src/limits.ts';
import { FUNDING, letPass } from '@candor/testing/bare-journals.ts';

/** How long a placed order waits before it starts automatically. */
export const STARTS_AFTER_MS = 20_000;

/** An order that cannot start yet is checked again after a second of market time. */
const LOOKS_AGAIN_MS = 1000;

export type FundHouse = {
  readonly house: StrategyHouse;
  /** Moves the market to a given time and fires all due triggers, a second later each time, until none is due. */
  go(ms: number): Promise<void>;
  /** Adds a verified customer with an amount of USDT. Returns the customer's book. */
  member(usdt: Amount): Promise<bigint>;
  /** Invests an amount in the fund. Returns the order's id. */
  join(book: bigint, usdt: string): Promise<string>;
  /** Ends an order early. Returns the fee, or the code of the refusal. */
  terminate(book: bigint, id: string): Promise<string>;
  orders(book: bigint): Promise<CallOutput<'GET lh/deposit/order'>['items']>;
  payments(book: bigint): Promise<CallOutput<'GET lh/deposit/records'>['items']>;
  held(book: bigint, account: CustomerAccount): Promise<Amount>;
  houseHeld(account: HouseAccount): Promise<Amount>;
  /** Withdraws all of the house's own money, and leaves customers' money and income set aside. */
  drawAway(): Promise<void>;
};

export async function openFundHouse(
  startMs: number,
  options: { readonly priced: boolean },
): Promise<FundHouse> {
  const house = await openStrategyHouse(startMs, options);
  const { pool, executor, terms } = house;
  await letPass(house.owner, FUNDING);
  await openFundCounters(pool, terms);
  await begin(house);
  const now = Date.now;
  let marketMs = startMs;
  const sources = [
    strategyTriggers({ executor, pool, terms, now, houseNow: now }),
    ...fundTriggers({ executor, jurisdictions: 'demo', now }),
  ];
  const calls = fundHandlers({
    ...{ pool, terms, now, jurisdictions: 'demo', startsAfterMs: STARTS_AFTER_MS },
    submit: submitTo(executor, { deadlineMs: LIMITS.commands.deadlineMs * 10, nowMs: now }),
    marketNow: () => marketMs,
  });
  const contextOf = (customer: bigint, key?: string) =>
    ({ customer, idempotencyKey: key }) as unknown as CallContext;
  const sumOf = async (sql: string, values: unknown[]): Promise<Amount> => {
    const rows = await house.owner<{ amount: string }>(sql, values);
    return fromNumeric(rows[0]?.amount ?? '0');
  };
  return {
    house,
    go: async (ms) => {
      for (marketMs = ms; ; marketMs += LOOKS_AGAIN_MS) {
        const entry = await house.at(marketMs);
        const connection = await pool.connect();
        let isSoon = false;
        const due: (() => Promise<'done' | 'busy'>)[] = [];
        try {
          for (const source of sources) {
            for await (const trigger of source.openTriggers(connection)) {
              isSoon ||= trigger.level <= BigInt(marketMs + LOOKS_AGAIN_MS);
              if (trigger.level <= BigInt(marketMs) && trigger.armedSeq < entry.seq)
                due.push(() => source.fire({ trigger, entry }));
            }
          }
        } finally {
          connection.release();
        }
        if (!isSoon) return;
        const answers = await Promise.allSettled(due.map((fire) => fire()));
        for (const answer of answers) {
          if (answer.status === 'rejected') throw answer.reason;
          if (answer.value === 'busy') throw new Error('expected the firing to be accepted, got a refusal');
        }
      }
    },
    member: async (usdt) => {
      const [book] = (await house.customers(1)) as [bigint];
      await pool.query(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
          registered_ms) values ($1, $2, $2, $2 || '@x.example', $2 || '@x.example', '', '1990-01-01', 0, 'en', 0)`,
        [book, `member-${book}`],
      );
      await verifyCustomer(pool, { customer: book });
      const granted = await house.run(grant, { usdt }, { book, key: 'grant' });
      if (!granted.ok) throw new Error(granted.refusal.code);
      return book;
    },
    join: async (book, usdt) => {
      const joined = await calls['POST lh/deposit']({ amount: usdt }, contextOf(book, `join-${book}`));
      if (!joined.ok) throw new Error(`expected ${book} to join, got ${JSON.stringify(joined.refusal)}`);
      return joined.value.id;
    },
    terminate: async (book, id) => {
      const ended = await calls['POST lh/deposit/cancel']({ id }, contextOf(book, `end-${id}`));
      return ended.ok ? ended.value.fee : ended.refusal.code;
    },
    orders: async (book) => {
      const found = await calls['GET lh/deposit/order']({ limit: 100 }, contextOf(book));
      if (!found.ok) throw new Error(found.refusal.code);
      return found.value.items;
    },
    payments: async (book) => {
      const found = await calls['GET lh/deposit/records']({ limit: 100 }, contextOf(book));
      if (!found.ok) throw new Error(found.refusal.code);
      return found.value.items;
    },
    held: (book, account) =>
      sumOf(
        `select coalesce(sum(amount), 0)::text as amount from balance where book = $1 and account = $2::account and currency = 'USDT'`,
        [book, account],
      ),
    houseHeld: (account) =>
      sumOf(
        `select coalesce(sum(amount), 0)::text as amount from house_balance where account = $1::account and currency = 'USDT'`,
        [account],
      ),
    drawAway: async () => {
      await house.owner(`insert into journal_template (kind, account, sign)
        select 'test_draw', a, case a when 'custody' then 1 else -1 end
        from unnest(enum_range(null::account)) a where is_house(a) and a <> 'income_escrow' on conflict do nothing`);
      const owned = await house.owner<{ account: string; slot: number; amount: string }>(
        `select account, slot, amount from house_balance
          where currency = 'USDT' and amount > 0 and account not in ('custody', 'income_escrow')`,
      );
      for (const { account, slot, amount: held } of owned) {
        await house.owner('select open_house_balances($1::account[], $2, $3::smallint)', [
          ['custody'],
          ['USDT'],
          slot,
        ]);
        // Custody mirrors the holdings slot by slot, so each slot first receives the amount that is taken out of it.
        await house.owner(`select draw_to_slot('custody', 'USDT', $1::smallint, $2::numeric)`, [slot, held]);
        await house.owner('update book set seq = seq + 1 where id = 0');
        await house.owner(
          `insert into journal select 0, b.seq, 'test_draw', 'test:' || b.seq, 0, $1, array[$2, 'custody']::account[],
            '{USDT,USDT}', array[-$3::numeric, $3::numeric] from book b where b.id = 0`,
          [slot, account, held],
        );
      }
    },
  };
}

/** Grants money without the deposit that would normally bring it in. */
const grant = command({
  name: 'test.grant',
  gather: (_: { usdt: Amount }) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: ({ usdt }: { usdt: Amount }, facts: Facts) => {
    if (!facts.houseHas('equity', 'USDT', usdt))
      throw new Error('expected the house to hold the funds, found too little');
    const lines = [
      { account: 'equity', currency: 'USDT', amount: -usdt },
      { account: 'spot', currency: 'USDT', amount: usdt },
    ] as const;
    return ok({ answer: {}, journals: [journal('demo_grant', `customer:${facts.book}`, lines)] });
  },
});
