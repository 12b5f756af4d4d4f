/**
 * Customers buy tickets concurrently. No money is staked twice, one key yields one ticket, and every limit holds to the unit,
 * even if two processes accept orders on one database.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { optionProfit } from '@candor/domain/trading/option.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { limits as optionsLimits } from '../src/features/options/limits.ts';
import { openOptionFloor } from './testing/option-floor.ts';
import type { OptionFloor } from './testing/option-floor.ts';

const GREATEST = amount('5000');
const RATIO = amount('0.8');

describe('concurrent ticket orders over HTTP', () => {
  let server: WholeServer;
  let token: string;
  beforeAll(async () => {
    server = await openWholeServer();
    token = await server.login();
    const funds = { currency: 'USDT', from: 'spot', to: 'option', amount: '5000' };
    await server.call('POST wallet/transfer', { fields: funds, token });
  });
  afterAll(async () => server.stop());

  const order = { symbol: 'BTC/USDT', side: 'up', seconds: 300, currency: 'USDT' };
  const submit = async (stake: string, key: string) =>
    (await server.call('POST microtrade/submit', { fields: { ...order, stake }, token, key })).body;

  /** Buys a ticket. Retries with the same key while the customer has too many requests waiting, as the app does. */
  async function answered(stake: string, key: string) {
    for (;;) {
      const body = await submit(stake, key);
      if (body.type === 'ok' || !['too_many_requests', 'busy'].includes(body.error)) return body;
    }
  }

  test('create only one ticket if each of fifty is for the whole balance', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answered('5000', `all-of-it-${at}`)),
    );
    const refused = answers.flatMap((answer) => (answer.type === 'error' ? [answer.error] : []));
    expect(refused).toEqual(Array.from({ length: 49 }, () => 'option_balance_insufficient'));
    const list = await server.call('GET microtrade/lists', { fields: { status: 'open' }, token });
    expect(list.body.message).toHaveLength(1);
    const wallets = (await server.call('POST wallet/list', { token })).body;
    const held = (wallets.message as CallOutput<'POST wallet/list'>).find((one) => one.currency === 'USDT');
    expect(held?.option).toMatchObject({ available: '0', frozen: '5000' });
  });

  test('create one ticket with one answer if twenty have the same key, and none for a different order', async () => {
    await server.call('POST demo/start_over', { token });
    const funds = { currency: 'USDT', from: 'spot', to: 'option', amount: '5000' };
    await server.call('POST wallet/transfer', { fields: funds, token });
    const answers = await Promise.all(Array.from({ length: 20 }, () => answered('100', 'once')));
    expect(answers[0]?.type).toBe('ok');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await answered('101', 'once')).toMatchObject({ type: 'error', error: 'key_reused' });
    const list = await server.call('GET microtrade/lists', { fields: { status: 'open' }, token });
    expect(list.body.message).toHaveLength(1);
  });

  test('have their extra fields ignored', async () => {
    await server.call('POST demo/start_over', { token });
    await server.call('POST wallet/transfer', {
      fields: { currency: 'USDT', from: 'spot', to: 'option', amount: '5000' },
      token,
    });
    const wishes = {
      ...{ id: '1', book: '2', status: 'won', reason: null, profit: '1000000', pnl: '1000000' },
      ...{
        strike: '1',
        strike_seq: 1,
        settle: '2',
        settle_seq: 2,
        accepted_seq: 999_999_999,
        accepted_ms: 0,
      },
      ...{ created_at: 0, expires_at: 1, settled_at: 1, open_time: 0, result: 'win', source: 'promo' },
    };
    const fields = { ...order, stake: '100', ...wishes };
    const { body } = await server.call('POST microtrade/submit', { fields, token, key: 'wishes' });
    expect(body).toMatchObject({ type: 'ok', message: { status: 'open', stake: '100', profit: '88' } });
    const [ticket] = (await server.call('GET microtrade/lists', { fields: { status: 'open' }, token })).body
      .message as CallOutput<'GET microtrade/lists'>;
    const accepted = body.message as CallOutput<'POST microtrade/submit'>;
    expect(ticket).toMatchObject({
      id: accepted.id,
      settle: null,
      settle_seq: null,
      pnl: null,
      currency: 'USDT',
    });
    expect(accepted.accepted_seq).not.toBe(999_999_999);
    expect(accepted.expires_at - accepted.created_at).toBe(300);
    expect(Math.abs(accepted.created_at - Date.now() / 1000)).toBeLessThan(5);
  });
});

