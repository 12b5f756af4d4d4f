/** The datafeed for charts on a whole server, by the published protocol: its answers, and bars that equal the candles. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { LIMITS } from '../src/limits.ts';

type Bars = Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', number[]> & { s: string; nextTime?: number };
let server: WholeServer;
let nowSeconds: number;

beforeAll(async () => {
  server = await openWholeServer({ past: true });
  nowSeconds = Number(await (await fetch(`${server.origin}/compat/udf/time`)).text());
});
afterAll(() => server.stop());

async function get<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${server.origin}/compat/udf/${path}`)).json()) as Answer;
}

async function candles(query: string): Promise<CallOutput<'GET currency/new_timeshar'>> {
  const answered = await fetch(`${server.origin}/api/currency/new_timeshar?${query}`);
  return ((await answered.json()) as { message: CallOutput<'GET currency/new_timeshar'> }).message;
}

const history = (more: string) => get<Bars>(`history?symbol=${encodeURIComponent('BTC/USDT')}&${more}`);

test('states the time in whole seconds, and the supported features', async () => {
  expect(Math.abs(nowSeconds - Date.now() / 1000)).toBeLessThan(60);
  expect(await get('config')).toMatchObject({
    ...{ supports_search: true, supports_group_request: false, supports_time: true },
    ...{ supports_marks: true, supports_timescale_marks: true },
    supported_resolutions: ['1', '5', '15', '30', '60', '240', '1D', '1W'],
  });
});

describe('a symbol', () => {
  test('has the price scale of its tick size and the hours of its market', async () => {
    const { body } = await server.call('GET currency/quotation_new');
    for (const { symbol, tick_size } of body.message as CallOutput<'GET currency/quotation_new'>) {
      const info = await get<{ pricescale: number; minmov: number }>(
        `symbols?symbol=${encodeURIComponent(symbol)}`,
      );
      expect(info).toMatchObject({ name: symbol, ticker: symbol, full_name: `Candor:${symbol}` });
      expect(info.minmov / info.pricescale).toBe(Number(tick_size));
    }
    expect(await get('symbols?symbol=Candor:BTC/USDT')).toMatchObject({
      session: '24x7',
      timezone: 'Etc/UTC',
    });
    expect(await get('symbols?symbol=EUR/USD')).toMatchObject({ session: '1700-1700', type: 'forex' });
  });

  test('is found by part of its name and by its type, and is listed in columns', async () => {
    expect(await get('search?query=btc&type=&exchange=&limit=5')).toContainEqual(
      expect.objectContaining({ symbol: 'BTC/USDT', type: 'crypto', exchange: 'Candor' }),
    );
    const metals = await get<{ type: string }[]>('search?query=&type=commodity&limit=30');
    expect(new Set(metals.map(({ type }) => type))).toEqual(new Set(['commodity']));
    const group = await get<Record<'symbol' | 'pricescale', unknown[]>>('symbol_info?group=Candor');
    expect(group.symbol).toContain('BTC/USDT');
    expect(group.pricescale).toHaveLength(group.symbol.length);
  });

  test('that is unknown is answered with an error', async () => {
    expect(await get('symbols?symbol=NO/PE')).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    expect(await get('history?symbol=NO/PE&resolution=1&from=0&to=1')).toMatchObject({ s: 'error' });
  });
});

describe('bars', () => {
  test('are the candles from the first second to before the last, oldest first', async () => {
    const to = nowSeconds - (nowSeconds % 3600);
    const bars = await history(`resolution=60&from=${to - 86_400}&to=${to}`);
    const expected = await candles(`symbol=BTC/USDT&period=1h&from=${to - 86_400}&to=${to - 1}`);
    expect(bars).toMatchObject({ s: 'ok', t: expected.map(({ time }) => time) });
    expect(bars.t).toHaveLength(24);
    expect(bars.t.at(-1)).toBe(to - 3600);
    expect(bars.c).toEqual(expected.map(({ close }) => Number(close)));
  });

  test('return the requested number of bars counted back, even above the maximum of one answer', async () => {
    const bars = await history(`resolution=1&from=${nowSeconds - 60}&to=${nowSeconds}&countback=1200`);
    expect(bars.t).toHaveLength(1200);
    expect(bars.t).toEqual([...new Set(bars.t)].toSorted((one, other) => one - other));
    expect(bars.t.at(-1)).toBeGreaterThanOrEqual(nowSeconds - 120);
  });

  test('of a day begin at midnight UTC', async () => {
    const { t } = await history(`resolution=1D&from=0&to=${nowSeconds}&countback=10`);
    expect(t.length).toBeGreaterThan(1);
    expect(t.map((time) => time % 86_400)).toEqual(t.map(() => 0));
  });

  test('of a range without candles are no_data, with the time of the newest candle before the range', async () => {
    const later = nowSeconds + 86_400 * 30;
    const bars = await history(`resolution=60&from=${later}&to=${later + 3600}`);
    expect(bars.s).toBe('no_data');
    expect(bars.nextTime).toBeLessThanOrEqual(nowSeconds);
    expect(bars.nextTime).toBeGreaterThan(nowSeconds - 7300);
    expect(await history('resolution=60&from=1&to=3600')).toEqual({ s: 'no_data' });
  });

  test.each([
    'resolution=7&from=0&to=1',
    'resolution=1&from=x&to=1',
    'resolution=1&from=0',
    'resolution=1&from=0&to=9&countback=x',
  ])('refuses %s, and names the field', async (query) => {
    expect(await history(query)).toEqual({ s: 'error', errmsg: 'parameter_wrong' });
  });
});

test('quotes several symbols, with a separate error for an unknown one', async () => {
  const { s, d } = await get<{ s: string; d: { s: string; n: string; v?: { lp: number } }[] }>(
    'quotes?symbols=BTC%2FUSDT,NO%2FPE',
  );
  expect(s).toBe('ok');
  expect(d.map((one) => [one.n, one.s])).toEqual([
    ['BTC/USDT', 'ok'],
    ['NO/PE', 'error'],
  ]);
  expect(d[0]?.v?.lp).toBeGreaterThan(0);
});

test('counts refused requests, and those that make no call, against the sender’s address', async () => {
  const statuses = async (path: string, most: number): Promise<Set<number>> => {
    const found = new Set<number>();
    for (let count = 0; count < most && !found.has(429); count += 50) {
      const asked = Array.from({ length: 50 }, () => fetch(`${server.origin}/compat/udf/${path}`));
      // oxlint-disable-next-line no-await-in-loop -- fifty at once
      for (const answer of await Promise.all(asked)) {
        found.add(answer.status);
        // oxlint-disable-next-line no-await-in-loop
        await answer.arrayBuffer();
      }
    }
    return found;
  };
  const most = LIMITS.http.addressRequestsPerMinute;
  expect([...(await statuses('history?symbol=BTC/USDT&resolution=1&from=x', most + 100))]).toEqual([
    400, 429,
  ]);
  expect([...(await statuses('config', LIMITS.http.costPerMinute + 100))]).toEqual([200, 429]);
});
