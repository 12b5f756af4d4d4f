/**
 * No group of customers is favoured. The server sells and settles ten thousand tickets on a driftless tape, and the test splits
 * them by attributes that could tempt a platform to treat customers differently. Every group wins as often as a fair coin,
 * within chance.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { TicketRow } from '../src/features/options/tables.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { openOptionFloor } from './testing/option-floor.ts';
import type { OptionFloor } from './testing/option-floor.ts';
import { differenceOf, isFairShare, strayOf, winRate } from './testing/statistics.ts';
import type { Tally } from './testing/statistics.ts';

const CUSTOMERS = 200;
const ROUNDS = 50;
/** The number of instants in each round at which customers buy, each with a separate strike. */
const INSTANTS = 4;
const SECONDS = 30;
const START_MS = Date.UTC(2026, 0, 14, 12);
const ROUND_MS = 120_000;
const ENTRY_EVERY_MS = 500;
const TICK = amount('0.01');
/** The standard deviation of the price between two entries, in ticks. */
const MOVE_TICKS = 400;

type Customer = {
  readonly book: bigint;
  readonly usdt: Amount;
  readonly ageDays: number;
  /** The platform never requests this attribute; the label exists only in this test. */
  readonly country: string;
};
type Ended = {
  readonly row: TicketRow;
  readonly customer: Customer;
  /** The customer's net gain from all tickets that ended before this ticket was bought. */
  readonly profitSoFar: Amount;
};

const random = createRandom('equal treatment');
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random.next() * values.length)]!;

let floor: OptionFloor;
let ended: readonly Ended[] = [];
let tape: ReadonlyMap<bigint, TapeEntry>;

beforeAll(async () => {
  floor = await openOptionFloor();
  const drawn = Array.from({ length: CUSTOMERS }, () => ({
    usdt: amount(oneOf(['200000', '1000000', '50000000'])),
    ageDays: oneOf([0, 7, 90, 1500]),
    country: oneOf(['DE', 'JP', 'BR', 'VN']),
  }));
  const books = await floor.customers(
    drawn.map(({ usdt, ageDays }) => ({ usdt, registeredMs: START_MS - ageDays * DAY_MS })),
  );
  const customers = drawn.map((one, at): Customer => ({ ...one, book: books[at]! }));
  ended = await tradeAll(customers);
  tape = await floor.tape();
}, 60_000);
afterAll(async () => {
  expect(await floor.breaches()).toEqual([]);
  expect([...floor.troubles, ...floor.logged()].slice(0, 3)).toEqual([]);
  await floor.shut();
});

let price = amount('64000');
const nextPrice = (): Amount => (price += TICK * BigInt(Math.round(MOVE_TICKS * random.normal())));

async function tradeAll(customers: readonly Customer[]): Promise<Ended[]> {
  const owners = new Map<string, { customer: Customer; profitSoFar: Amount }>();
  const profits = new Map<bigint, Amount>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await tradeRound(customers, START_MS + round * ROUND_MS);
    for (const [id, customer] of ids) {
      owners.set(id, { customer, profitSoFar: profits.get(customer.book) ?? 0n });
    }
    for (const row of await floor.tickets(ids.length)) {
      profits.set(row.book, (profits.get(row.book) ?? 0n) + row.pnl);
    }
  }
  return (await floor.tickets()).map((row) => ({ row, ...owners.get(row.id.toString())! }));
}

/**
 * Lets each customer buy one ticket at one of the round's instants. Returns the tickets with their owners once all have ended.
 */
async function tradeRound(customers: readonly Customer[], baseMs: number): Promise<[string, Customer][]> {
  const ids: [string, Customer][] = [];
  await floor.quote([{ last: nextPrice(), timeMs: baseMs }]);
  for (let instant = 0; instant < INSTANTS; instant += 1) {
    const headMs = baseMs + instant * ENTRY_EVERY_MS;
    await floor.setClock(headMs + Math.floor(random.next() * ENTRY_EVERY_MS));
    const buying = customers.filter((_, at) => at % INSTANTS === instant);
    const orders = buying.map((customer) => ({
      customer,
      ticket: {
        side: random.next() < 0.5 ? ('up' as const) : ('down' as const),
        seconds: SECONDS,
        // Stakes are evenly spread over the orders of magnitude, from 10 to 5,000.
        stake: ONE * BigInt(Math.floor(10 * 500 ** random.next())),
      },
    }));
    const bought = await Promise.all(orders.map(({ customer, ticket }) => floor.buy(customer.book, ticket)));
    const accepted = new Set<number>();
    bought.forEach((outcome, at) => {
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      accepted.add(outcome.value.accepted_seq);
      ids.push([outcome.value.id, buying[at]!]);
    });
    // One entry strikes all tickets bought at one instant.
    expect(accepted.size).toBe(1);
    await floor.quote([{ last: nextPrice(), timeMs: headMs + ENTRY_EVERY_MS }]);
  }
  const rest: { last: Amount; timeMs: number }[] = [];
  const endMs = (SECONDS + 14) * 1000;
  for (let ms = (INSTANTS + 1) * ENTRY_EVERY_MS; ms <= endMs; ms += ENTRY_EVERY_MS) {
    rest.push({ last: nextPrice(), timeMs: baseMs + ms });
  }
  await floor.quote(rest);
  await floor.allEnded();
  return ids;
}

