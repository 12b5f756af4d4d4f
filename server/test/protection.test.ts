/**
 * Customer protection through the customers' calls of a whole server: country, self-imposed limits, pauses, a frozen account.
 * Owners can always close their open positions and orders, and no operator can lift a restriction that customers imposed on
 * themselves.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../src/app/breaches.ts';

const PATIENCE_MS = 60_000;
const BTC = { symbol: 'BTC/USDT' } as const;
const MARKET = { ...BTC, type: 'market' } as const;

let server: WholeServer;
let token: string;

type Fields = Record<string, string | number | boolean>;
const ask = async (name: string, fields: Fields = {}) => (await server.call(name, { fields, token })).body;
/** Returns the answer of a call, which must succeed. */
async function done<Answer>(name: string, fields: Fields = {}): Promise<Answer> {
  const body = await ask(name, fields);
  if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(body)}`);
  return body.message as Answer;
}
const buy = () => ask('POST coin/trade', { ...MARKET, side: 'buy', quantity: '0.001' });
const sell = () => ask('POST coin/trade', { ...MARKET, side: 'sell', quantity: '0.001' });
const lever = (fields: Fields = {}) =>
  ask('POST lever/submit', { ...MARKET, side: 'long', quantity: '0.01', leverage: 10, ...fields });
const stake = (fields: Fields = {}) =>
  ask('POST microtrade/submit', {
    ...BTC,
    side: 'up',
    seconds: 30,
    stake: '10',
    currency: 'USDT',
    ...fields,
  });
const move = (to: string) =>
  done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '5000' });

async function audited(): Promise<void> {
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  try {
    expect(await breaches(owner)).toEqual([]);
  } finally {
    await owner.end();
  }
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
}

/** Repeats the call until the condition on its answer holds. */
async function until<Answer>(read: () => Promise<Answer>, is: (answer: Answer) => boolean): Promise<Answer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await read();
    if (is(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(
        `expected the condition to hold in time; the last answer was ${JSON.stringify(answer)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a platform under the EU policy', () => {
  beforeAll(async () => {
    server = await openWholeServer({ jurisdictions: 'eu', midweek: true });
    token = await server.login();
    await move('contract');
    await move('option');
  });
  afterAll(async () => {
    await audited();
    await server.stop();
  });

  test('accepts leverage of 2:1 on BTC, and refuses 2.01:1', async () => {
    const deal = await done<CallOutput<'POST lever/deal'>>('POST lever/deal', BTC);
    expect(deal.leverages).toEqual([2]);
    expect(await lever({ leverage: 5 })).toMatchObject({ error: 'leverage_above_cap', params: { max: '2' } });
    expect(await lever({ leverage: 3 })).toMatchObject({ error: 'leverage_above_cap' });
    expect(await lever({ leverage: 2.01 })).toMatchObject({ type: 'error' });
    expect(await lever({ leverage: 2 })).toMatchObject({ type: 'ok' });
  });

  test('limits leverage to 30:1 on major currencies, 20:1 on the others and gold, and 10:1 on silver', async () => {
    const leverages = async (symbol: string) =>
      (await done<CallOutput<'GET currency/whtrade'>>('GET currency/whtrade', { symbol })).leverages;
    expect(await leverages('EUR/USD')).toEqual([10, 20]);
    expect(await leverages('AUD/USD')).toEqual([10, 20]);
    expect(await leverages('XAU/USD')).toEqual([10, 20]);
    expect(await leverages('XAG/USD')).toEqual([10]);
    const over = async (symbol: string) => {
      const fields = { symbol, type: 'market', side: 'long', quantity: '0.01', leverage: 50 };
      return (await ask('POST lever/whsubmit', fields)) as { params?: unknown };
    };
    expect(await over('EUR/USD')).toMatchObject({ error: 'leverage_above_cap', params: { max: '30' } });
    expect(await over('AUD/USD')).toMatchObject({ params: { max: '20' } });
    expect(await over('XAG/USD')).toMatchObject({ params: { max: '10' } });
  });

  test('refuses options', async () => {
    expect(await ask('GET microtrade/seconds', BTC)).toMatchObject({ error: 'product_not_offered' });
    expect(await stake()).toMatchObject({ error: 'product_not_offered' });
    expect(await stake({ currency: 'EXPERIENCE' })).toMatchObject({ error: 'product_not_offered' });
  });

  test('publishes the policy with a source for every figure, and shows customers the part that applies to them', async () => {
    const policy = (await server.call('GET jurisdictions')).body.message as CallOutput<'GET jurisdictions'>;
    expect(policy.mode).toBe('eu');
    const eu = policy.profiles.find(({ profile }) => profile === 'eu');
    expect(eu?.leverage_max).toContainEqual({ class: 'crypto', max: 2 });
    for (const { class: of } of eu?.leverage_max ?? [])
      expect(eu?.sources.map((one) => one.of)).toContain(of);
    const { jurisdiction } = await done<CallOutput<'GET user/info'>>('GET user/info');
    expect(jurisdiction).toMatchObject({
      profile: 'eu',
      warnings: expect.arrayContaining(['leveraged_losses']),
    });
    expect(jurisdiction.products).not.toContain('options');
  });
});

