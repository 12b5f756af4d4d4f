/**
 * Executor, tape and engine on a separate database, in a market with real hours: pounds in dollars, euros in pounds, and the
 * pound's conversion rate, which the former implies and the latter uses. The clock is set to each price's time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { command } from '../../src/commands/command.ts';
import { openHouse } from '../../src/commands/testing/house.ts';
import type { House } from '../../src/commands/testing/house.ts';
import { Engine } from '../../src/engine/engine.ts';
import { breaches } from '../../src/app/breaches.ts';
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

export const PAIRS = ['GBP/USD', 'EUR/GBP'] as const;
export const RATE = 'GBP/USDT';
const HALF = amount('0.00006');

export type Price = { readonly timeMs: number; readonly mid: Amount };

/** Returns two prices an hour, so that the first entry of an hour is seldom the pair's own. */
export function pricesOf(file: string): readonly Price[] {
  const path = fileURLToPath(new URL(`../../../fixtures/market/${file}`, import.meta.url));
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [seconds = '', first = '', , , last = ''] = line.split(',');
    const timeMs = Number(seconds) * 1000;
    return [
      { timeMs, mid: amount(first) },
      { timeMs: timeMs + 1_800_000, mid: amount(last) },
    ];
  });
}

const fund = command({
  name: 'test.fund',
  gather: () => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: () => {
    const usdt = (account: 'equity' | 'spot' | 'contract', moved: string) => ({
      ...{ account, currency: 'USDT', amount: amount(moved) },
    });
    return ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [usdt('equity', '-1000000'), usdt('spot', '1000000')]),
        journal('transfer', 'test:transfer', [usdt('spot', '-1000000'), usdt('contract', '1000000')]),
      ],
    });
  },
});

export type NightFloor = Awaited<ReturnType<typeof openNightFloor>>;

export async function openNightFloor() {
  const database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  const troubles: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'candor-nights-'));
  let nowMs = 0;
  let keys = 0;
  const key = (): string => `key ${(keys += 1)}`;
  const house: House = await openHouse(database, { onArmed: () => void engine.poke() });
  const tape = createTape({
    ...{ pool: house.pool, hash: sha256Chain, latest: createLatest(), wallNow: Date.now },
    ...{ timeOf: (quote) => quote.feedTimeMs, marketNow: () => nowMs, staleAfterMs: () => 600_000 },
    fillAgeMs: () => 1_000,
    onFenced: () => troubles.push('fenced'),
    report: (text) => troubles.push(text),
  });
  const epoch = (await takeLead(house.pool, { role: 'market', owner: 'test', atOnce: true })) ?? 0n;
  await tape.lead(epoch, [...PAIRS, RATE]);
  const engine = new Engine({
    ...{ pool: house.pool, onEntries: tape.onEntries, nowMs: () => performance.now() },
    sources: positionTriggers({
      ...{ executor: house.executor, instruments, jurisdictions: 'demo', now: Date.now },
    }),
    onTrouble: (text, error) => troubles.push([text, error]),
  });
  await engine.start();

  return {
    pool: house.pool,
    logged: house.logged,
    troubles,

    /** Sets the market clock to the price's time and quotes both pairs, with the first one alternating. */
    async step({ timeMs, mid }: Price, at: number): Promise<void> {
      nowMs = timeMs;
      await house.owner('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [timeMs]);
      const cross = (amount('1.12') * ONE) / mid / 1000n;
      const pound = { symbol: PAIRS[0], bid: mid - HALF, ask: mid + HALF };
      const euro = { symbol: PAIRS[1], bid: cross * 1000n - HALF, ask: cross * 1000n + HALF };
      const quotes = at % 4 < 2 ? [pound, euro] : [euro, pound];
      await tape.append(quotes.map((one) => ({ ...one, volume: 0n, feedTimeMs: timeMs })));
    },

    /** Resolves once all firings of a step are committed. */
    async settled(): Promise<void> {
      const isSettled = async (): Promise<boolean> => {
        const heads = new Map((await readHeads(house.pool)).map((head) => [head.symbol, head.seq]));
        const { rows } = await house.pool.query<{ symbol: string; handled_seq: string }>(
          'select symbol, handled_seq from engine_position',
        );
        const behind = rows.filter(({ symbol, handled_seq: seq }) => (heads.get(symbol) ?? 0n) > BigInt(seq));
        return rows.length > 0 && behind.length === 0;
      };
      await expect.poll(isSettled, { timeout: 20_000, interval: 50 }).toBe(true);
    },

    async open(
      book: bigint,
      symbol: string,
      { side, ...change }: Pick<OpeningOrder, 'side'> & Partial<OpeningOrder>,
    ) {
      const instrument = instruments.get(symbol)!;
      const order: OpeningOrder = {
        ...{ instrument, termsAt: (one) => one, product: 'forex', side, type: 'market' },
        ...{ quantity: amount('0.5'), leverage: 20, collateral: 'contract' },
        ...{ price: undefined, worstPrice: undefined },
        ...{ feeRateShown: undefined, financingRateShown: undefined, jurisdictions: 'demo' },
        ...{ takeProfit: undefined, stopLoss: undefined, trailing: undefined },
        ...change,
      };
      const outcome = await house.run(openPosition, order, { book, key: key() });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
      return BigInt(outcome.value.id);
    },

    /** Closes a part or all of the open quantity, after the firing of everything reached earlier. */
    async close(book: bigint, id: bigint, quantity?: Amount): Promise<string> {
      const input = { id, product: 'forex', quantity, instruments } as const;
      const fateNow = async (): Promise<string> => {
        const outcome = await house.run(closePositionAt, input, { book, key: key() });
        return outcome.ok ? 'closed' : outcome.refusal.code;
      };
      let fate = await fateNow();
      for (const endsMs = performance.now() + 60_000; fate === 'busy' && performance.now() < endsMs;) {
        // oxlint-disable-next-line no-await-in-loop
        await delay(50);
        // oxlint-disable-next-line no-await-in-loop
        fate = await fateNow();
      }
      // Some positions may have been liquidated by then.
      if (!['closed', 'position_not_open'].includes(fate))
        throw new Error([`${id} ${fate}`, ...troubles].flat().map(String).join('\n'));
      return fate;
    },

    async customer(): Promise<bigint> {
      const [book = 0n] = await house.customers(1);
      await house.owner(
        `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
          lever_enabled, registered_ms)
          values ($1::bigint, $1::text, $1::text, $1::text, $1::text, '', '1990-01-01', 0, 'en', true, 0)`,
        [book.toString()],
      );
      await house.owner('insert into bank_card (book, bound_ms) values ($1, 0)', [book.toString()]);
      const funded = await house.run(fund, {}, { book, key: key() });
      if (!funded.ok) throw new Error(funded.refusal.code);
      return book;
    },

    async sign(): Promise<void> {
      await signHeads(house.pool, openSigningKey(join(folder, 'tape-signing-key.pem')), {
        epoch,
        heads: await readHeads(house.pool),
      });
    },

    breaches: () => breaches({ query: async (sql: string) => ({ rows: await house.owner(sql) }) } as never),

    async shut(): Promise<void> {
      await engine.stop();
      await tape.follow();
      await house.close();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
