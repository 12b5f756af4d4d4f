/**
 * A simulated day of the demo's market, which the test advances in steps, with the real executor, tape and engine. The
 * customers hold both experience credit and money of their own, and trade both with the server's commands.
 */
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { REFERRAL_FEES_PART } from '@candor/domain/referral/shares.ts';
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import pg from 'pg';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { command } from '../../src/commands/command.ts';
import { openHouse } from '../../src/commands/testing/house.ts';
import type { House } from '../../src/commands/testing/house.ts';
import { Engine } from '../../src/engine/engine.ts';
import { convertCredit } from '../../src/features/experience/commands.ts';
import { experienceTriggers } from '../../src/features/experience/triggers.ts';
import { readStanding } from '../../src/features/experience/store.ts';
import { buyTicket } from '../../src/features/options/commands.ts';
import { optionTriggers, optionsCreditStakes } from '../../src/features/options/triggers.ts';
import { openExposureCounters } from '../../src/features/options/store.ts';
import { activeCreditNeed, grantCredit } from '../../src/identity/experience-credit.ts';
import { breaches } from '../../src/app/breaches.ts';
import { closePositions, openPosition } from '../../src/positions/commands.ts';
import { debtsCreditStakes } from '../../src/positions/debts.ts';
import { positionTriggers } from '../../src/positions/triggers.ts';
import { catalogue, instruments } from '../../src/quotes/catalogue.ts';
import { sha256Chain } from '../../src/quotes/chain-hash.ts';
import { modelNumber, simulatedQuote } from '../../src/quotes/feeds/simulated-quote.ts';
import { createSimulation } from '../../src/quotes/feeds/simulation.ts';
import { createLatest } from '../../src/quotes/latest.ts';
import { takeLead } from '../../src/quotes/leader.ts';
import { createTape } from '../../src/quotes/tape.ts';

const START_MS = Date.UTC(2026, 0, 14, 0, 0, 1);
export const COINS = ['BTC/USDT', 'ETH/USDT'] as const;
export type Coin = (typeof COINS)[number];
const CREDIT = amount('100');
const OWN = { spot: '10000', contract: '60000', option: '30000' } as const;
const PATIENCE_MS = 30_000;

const fund = command({
  name: 'test.fund_beside_credit',
  gather: (_: Record<string, never>) => ({
    balances: [
      ...(['spot', 'contract', 'option', 'promo'] as const).map((account) => [account, 'USDT'] as const),
    ],
    house: [
      ['equity', 'USDT'],
      ['promotions', 'USDT'],
    ],
    open: [activeCreditNeed],
  }),
  decide: (_: Record<string, never>, facts) => {
    const usdt = (
      account: 'spot' | 'contract' | 'option' | 'promo' | 'equity' | 'promotions',
      sum: Amount,
    ) => ({
      ...{ account, currency: 'USDT', amount: sum },
    });
    const own = amount('100000');
    return ok({
      answer: {},
      ...grantCredit(facts, { amount: CREDIT, journalSeq: facts.journalSeq }),
      journals: [
        journal('demo_grant', `customer:${facts.book}`, [
          ...[usdt('equity', -own), usdt('spot', own), usdt('promotions', -CREDIT), usdt('promo', CREDIT)],
        ]),
        ...(['contract', 'option'] as const).map((account) =>
          journal('transfer', `test:${account}`, [
            usdt('spot', -amount(OWN[account])),
            usdt(account, amount(OWN[account])),
          ]),
        ),
      ],
    });
  },
});

/** The actions of a trader. Refusals are returned as answers. */
export type Trader = {
  readonly book: bigint;
  /** The part of the credit that is not frozen. */
  credit(): Promise<Amount>;
  position(order: {
    readonly coin: Coin;
    readonly side: 1 | -1;
    readonly usdt: number;
    readonly leverage: number;
    readonly of: 'promo' | 'contract';
  }): Promise<boolean>;
  ticket(order: {
    readonly coin: Coin;
    readonly side: 1 | -1;
    readonly stake: string;
    readonly of: 'promo' | 'option';
  }): Promise<boolean>;
  close(): Promise<void>;
  /** Converts as much credit as possible. Returns the amount that became money. */
  convert(): Promise<Amount>;
};

const STAKES = [optionsCreditStakes, debtsCreditStakes];