/** Opens what a blocked customer holds: a coin, a position, and resting orders of both kinds. */
async function openThings() {
  await move('contract');
  await move('option');
  await buy();
  await buy();
  const order = await done<{ id: string }>('POST coin/trade', {
    ...BTC,
    type: 'limit',
    side: 'buy',
    quantity: '0.001',
    price: '30000',
  });
  const position = await done<{ id: string }>('POST lever/submit', {
    ...MARKET,
    side: 'long',
    quantity: '0.01',
    leverage: 10,
  });
  return { order, position };
}

describe('a demo', () => {
  beforeAll(async () => {
    server = await openWholeServer();
  });
  afterAll(async () => {
    await audited();
    await server.stop();
  });

  const operator = (...args: string[]) => runOperatorLine({ server, account: 'ada', args });

  test('enforces self-imposed limits in customers’ calls, and returns the remainder of each limit', async () => {
    token = await server.login(0);
    await move('option');
    await move('contract');
    const set = (fields: Fields) => done<CallOutput<'POST user/limit_set'>>('POST user/limit_set', fields);
    expect(await set({ kind: 'stake', period: 'day', amount: '25' })).toMatchObject({
      amount: '25',
      pending: null,
      used: '0',
    });
    expect(await stake()).toMatchObject({ type: 'ok' });
    expect(await stake({ stake: '16' })).toMatchObject({
      error: 'own_limit_reached',
      params: { left: '15' },
    });
    expect(await stake({ stake: '15' })).toMatchObject({ type: 'ok' });
    expect(await lever()).toMatchObject({
      error: 'own_limit_reached',
      params: { left: '0' },
    });
    const looser = await set({ kind: 'stake', period: 'day', amount: '' });
    expect(looser).toMatchObject({ amount: '25', pending: { amount: null } });
    expect(looser.pending?.from).toBeGreaterThan(Date.now() / 1000 + 86_390);
    expect(await stake()).toMatchObject({ error: 'own_limit_reached' });
    expect(await ask('POST user/limit_set', { kind: 'stake', period: 'year', amount: '1' })).toMatchObject({
      error: 'parameter_wrong',
    });
    expect(
      await ask('POST user/limit_set', { kind: 'stake', period: 'day', amount: '9'.repeat(20) }),
    ).toMatchObject({ error: 'amount_wrong' });
    const limits = await done<CallOutput<'GET user/limits'>>('GET user/limits');
    expect(limits.limits).toHaveLength(9);
    expect(limits.limits.find(({ kind, period }) => kind === 'stake' && period === 'day')).toMatchObject({
      used: '25',
    });
    expect(Number(limits.results.at_risk)).toBeGreaterThanOrEqual(0);
    expect(await ask('POST user/time_out', { hours: 23 })).toMatchObject({ error: 'parameter_wrong' });
    expect(await ask('POST user/self_exclude', { months: 5 })).toMatchObject({ error: 'parameter_wrong' });
  });

  test('refuses operations of a frozen account that open exposure, and cancels its resting orders when they are reached', async () => {
    token = await server.login(0);
    // Purchases already count as today's stake. One of the two coins can be sold while orders rest, and the other at the end.
    await buy();
    await buy();
    const { last } = (await done<CallOutput<'POST lever/deal'>>('POST lever/deal', BTC)).quote ?? {
      last: '0',
    };
    // It is unknown how far and in which direction the market moves before the freeze takes effect. With several orders, one of
    // them still rests then and is reached afterwards.
    const resting: string[] = [];
    for (const [side, part] of [
      ...([0.9999, 0.9997, 0.9994] as const).map((below) => ['buy', below] as const),
      ...([1.0001, 1.0003, 1.0006] as const).map((above) => ['sell', above] as const),
    ]) {
      const price = (Number(last) * part).toFixed(2);
      const limit = { ...BTC, type: 'limit', side, quantity: '0.0002', price };
      resting.push((await done<{ id: string }>('POST coin/trade', limit)).id);
    }
    const listed = async () =>
      (await done<CallOutput<'GET coin/list'>>('GET coin/list')).items.filter(({ id }) =>
        resting.includes(id),
      );
    expect((await operator('customer', 'freeze', 'lena', '--reason', 'security_check')).err).toBe('');
    await until(buy, (body) => body.type === 'error');
    for (const body of [
      await buy(),
      await sell(),
      await lever(),
      await stake(),
      await ask('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '1' }),
    ]) {
      expect(body).toMatchObject({ error: 'account_frozen' });
    }
    expect(await ask('GET user/limits')).toMatchObject({ type: 'ok' });
    expect(await ask('GET coin/list')).toMatchObject({ type: 'ok' });
    // A resting order whose price is reached is now cancelled instead of filled.
    const frozen = new Set((await listed()).filter(({ status }) => status === 'open').map(({ id }) => id));
    expect(frozen.size).toBeGreaterThan(0);
    const ended = await until(
      async () => (await listed()).filter(({ id, status }) => frozen.has(id) && status !== 'open'),
      (orders) => orders.length > 0,
    );
    for (const order of ended)
      expect(order).toMatchObject({ status: 'cancelled', reason: 'account_frozen', legs: [] });
    expect((await operator('customer', 'release', 'lena', '--reason', 'security_check')).err).toBe('');
    await until(sell, (body) => body.type === 'ok');
  }, 120_000);

  test('closes positions of a frozen account on the owner’s request or by a stop', async () => {
    token = await server.login(1);
    await move('contract');
    const opened = [await lever({ quantity: '0.01' }), await lever({ quantity: '0.02' })].map(
      (body) => (body.message as { id: string }).id,
    );
    expect((await operator('customer', 'freeze', 'wei', '--reason', 'security_check')).err).toBe('');
    await until(buy, (body) => body.type === 'error');
    const [first = '', second = ''] = opened;
    expect(await ask('POST lever/close', { id: first })).toMatchObject({
      type: 'ok',
      message: { status: 'closed' },
    });
    expect(await ask('POST lever/setstop', { id: second, add_margin: '1' })).toMatchObject({
      error: 'account_frozen',
    });
    // The trailing distance is tiny, so that the stop fires within moments.
    expect(await ask('POST lever/setstop', { id: second, trailing: '0.01' })).toMatchObject({ type: 'ok' });
    const closed = await until(
      async () =>
        (await done<CallOutput<'POST lever/my_trade'>>('POST lever/my_trade')).items.find(
          ({ id }) => id === second,
        ),
      (row) => row?.status === 'closed',
    );
    expect(closed).toMatchObject({ reason: 'trailing' });
    expect((await operator('customer', 'release', 'wei', '--reason', 'security_check')).err).toBe('');
    await until(buy, (body) => body.type === 'ok');
  }, 120_000);

  test('refuses to pay for orders from another currency or another customer’s account', async () => {
    const other = await server.login(1);
    const walletsOf = async (of: string) =>
      JSON.stringify(
        (await server.call('POST wallet/list', { token: of })).body.message,
        (name, value: unknown) => (name === 'value_usdt' ? undefined : value),
      );
    token = other;
    await move('option');
    const before = await walletsOf(other);
    token = await server.login(0);
    // A call ignores fields that it does not define.
    const foreign = {
      customer: '100002',
      book: '100002',
      account: 'wei',
      user_id: '100002',
      wallet: 'option',
      source: 'option',
    };
    const eth = { symbol: 'ETH/USDT', side: 'sell', type: 'market', quantity: '0.01', ...foreign };
    expect(await ask('POST coin/trade', eth)).toMatchObject({ error: 'coins_insufficient' });
    expect(await ask('POST coin/trade', { from: 'ETH', to: 'BTC', amount: '0.1', ...foreign })).toMatchObject(
      { error: 'coins_insufficient' },
    );
    const moved = { currency: 'BTC', from: 'option', to: 'spot', amount: '0.01', ...foreign };
    expect(await ask('POST wallet/transfer', moved)).toMatchObject({ error: 'balance_insufficient' });
    expect(await stake({ stake: '0.001', currency: 'BTC', ...foreign })).toMatchObject({
      error: 'option_balance_insufficient',
    });
    expect(await stake({ currency: 'ADA', ...foreign })).toMatchObject({ type: 'error' });
    expect(await walletsOf(other)).toBe(before);
  });

  test('upholds self-exclusion after every operator action, and still lets the customer close open positions and orders', async () => {
    token = await server.login(1);
    const { order, position } = await openThings();
    const { until: end } = await done<{ until: number }>('POST user/self_exclude', { months: 6 });
    expect(end).toBeGreaterThan(Date.now() / 1000 + 180 * 86_400);
    const isExcluded = async () => {
      for (const body of [await buy(), await lever(), await stake()]) {
        expect(body).toMatchObject({ error: 'self_excluded', params: { until: String(end) } });
      }
    };
    await isExcluded();
    const help = (await operator('--help')).out;
    const commands = [...help.matchAll(/^ {2}([a-z]+)(?: ([a-z|]+))?/gm)].flatMap(([, area = '', whats]) =>
      whats === undefined ? [area] : whats.split('|').map((what) => `${area} ${what}`),
    );
    const reason = ['--reason', 'other'];
    const tries: Readonly<Record<string, readonly string[]>> = {
      'lever list': [],
      'lever show': ['wei'],
      'lever approve': ['wei', '--note', 'asked'],
      'lever reject': ['wei', ...reason],
      'lever off': ['wei', ...reason],
      'kyc list': [],
      'kyc show': ['wei'],
      'kyc document': ['wei', 'front', '--out', '/dev/null'],
      'kyc approve': ['wei'],
      'kyc reject': ['wei', ...reason],
      'customer freeze': ['wei', '--reason', 'security_check'],
      'customer lock': ['wei', '--reason', 'security_check'],
      'customer release': ['wei', '--reason', 'security_check'],
      'credit set': ['wei', '90', '--reason', 'operator_correction'],
      'factor reset': ['wei', '--reason', 'security_check'],
      'operator unlock': ['sam'],
      'operator keys': [],
      'operator key': ['ada', '--fingerprint', 'none'],
      'operator confirm': ['zoe', '--role', 'support', '--person', 'Zoe Z'],
      'operator add': ['zoe', '--role', 'support', '--person', 'Zoe Z'],
      'clock show': [],
      'clock forward': ['day'],
      log: [],
    };
    // A key is rotated only while no server runs, so this command can't trade for anybody.
    expect([...Object.keys(tries), 'key rotate'].toSorted()).toEqual(commands.toSorted());
    for (const [words, args] of Object.entries(tries)) await operator(...words.split(' '), ...args);
    // Locking the account ended the session.
    token = await server.login(1);
    await until(buy, (body) => body.type === 'error' && 'error' in body && body.error === 'self_excluded');
    await isExcluded();
    const limits = await done<CallOutput<'GET user/limits'>>('GET user/limits');
    expect(limits.excluded_until).toBe(end);

    // A market whose clock was just set forward has no price until the next quote.
    await until(sell, (body) => body.type === 'ok');
    expect(await ask('POST order/cancel', { id: order.id })).toMatchObject({
      type: 'ok',
      message: { status: 'cancelled' },
    });
    expect(await ask('POST lever/close', { id: position.id })).toMatchObject({
      type: 'ok',
      message: { status: 'closed' },
    });
    expect(
      await ask('POST wallet/transfer', { currency: 'USDT', from: 'contract', to: 'spot', amount: '1' }),
    ).toMatchObject({ type: 'ok' });
    // Starting over resets play money, but ends no exclusion.
    expect(await ask('POST demo/start_over')).toMatchObject({ type: 'ok' });
    await isExcluded();
  }, 180_000);
});