type Split = { readonly name: string; readonly groupOf: (one: Ended) => string };

const splits: readonly Split[] = [
  {
    name: 'stake',
    groupOf: ({ row }) =>
      row.stake < amount('80') ? 'to 80' : row.stake < amount('630') ? 'to 630' : 'above',
  },
  { name: 'account age', groupOf: ({ customer }) => `${customer.ageDays} days` },
  { name: 'balance', groupOf: ({ customer }) => formatAmount(customer.usdt) },
  {
    name: 'profit so far',
    groupOf: ({ profitSoFar }) => (profitSoFar > 0n ? 'ahead' : 'behind'),
  },
  { name: 'country', groupOf: ({ customer }) => customer.country },
];

type Status = TicketRow['status'];

function talliesOf({ groupOf }: Split, statusOf: (one: Ended) => Status): Map<string, Tally> {
  const tallies = new Map<string, { won: number; lost: number }>();
  for (const one of ended) {
    const status = statusOf(one);
    if (status !== 'won' && status !== 'lost') continue;
    const tally = tallies.get(groupOf(one)) ?? { won: 0, lost: 0 };
    tally[status] += 1;
    tallies.set(groupOf(one), tally);
  }
  return tallies;
}

const asSettled = (one: Ended): Status => one.row.status;

function shown(tallies: ReadonlyMap<string, Tally>): string {
  return [...tallies]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([group, tally]) => {
      const [rate, stray] = [winRate(tally), strayOf(tally)].map((share) => (100 * share).toFixed(2));
      return `${group}: ${rate}% of ${tally.won + tally.lost} (±${stray})`;
    })
    .join(', ');
}

test('settles each ticket by its four entries, regardless of the buyer', () => {
  expect(ended).toHaveLength(CUSTOMERS * ROUNDS);
  for (const { row } of ended) {
    const at = (seq: bigint): TapeEntry => tape.get(seq)!;
    const [accepted, strike] = [at(row.acceptedSeq), at(row.strikeSeq!)];
    const [settle, after] = [at(row.settleSeq!), at(row.settleSeq! + 1n)];
    expect(settle.timeMs <= row.expiresMs && after.timeMs > row.expiresMs).toBe(true);
    expect(row.status).toBe(optionResult(row.side, { accepted, strike, settle, after }).status);
    expect([row.strike, row.settle]).toEqual([strike.last, settle.last]);
  }
});

describe.each(splits)('tickets split by $name', (split) => {
  test('win as often as a fair coin in every group', () => {
    const tallies = talliesOf(split, asSettled);
    const { chiSquare, chance } = differenceOf([...tallies.values()]);
    console.info(`by ${split.name}: ${shown(tallies)}; chi-square ${chiSquare.toFixed(2)} below ${chance}`);
    expect([...tallies].filter(([, tally]) => !isFairShare(tally))).toEqual([]);
    expect(chiSquare).toBeLessThan(chance);
  });

  /**
   * Applies a copy of the rule that settles one group slightly later if that is worse for the group; no receipt would show it.
   */
  test('reveal a platform that settles any one group at the worst of several neighbouring entries', () => {
    for (const group of talliesOf(split, asSettled).keys()) {
      const tallies = talliesOf(split, (one) =>
        split.groupOf(one) === group ? bentStatus(one) : asSettled(one),
      );
      expect(isFairShare(tallies.get(group)!), group).toBe(false);
      const { chiSquare, chance } = differenceOf([...tallies.values()]);
      expect(chiSquare, group).toBeGreaterThan(chance);
    }
  });
});

/** How much later the manipulated rule may settle, in entries half a second apart. */
const BENT_ENTRIES = 20n;

function bentStatus({ row }: Ended): Status {
  for (let later = 0n; later <= BENT_ENTRIES; later += 1n) {
    const rise = tape.get(row.settleSeq! + later)!.last - row.strike!;
    if (rise !== 0n && rise > 0n !== (row.side === 'up')) return 'lost';
  }
  return row.status;
}