export type CreditFloor = Awaited<ReturnType<typeof openCreditFloor>>;

export async function openCreditFloor(seed: string) {
  const database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  let poke = (): void => undefined;
  const house: House = await openHouse(database, { onArmed: () => poke() });
  await openExposureCounters(house.pool, COINS);
  const troubles: unknown[] = [];
  let nowMs = START_MS;
  const tape = createTape({
    ...{ pool: house.pool, hash: sha256Chain, latest: createLatest(), wallNow: Date.now },
    timeOf: (quote) => quote.feedTimeMs,
    marketNow: () => nowMs,
    staleAfterMs: () => 36_000_000,
    fillAgeMs: () => 36_000_000,
    onFenced: () => troubles.push('fenced'),
    report: (text) => troubles.push(text),
  });
  const epoch = await takeLead(house.pool, { role: 'market', owner: 'test', atOnce: true });
  await tape.lead(epoch ?? 0n, [...COINS]);
  const known = { executor: house.executor, instruments, jurisdictions: 'demo', now: Date.now } as const;
  const engine = new Engine({
    pool: house.pool,
    onEntries: tape.onEntries,
    sources: [
      ...positionTriggers(known),
      ...optionTriggers({ ...known, pool: house.pool }),
      experienceTriggers({ ...known, stakes: STAKES }),
    ],
    nowMs: () => performance.now(),
    onTrouble: (text, error) => troubles.push([text, error]),
  });
  await engine.start();
  poke = () => void engine.poke();
  const listings = catalogue.filter(({ instrument }) => COINS.includes(instrument.symbol as Coin));
  const simulation = createSimulation({ seed, listings });
  let keys = 0;
  const at = (book: bigint) => ({ book, key: `key ${(keys += 1)}` });

  /** Advances the market by a step, computed in the market's own smaller steps. Each coin is quoted at the end. */
  async function step(stepMs: number): Promise<void> {
    for (let passed = 0; passed < stepMs; passed += 2_000) simulation.step(2_000, () => true);
    nowMs += stepMs;
    await house.owner('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [nowMs]);
    await tape.append(
      [...simulation.prices.values()].map((state) =>
        simulatedQuote(state, { feedTimeMs: nowMs, minutes: 1 }, simulation.random),
      ),
    );
  }

  /** Waits until no expired ticket is open. */
  async function ended(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const [row] = await house.owner<{ open: number }>(
        `select count(*)::int as open from option_ticket where status = 'open' and (strike is null or expires_ms < $1)
          and accepted_ms < $1`,
        [nowMs],
      );
      if (row?.open === 0) return;
      if (performance.now() > deadline)
        throw new Error(`expected all tickets to settle, found ${row?.open} open`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  const balanceOf = async (book: bigint, accounts: readonly string[]): Promise<Amount> => {
    const rows = await house.owner<{ amount: string }>(
      `select amount::text from balance where book = $1 and currency = 'USDT' and account = any ($2::account[])`,
      [book, accounts],
    );
    return rows.reduce((sum, row) => sum + amount(row.amount), 0n);
  };

  /** Counts the refusals of bots by reason. */
  const refused = new Map<string, number>();
  const countRefusal = (
    outcome: { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly code: string } },
  ): boolean => {
    if (!outcome.ok) refused.set(outcome.refusal.code, (refused.get(outcome.refusal.code) ?? 0) + 1);
    return outcome.ok;
  };

  const trader = (book: bigint): Trader => ({
    book,
    credit: () => balanceOf(book, ['promo']),
    position: async ({ coin, side, usdt, leverage, of }) => {
      const instrument = instruments.get(coin)!;
      const last = tape.head(coin)!.last;
      const steps = Math.floor(
        (usdt * 1e8) / (modelNumber(last) * 1e8 * modelNumber(instrument.contractStep)),
      );
      const usual = {
        ...{
          price: undefined,
          worstPrice: undefined,
          feeRateShown: undefined,
          financingRateShown: undefined,
        },
        ...{ takeProfit: undefined, stopLoss: undefined, trailing: undefined },
        ...({ product: 'contract', type: 'market', jurisdictions: 'demo' } as const),
        termsAt: <Terms>(terms: Terms) => terms,
      } as const;
      const quantity = BigInt(steps) * instrument.contractStep;
      const order = {
        instrument,
        side: side > 0 ? 'long' : 'short',
        quantity,
        leverage,
        collateral: of,
      } as const;
      return countRefusal(await house.run(openPosition, { ...usual, ...order }, at(book)));
    },
    ticket: async ({ coin, side, stake, of }) => {
      const usual = { payoutShown: undefined, stakeInstrument: undefined, jurisdictions: 'demo' } as const;
      const order = {
        product: 'crypto',
        currency: 'USDT',
        seconds: 300,
        termsAt: () => OPTION_TERMS,
      } as const;
      const mine = {
        instrument: instruments.get(coin)!,
        side: side > 0 ? 'up' : 'down',
        source: of,
      } as const;
      return countRefusal(
        await house.run(buyTicket, { ...usual, ...order, ...mine, stake: amount(stake) }, at(book)),
      );
    },
    close: async () => {
      const all = { side: undefined, product: 'contract', symbol: undefined, instruments } as const;
      await house.run(closePositions, all, at(book));
    },
    convert: async () => {
      const standing = await readStanding(house.pool, book);
      const read = standing && { ...standing, credit: standing.credit.id };
      const converted = await house.run(convertCredit, { stakes: STAKES, read }, at(book));
      return converted.ok ? amount(converted.value.amount) : 0n;
    },
  });

  return {
    troubles,
    refused,
    logged: house.logged,
    step,
    ended,

    /** Adds customers with credit and money of their own. */
    async traders(count: number): Promise<Trader[]> {
      const books = await house.customers(count);
      await house.owner(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by,
            language, lever_enabled, registered_ms)
          select id, id::text, id::text, id::text, id::text, '', '1990-01-01', 0, 'en', true, 0 from unnest($1::bigint[]) id`,
        [books.map(String)],
      );
      for (const book of books) {
        const funded = await house.run(fund, {}, at(book));
        if (!funded.ok) throw new Error(funded.refusal.code);
      }
      return books.map(trader);
    },

    /** The gain of a trader's own money, in USDT. All of the trader's positions and tickets must be closed. */
    async profitOf({ book }: Trader): Promise<number> {
      const own = await balanceOf(book, ['spot', 'contract', 'contract_frozen', 'option']);
      return Number(formatAmount(own - amount('100000')));
    },

    /**
     * The part of the profit that was luck: the results of prices on positions, and of tickets beyond their average, all paid
     * with the trader's own money. In an unknown market, it is zero on average, whatever else a trader holds.
     */
    async luckOf({ book }: Trader): Promise<number> {
      const [row] = await house.owner<{ luck: string }>(
        `select (coalesce((select sum((c ->> 'pnl')::numeric) from position p, jsonb_array_elements(p.closes) c
            where p.book = $1 and p.collateral = 'contract'), 0)
          + coalesce((select sum(t.pnl + (t.stake - t.profit) / 2) from option_ticket t
            where t.book = $1 and t.source = 'option' and t.status in ('won', 'lost')), 0))::text as luck`,
        [book],
      );
      return Number(row?.luck);
    },

    /** The gains from a trader's credit that remained credit. */
    async keptBy({ book }: Trader): Promise<number> {
      const [row] = await house.owner<{ kept: string }>(
        `select coalesce(sum(amount), 0)::text as kept from posting where book = $1 and kind = 'experience_keep' and account = 'promo'`,
        [book],
      );
      return Number(row?.kept);
    },

    /** The fees that a trader paid with own money, as the limit on conversions counts them. */
    async feesOf({ book }: Trader): Promise<number> {
      const [row] = await house.owner<{ fees: string }>(
        'select coalesce(sum(amount), 0)::text as fees from experience_paid where book = $1',
        [book],
      );
      return Number(row?.fees);
    },

    async sharesOf({ book }: Trader): Promise<number> {
      const [row] = await house.owner<{ shares: string }>(
        'select (fees / $2 - given)::text as shares from referral_basis where book = $1',
        [book, REFERRAL_FEES_PART.toString()],
      );
      return Number(row?.shares);
    },

    /** The violations in the books, read over a connection without a short time limit. */
    async breaches() {
      const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
      try {
        return await breaches(owner);
      } finally {
        await owner.end();
      }
    },

    async shut(): Promise<void> {
      await engine.stop();
      await tape.follow();
      await house.close();
      await database.drop();
    },
  };
}
