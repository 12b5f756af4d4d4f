/**
 * Shows that the oracle of spot orders detects faults: a platform with one wrong rule gives some of the random orders a
 * different outcome. Without a server, each fault is planted in a copy of the oracle, whose outcomes are compared with those
 * of the true oracle, over the orders and the history of `order-kinds-oracle.test.ts`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { pausedMarket } from './testing/paused-market.ts';
import { randomSpotOrders } from './testing/random-spot-orders.ts';
import { spotFate } from './testing/spot-oracle.ts';
import type * as oracle from './testing/spot-oracle.ts';
import type { SpotEntry, SpotLife } from './testing/spot-oracle.ts';

const SYMBOL = 'BTC/USDT';
const BTC = instruments.get(SYMBOL)!;
/** More than the run with the server, which places about three hundred. */
const ORDERS = 500;
const STRETCH = {
  files: { [SYMBOL]: 'BTCUSDT_bybit_1m_2022-12-13_inflation.csv' },
  ...{ from: '2022-12-13T13:10', middle: '2022-12-13T14:10', to: '2022-12-13T15:30' },
  ...{ halfSpread: amount('0.05'), periodSeconds: 60 },
};
const SOURCE = readFileSync(fileURLToPath(new URL('testing/spot-oracle.ts', import.meta.url)), 'utf8');

let folder: string;
let tape: SpotEntry[];
let lives: SpotLife[];
let planted = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-faults-'));
  const entries = pausedMarket(STRETCH, folder).entries.get(SYMBOL)!;
  tape = entries.map((entry) => ({ ...entry, madeMs: entry.timeMs, gap: false, rejects: false }));
  const random = randomSpotOrders('inflation report', { reach: 0.012, restsMs: 3 * 3_600_000 });
  lives = Array.from({ length: ORDERS }, () => {
    const at = random.among(tape.length / 2);
    const { timeMs, ...quote } = tape[at]!;
    const next = tape.slice(at + 1, at + 401);
    const { how: _, ...wish } = random.order(BTC, { ...quote, next }, timeMs);
    const moment = (seq: number) => ({
      seq,
      ms: tape[seq - 1]!.timeMs + 1,
      ageMs: random.chance(0.7) ? 5000 : 0,
    });
    return { wish, accepted: moment(at + 1), changes: [] };
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [
    'a tie at a limit is given to the house',
    'price <= this.#limit : price >= this.#limit',
    'price < this.#limit : price > this.#limit',
  ],
  [
    'a tie at a stop is given to the house',
    'price >= this.#stop : price <= this.#stop',
    'price > this.#stop : price < this.#stop',
  ],
  [
    'a stop triggers a tick late',
    'price >= this.#stop : price <= this.#stop',
    'price >= this.#stop + 1_000_000n : price <= this.#stop - 1_000_000n',
  ],
  [
    'the stop of an OCO order is not watched',
    'if (this.#stop === undefined) return false;',
    `if (this.#stop === undefined || this.#life.wish.type === 'oco') return false;`,
  ],
  [
    'the limit of an OCO order is not watched',
    'if (this.#limit === undefined) return false;',
    `if (this.#limit === undefined || this.#life.wish.type === 'oco') return false;`,
  ],
  ['a trailing distance is off by one unit', ') >= this.#distance;', ') >= this.#distance + 1n;'],
  ['a trailing stop does not follow the price', 'price > this.#best : price < this.#best', 'false : false'],
  [
    'an immediate-or-cancel order rests',
    `return this.#endUnfilled('price_moved', entry.seq);`,
    'return undefined;',
  ],
  [
    'a stop-limit order forgets its limit',
    'if (isStopped && !this.#reachesLimit(price))',
    'if (isStopped && false)',
  ],
  ['an order expires a quote late', 'entry.timeMs >= (this.#expiresMs', 'entry.timeMs > (this.#expiresMs'],
  [
    'a fee is rounded down',
    'up(value * this.#terms.spotFeeRate, ONE);\n    this.#end',
    '(value * this.#terms.spotFeeRate) / ONE;\n    this.#end',
  ],
])('finds that %s', async (_, rule, fault) => {
  expect(SOURCE.split(rule).length, rule).toBe(2);
  const file = join(folder, `${(planted += 1)}.ts`);
  writeFileSync(
    file,
    SOURCE.replace(rule, () => fault),
  );
  const faulty = (await import(pathToFileURL(file).href)) as typeof oracle;
  const differing = lives.filter(
    (life) => described(faulty.spotFate(life, tape, BTC)) !== described(spotFate(life, tape, BTC)),
  );
  expect(differing.length).toBeGreaterThan(0);
});

const described = (fate: oracle.SpotFate): string =>
  JSON.stringify(fate, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
