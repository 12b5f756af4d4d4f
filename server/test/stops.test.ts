/**
 * One operator stops payouts, a product or an instrument at once. Nothing new of it is opened through any door, what is open goes
 * on, everybody can read it, and only two persons end it before its time.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const SOON = { timeout: 15_000, interval: 100 };

let server: WholeServer;
let token: string;
let theo: ConsoleLine;
let ada: ConsoleLine;
beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
  theo = await openConsoleLine(server, 'theo');
  ada = await openConsoleLine(server, 'ada');
});
afterAll(() => server.stop());

type Fields = Record<string, unknown>;
const asked = async (name: string, fields: Fields) => (await server.call(name, { fields, token })).body;
const soon = async <Answer>(name: string, fields: Fields): Promise<Answer> =>
  vi.waitFor(async () => {
    const body = await asked(name, fields);
    expect(body).toMatchObject({ type: 'ok' });
    return body.message as Answer;
  }, SOON);
const refused = (name: string, fields: Fields, code: string) =>
  vi.waitFor(async () => expect(await asked(name, fields)).toMatchObject({ error: code }), SOON);
const codeOf = ({ body }: { body: unknown }): string => {
  const { type, error = '' } = body as { type: string; error?: string };
  return type === 'ok' ? 'ok' : error;
};
const begin = async (line: ConsoleLine, target: string, hours = 1) =>
  codeOf(
    await line.ask('POST stop_begin', {
      target,
      cause: 'prices',
      hours,
      reason: 'quotes differ from the market',
    }),
  );
const release = async (line: ConsoleLine, number: number) =>
  codeOf(await line.ask('POST stop_release', { id: String(number), reason: 'the prices are right again' }));
const stops = async () =>
  (await server.call('GET transparency/stops')).body.message as {
    stops: {
      number: number;
      target: string;
      cause: string;
      since_ms: number;
      until_ms: number;
      in_effect: boolean;
    }[];
  };

/** Waits until the public list, which is read again every few seconds, has the stop. */
const numberOf = (target: string): Promise<number> =>
  vi.waitFor(async () => {
    const found = (await stops()).stops.find((stop) => stop.target === target && stop.in_effect);
    expect(found).toBeDefined();
    return found?.number ?? 0;
  }, SOON);

const BTC = { symbol: 'BTC/USDT' };
const ORDER = { ...BTC, type: 'market', side: 'buy', quantity: '0.001' };
const POSITION = { ...BTC, side: 'long', type: 'market', quantity: '0.001', leverage: 2 };
const TICKET = { ...BTC, side: 'up', seconds: 30, stake: '10', currency: 'USDT' };
const QUOTE = { from: 'USDT', to: 'BTC', amount: '100' };
const PLAN = { ...BTC, amount: '50', every: 'day', on_day: 0, hour: 12 };
const OPENINGS = [
  ['POST coin/trade', ORDER],
  ['POST lever/submit', POSITION],
  ['POST lever/submit', { ...POSITION, side: 'short' }],
  ['POST microtrade/submit', TICKET],
  ['POST microtrade/submit', { ...TICKET, side: 'down' }],
  ['POST wallet/flash_quote', QUOTE],
  ['POST recurring/create', PLAN],
] as const;

test('a stop of an instrument refuses its openings at every door, and lets what is open go on', async () => {
  await soon('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
  await soon('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '500' });
  await soon('POST coin/trade', ORDER);
  const waiting = await soon<{ id: string }>('POST coin/trade', { ...ORDER, type: 'limit', price: '100' });
  const position = await soon<{ id: string }>('POST lever/submit', POSITION);

  expect(await begin(theo, 'instrument:BTC/USDT', 2)).toBe('ok');
  for (const [call, fields] of OPENINGS) await refused(call, fields, 'opening_stopped');
  const [listed] = (await stops()).stops;
  expect(listed).toMatchObject({
    target: 'instrument:BTC/USDT',
    cause: 'prices',
    in_effect: true,
    released: false,
  });
  expect((listed?.until_ms ?? 0) - (listed?.since_ms ?? 0)).toBe(2 * 3_600_000);
  expect(JSON.stringify(await stops())).not.toMatch(/theo|quotes differ/);

  await soon('POST coin/trade', { ...ORDER, symbol: 'ETH/USDT', quantity: '0.01' });
  await soon('POST coin/trade', { ...ORDER, side: 'sell' });
  await soon('POST order/cancel', { id: waiting.id });
  await soon('POST lever/close', { id: position.id });
}, 120_000);

test('two persons of those who may begin a stop end it before its time', async () => {
  const number = (await stops()).stops[0]?.number ?? 0;
  expect(await release(await openConsoleLine(server, 'sam'), number)).toBe('unauthorized');
  expect(await release(await openConsoleLine(server, 'rosa'), number)).toBe('unauthorized');
  expect(await release(theo, number)).toBe('ok');
  expect(await release(theo, number)).toBe('second_person_needed');
  expect(await ada.done('GET stops')).toMatchObject([
    { number: String(number), begun_by: 'theo', in_effect: true, approvals: [{ operator: 'theo' }] },
  ]);
  expect(await release(ada, number)).toBe('ok');
  await vi.waitFor(
    async () => expect((await stops()).stops[0]).toMatchObject({ in_effect: false, released: true }),
    SOON,
  );
  expect(await release(ada, number)).toBe('order_state_wrong');
  await soon('POST coin/trade', ORDER);
}, 60_000);

test('a stop is begun by the right role, of what exists and is not stopped, and not twice in a row by one person', async () => {
  expect(await begin(await openConsoleLine(server, 'sam'), 'payouts')).toBe('unauthorized');
  expect(await begin(await openConsoleLine(server, 'rosa'), 'payouts')).toBe('unauthorized');
  expect(await begin(theo, 'instrument:NONE/USDT')).toBe('pair_not_found');
  expect(await begin(theo, 'customer:100001')).toBe('parameter_wrong');
  expect(await begin(theo, 'payouts', 25)).toBe('parameter_wrong');
  expect(await begin(theo, 'instrument:BTC/USDT')).toBe('second_person_needed');
  expect(await begin(ada, 'product:fund')).toBe('ok');
  expect(await begin(theo, 'product:fund')).toBe('order_state_wrong');
}, 60_000);

test.each([
  ['product:spot', 'POST coin/trade', ORDER],
  ['product:contracts', 'POST lever/submit', POSITION],
  ['product:options', 'POST microtrade/submit', TICKET],
  ['product:exchange', 'POST wallet/flash_quote', QUOTE],
] as const)(
  'a stop of %s refuses it alone',
  async (target, call, fields) => {
    expect(await begin(ada, target)).toBe('ok');
    await refused(call, fields, 'opening_stopped');
    const number = await numberOf(target);
    const others = [
      ['product:spot', 'POST coin/trade', ORDER],
      ['product:exchange', 'POST wallet/flash_quote', QUOTE],
    ] as const;
    for (const [other, allowed, body] of others) if (other !== target) await soon(allowed, body);
    expect([await release(theo, number), await release(ada, number)]).toEqual(['ok', 'ok']);
    await soon(call, fields);
  },
  60_000,
);

test('a stop of the fund refuses joining', async () => {
  await refused('POST lh/deposit', { amount: '500' }, 'opening_stopped');
}, 30_000);