describe('concurrent ticket orders at two processes', () => {
  const START_MS = Date.UTC(2026, 0, 14, 12);
  let floor: OptionFloor;
  beforeEach(async () => {
    floor = await openOptionFloor();
    await floor.quote([{ last: amount('64000'), timeMs: START_MS }]);
    return async () => {
      await floor.quote([
        { last: amount('64001'), timeMs: START_MS + 500 },
        { last: amount('64002'), timeMs: START_MS + 29_900 },
        { last: amount('64003'), timeMs: START_MS + 30_400 },
      ]);
      await floor.allEnded();
      expect(await floor.exposure()).toBe(0n);
      expect(await floor.breaches()).toEqual([]);
      expect([...floor.troubles, ...floor.logged()].slice(0, 3)).toEqual([]);
      await floor.shut();
    };
  });

  const customers = (count: number, usdt: Amount) =>
    floor.customers(Array.from({ length: count }, () => ({ usdt, registeredMs: START_MS })));

  /** Sends orders to the processes alternately. An order refused because of a full queue is retried. */
  async function buyAll(orders: readonly { readonly book: bigint; readonly stake: Amount }[]) {
    return Promise.all(
      orders.map(async ({ book, stake }, at) => {
        for (;;) {
          const process = at % 2 === 0 ? 0 : 1;
          const ticket = { side: at % 3 === 0 ? 'up' : 'down', seconds: 30, stake } as const;
          const outcome = await floor.buy(book, ticket, { key: `order ${at}`, process });
          if (outcome.ok) return 'accepted';
          if (outcome.refusal.code !== 'busy' && outcome.refusal.code !== 'too_many_requests') {
            return outcome.refusal.code;
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }),
    );
  }

  function countOf(answers: readonly string[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
    return counts;
  }

  test('stake no more than the balance covers', async () => {
    const [book] = (await customers(1, amount('5000'))) as [bigint];
    const answers = await buyAll(Array.from({ length: 50 }, () => ({ book, stake: amount('1500') })));
    expect(countOf(answers)).toEqual({ accepted: 3, option_balance_insufficient: 47 });
  });

  test('create only one ticket if both have the same key', async () => {
    const [book] = (await customers(1, amount('5000'))) as [bigint];
    const ticket = { side: 'up', seconds: 30, stake: amount('100') } as const;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        floor.buy(book, ticket, { key: 'k', process: at % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(outcomes[0]).toMatchObject({ ok: true });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(await floor.tickets()).toHaveLength(1);
  });

  test("stay within a customer's limits for open tickets and possible gain", async () => {
    const { customerTicketsMax, customerExposureMax } = optionsLimits;
    const [many, great] = (await customers(2, amount('1000000'))) as [bigint, bigint];
    const small = await buyAll(Array.from({ length: 80 }, () => ({ book: many, stake: amount('10') })));
    expect(countOf(small)).toEqual({
      accepted: customerTicketsMax,
      tickets_too_many: 80 - customerTicketsMax,
    });
    const large = await buyAll(Array.from({ length: 20 }, () => ({ book: great, stake: GREATEST })));
    const fit = Number.parseInt((customerExposureMax / optionProfit(GREATEST, RATIO)).toString(), 10);
    expect(countOf(large)).toEqual({ accepted: fit, exposure_customer_full: 20 - fit });
  });

  test('stay within a symbol’s limit for the possible gain, to the unit', async () => {
    const { symbolExposureMax } = optionsLimits;
    const books = await customers(130, amount('30000'));
    const answers = await buyAll(
      Array.from({ length: 5 }).flatMap(() => books.map((book) => ({ book, stake: GREATEST }))),
    );
    const fit = Number.parseInt((symbolExposureMax / optionProfit(GREATEST, RATIO)).toString(), 10);
    expect(countOf(answers)).toEqual({ accepted: fit, exposure_full: books.length * 5 - fit });
    expect(await floor.exposure()).toBe(symbolExposureMax);
  });
});
