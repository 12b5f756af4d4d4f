/**
 * A customer's timeline over HTTP: one of each trade with the public entries that it used, filters, pages, and the plans of its
 * statements for a customer with a hundred thousand journals.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { customerAt, tradeOneOfEach, withdrawAndPay } from '@candor/testing/one-of-each.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import type { Account } from '@candor/domain/ledger/account.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import { breaches } from '../../app/breaches.ts';
import { newestRecords } from '../../operators/audit.ts';

type Item = ConsoleOutput<'GET timeline'>['items'][number];

let server: WholeServer;
let owner: Pool;
let customer: string;
let sam: ConsoleLine;
let whole: readonly Item[];

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = createPool(server.ownerUrl, { max: 2 });
  const lena = await customerAt(server.origin);
  await tradeOneOfEach(lena);
  await withdrawAndPay(lena, server, server.ownerUrl);
  ({ id: customer } = await lena<{ id: string }>('GET user/info'));
  sam = await openConsoleLine({ ...server, ownerUrl: server.ownerUrl }, 'sam');
  whole = (await sam.done('GET timeline', { customer, limit: 100 })).items;
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const ofKind = (kind: string): Item => {
  const found = whole.find((item) => item.kind === kind);
  if (found === undefined) throw new Error(`expected ${kind} on the timeline, found none`);
  return found;
};

describe('the timeline of a customer with one item of each kind', () => {
  it.for<[string, Partial<Item>]>([
    [
      'spot_buy',
      { what: 'spot', product: 'spot', symbol: 'BTC/USDT', side: 'buy', quantity: '0.01', status: 'filled' },
    ],
    [
      'contract_open',
      { what: 'leverage', product: 'contract', side: 'long', quantity: '0.01', status: 'closed' },
    ],
    ['contract_close', { what: 'leverage', product: 'contract', quantity: '0.01', reason: 'customer' }],
    ['option_stake', { what: 'option', product: 'option', side: 'up', status: 'open' }],
    ['transfer', { what: 'transfer', product: null, evidence: [] }],
    ['withdrawal_hold', { what: 'withdrawal', network: 'tron', status: 'success', by: null }],
    ['withdrawal_pay', { what: 'withdrawal', by: 'theo', text: '5a'.repeat(32) }],
    ['withdrawal.approve', { what: 'operator', by: 'rosa', journal: null }],
  ])('has %s with its details', ([kind, details]) => {
    expect(ofKind(kind)).toMatchObject(details);
  });

  it.for(['spot_buy', 'contract_open', 'contract_close'])(
    'links %s to its tape entry, which is public',
    async (kind) => {
      const { evidence } = ofKind(kind);
      expect(evidence).toHaveLength(1);
      const [entry] = evidence;
      // The test's server chose its port itself.
      const { pathname, search } = new URL(entry?.url ?? '');
      const answer = await fetch(`${server.origin}${pathname}${search}`);
      const { message } = (await answer.json()) as { message: Record<string, unknown>[] };
      expect(message).toHaveLength(1);
      expect(message[0]).toMatchObject({ seq: entry?.seq });
      expect([message[0]?.['bid'], message[0]?.['ask']]).toContain(entry?.price);
    },
  );

  it.for(['1-1-99999999999-1', '1-1-1', 'a-1-1-1', `1-1-1-${'9'.repeat(19)}`])(
    'refuses %s as a cursor',
    async (cursor) => {
      const { body } = await sam.ask('GET timeline', { customer, cursor });
      expect(body).toMatchObject({ error: 'parameter_wrong' });
    },
  );

  it('shows complete journals, which sum to zero in each currency', () => {
    const journals = whole.flatMap(({ journal }) => journal ?? []);
    expect(journals.length).toBeGreaterThan(8);
    for (const { postings } of journals) {
      const sums = new Map<string, bigint>();
      for (const { currency, amount, account, own } of postings) {
        const units = parseAmount(amount.replace('-', '')) ?? 0n;
        sums.set(currency, (sums.get(currency) ?? 0n) + (amount.startsWith('-') ? -units : units));
        expect(own).toBe(!isHouseAccount(account as Account));
      }
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    }
  });

  it('agrees with the customer’s current holds', async () => {
    const { holds } = await sam.done('GET customer', { customer });
    expect(holds).toMatchObject([{ ref: `option:${ofKind('option_stake').of?.id}`, amount: '10' }]);
  });

  it.for<[string, object, (item: Item) => boolean]>([
    ['kind', { kind: 'withdrawal' }, ({ what }) => what === 'withdrawal'],
    ['holds', { kind: 'hold' }, ({ kind }) => /_(?:hold|release)$/.test(kind)],
    ['product', { product: 'contract' }, ({ product }) => product === 'contract'],
    ['instrument', { symbol: 'BTC/USDT' }, ({ symbol }) => symbol === 'BTC/USDT'],
    ['text', { q: '5a5a' }, ({ kind }) => kind === 'withdrawal_pay'],
    ['operator', { q: 'ROSA' }, ({ by }) => by === 'rosa'],
  ])('is filtered by %s', async ([, filter, matches]) => {
    const { items, next } = await sam.done('GET timeline', { customer, limit: 100, ...filter });
    expect(items).toEqual(whole.filter(matches));
    expect(items.length).toBeGreaterThan(0);
    expect(next).toBeNull();
  });

  it('returns the same rows in smaller pages', async () => {
    const paged: Item[] = [];
    let cursor: string | undefined;
    do {
      // Each page begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop
      const page = await sam.done('GET timeline', { customer, limit: 4, cursor });
      paged.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
  });

  it('counts each view as a read of personal data', async () => {
    const reads = async () =>
      (
        await owner.query<{ count: number }>(
          `select count(*)::int from operator_hour h where h.what = 'reads' and h.person = 'ines' and h.customer = $1`,
          [customer],
        )
      ).rows[0]?.count;
    const ines = await openConsoleLine({ ...server, ownerUrl: server.ownerUrl }, 'ines');
    expect(await reads()).toBe(0);
    await ines.done('GET timeline', { customer });
    expect(await reads()).toBe(1);
    expect(await newestRecords(owner, 1)).toHaveLength(1);
  });
});

describe('the timeline of a customer with a hundred thousand journals', () => {
  const MANY = 100_000;
  const DAY = 86_400_000;

  beforeAll(async () => {
    // The copies of journals that follow belong to no order.
    expect(await breaches(owner)).toEqual([]);
    const seq = `(select max(j.seq) from journal j where j.book = ${customer})`;
    // Newer than everything, at one a minute, so that numbers and times agree.
    await owner.query(`set session_replication_role = replica`);
    await owner.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select j.book, ${seq} + n, case when n % 1000 = 500 then 'transfer' else j.kind end, j.ref, j.time_ms + n * 60000::bigint, j.slot, j.accounts,
          j.currencies, j.amounts
        from journal j cross join generate_series(1, ${MANY}) n where j.book = ${customer} and j.kind = 'spot_buy' limit ${MANY}`,
    );
    await owner.query(`set session_replication_role = origin`);
    await owner.query('vacuum analyze journal');
  });

  it('returns each page within the time limit, even far back or for a rare kind', async () => {
    const first = ofKind('spot_buy').time;
    const timed = async (filter: object): Promise<[number, ConsoleOutput<'GET timeline'>]> => {
      const start = performance.now();
      const page = await sam.done('GET timeline', { customer, limit: 30, ...filter });
      return [performance.now() - start, page];
    };
    await timed({});
    const far = first + 30 * 86_400;
    for (const [filter, expected] of [
      [{}, 'spot_buy'],
      [{ to: far }, 'spot_buy'],
      [{ to: far, kind: 'transfer' }, 'transfer'],
    ] as const) {
      // One measurement after the other.
      // oxlint-disable-next-line no-await-in-loop
      const [took, { items }] = await timed(filter);
      expect(items.length).toBeGreaterThan(5);
      expect(items[0]?.kind).toBe(expected);
      if ('to' in filter) {
        expect(items[0]?.time).toBeLessThanOrEqual(far);
        expect(items[0]?.time).toBeGreaterThan(far - DAY / 1000);
      }
      expect(took).toBeLessThan(1000);
    }
  });
});
