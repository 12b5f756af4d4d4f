/** Executor, tape and engine on a separate database, with customers who may trade with leverage. The test sets the prices. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { command } from '../../src/commands/command.ts';
import type { Command, SubmissionOutcome } from '../../src/commands/command.ts';
import { openHouse } from '../../src/commands/testing/house.ts';
import type { House } from '../../src/commands/testing/house.ts';
import { Engine } from '../../src/engine/engine.ts';
import { breaches } from '../../src/app/breaches.ts';
import { spotTriggers } from '../../src/features/spot/triggers.ts';
import { closePositionAt, openPosition } from '../../src/positions/commands.ts';
import type { OpeningOrder } from '../../src/positions/opening.ts';
import { positionTriggers } from '../../src/positions/triggers.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import { signHeads } from '../../src/quotes/checkpoints.ts';
import { sha256Chain } from '../../src/quotes/chain-hash.ts';
import { createLatest } from '../../src/quotes/latest.ts';
import { takeLead } from '../../src/quotes/leader.ts';
import { openSigningKey } from '../../src/proofs/keys/signing-key.ts';
import { readHeads } from '../../src/quotes/tape-store.ts';
import { createTape } from '../../src/quotes/tape.ts';

export const SYMBOL = 'BTC/USDT';
const START_MS = Date.UTC(2026, 0, 14, 12);

const fund = command({
  name: 'test.fund',
  gather: (_: { usdt: Amount }) => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: ({ usdt }) =>
    ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [
          { account: 'equity', currency: 'USDT', amount: -usdt },
          { account: 'spot', currency: 'USDT', amount: usdt },
        ]),
        journal('transfer', 'test:transfer', [
          { account: 'spot', currency: 'USDT', amount: -usdt },
          { account: 'contract', currency: 'USDT', amount: usdt },
        ]),
      ],
    }),
});

export type FloorOrder = Pick<OpeningOrder, 'side' | 'quantity' | 'leverage'> &
  Partial<Pick<OpeningOrder, 'worstPrice' | 'stopLoss' | 'takeProfit' | 'trailing' | 'type' | 'price'>>;

export type TradingFloor = Awaited<ReturnType<typeof openTradingFloor>>;

export async function openTradingFloor({
  symbol = SYMBOL,
  product = 'contract',
}: { readonly symbol?: string; readonly product?: 'contract' | 'forex' } = {}) {
  const database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  let engine: Engine | undefined;
  const house: House = await openHouse(database, { onArmed: () => void engine?.poke() });
  const troubles: unknown[] = [];
  const tape = createTape({
    pool: house.pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf: (quote) => quote.feedTimeMs,
    marketNow: () => 0,
    staleAfterMs: () => 600_000,
    fillAgeMs: () => 1_000,
    wallNow: Date.now,
    onFenced: () => troubles.push('fenced'),
    report: (text) => troubles.push(text),
  });
  const epoch = await takeLead(house.pool, { role: 'market', owner: 'test', atOnce: true });
  const rateSymbol = rateSymbolOf(instruments.get(symbol)!.quote);
  await tape.lead(epoch ?? 0n, rateSymbol === null ? [symbol] : [symbol, rateSymbol]);
  const keyFolder = mkdtempSync(join(tmpdir(), 'candor-floor-'));
  const signingKey = openSigningKey(join(keyFolder, 'tape-signing-key.pem'));
  let marketMs = START_MS;
  let keys = 0;
  const key = (): string => `key ${(keys += 1)}`;

  return {
    pool: house.pool,
    troubles,
    /** Runs SQL as the owner, for changes that no serving role can make. */
    owner: house.owner,
    /** Runs a command for a customer. */
    run: <Input, Answer, Code extends string>(
      one: Command<Input, Answer, Code>,
      input: Input,
      book: bigint,
    ): Promise<SubmissionOutcome<Answer, Code>> => house.run(one, input, { book, key: key() }),

    /** The violations in the books, read over a connection without a short time limit. */
    async breaches() {
      const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
      try {
        return await breaches(owner);
      } finally {
        await owner.end();
      }
    },

    /** Adds customers, each with a given amount in the contract account. */
    async customers(usdt: readonly string[]): Promise<bigint[]> {
      const books = await house.customers(usdt.length);
      await house.owner(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by,
            language, lever_enabled, registered_ms)
          select id, id::text, id::text, id::text, id::text, '', '1990-01-01', 0, 'en', true, 0 from unnest($1::bigint[]) id`,
        [books.map(String)],
      );
      // Forex and metals require a bank card.
      await house.owner('insert into bank_card (book, bound_ms) select id, 0 from unnest($1::bigint[]) id', [
        books.map(String),
      ]);
      await Promise.all(
        books.map(async (book, at) => {
          const funded = await house.run(fund, { usdt: amount(usdt[at]!) }, { book, key: key() });
          if (!funded.ok) throw new Error(funded.refusal.code);
        }),
      );
      return books;
    },

    /** Writes the next quote to the tape, by default a second after the previous one. */
    async quote(bid: Amount, ask: Amount, afterMs = 1000): Promise<TapeEntry> {
      // The market clock is set to the newest quote's time.
      marketMs += afterMs;
      const timeMs = marketMs;
      await house.owner('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [timeMs]);
      await tape.append([{ symbol, bid, ask, volume: 0n, feedTimeMs: timeMs }]);
      return tape.head(symbol)!;
    },

    async sign(): Promise<void> {
      await signHeads(house.pool, signingKey, { epoch: epoch ?? 0n, heads: await readHeads(house.pool) });
    },

    open(book: bigint, order: FloorOrder) {
      const usual = {
        price: undefined,
        worstPrice: undefined,
        feeRateShown: undefined,
        financingRateShown: undefined,
        takeProfit: undefined,
        trailing: undefined,
      } as const;
      const input = {
        ...({ instrument: instruments.get(symbol)!, product, type: 'market' } as const),
        ...({ collateral: 'contract', stopLoss: undefined, jurisdictions: 'demo', ...usual } as const),
        ...order,
        termsAt: ((instrument) => instrument) satisfies OpeningOrder['termsAt'],
      };
      return house.run(openPosition, input, { book, key: key() });
    },

    close(book: bigint, id: string, quantity?: Amount) {
      const input = { id: BigInt(id), product, quantity, instruments } as const;
      return house.run(closePositionAt, input, { book, key: key() });
    },

    async startEngine(): Promise<void> {
      const deps = { executor: house.executor, instruments, jurisdictions: 'demo', now: Date.now } as const;
      engine = new Engine({
        pool: house.pool,
        onEntries: tape.onEntries,
        sources: [...positionTriggers(deps), ...spotTriggers(deps)],
        nowMs: () => performance.now(),
        onTrouble: (text, error) => troubles.push([text, error]),
      });
      await engine.start();
    },

    async shut(): Promise<void> {
      await engine?.stop();
      await tape.follow();
      await house.close();
      await database.drop();
      rmSync(keyFolder, { recursive: true });
    },
  };
}
