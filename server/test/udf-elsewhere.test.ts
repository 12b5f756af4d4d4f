/** The datafeed as a chart on another website uses it: from a foreign origin, in the order of TradingView's own adapter. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

type Bars = { readonly s: string; readonly t: readonly number[]; readonly nextTime?: number };
let server: WholeServer;
let nowSeconds: number;

beforeAll(async () => {
  server = await openWholeServer({ past: true });
  nowSeconds = Number(await (await fetch(`${server.origin}/compat/udf/time`)).text());
});
afterAll(() => server.stop());

/** Fetches with the header that a browser adds and a script may not set. */
async function fromPage(url: string, origin: string, method = 'GET') {
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const asked = request(url, { method, headers: { origin } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const headers = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString() });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

const ELSEWHERE = 'https://charts.example';

/** Asks as TradingView's own adapter of the protocol does, from a page of another website. */
const feed = {
  ask: async <Answer>(path: string, params: Readonly<Record<string, string | number>>): Promise<Answer> => {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, headers, text } = await fromPage(
      `${server.origin}/compat/udf/${path}?${query.toString()}`,
      ELSEWHERE,
    );
    expect([status, headers.get('access-control-allow-origin'), headers.get('set-cookie')]).toEqual([
      ...[200, '*', null],
    ]);
    return JSON.parse(text) as Answer;
  },
  refused: async (path: string) =>
    JSON.parse((await fromPage(`${server.origin}/compat/udf/${path}`, ELSEWHERE)).text) as unknown,
  search: async (query: string, exchange: string, type: string) =>
    feed.ask<readonly { readonly ticker: string }[]>('search', { query, exchange, type, limit: 30 }),
  /** Without bars, the adapter asks again for the bars that end at `nextTime`. */
  bars: async (
    symbol: string,
    resolution: string,
    period: { from: number; to: number; countback: number },
  ) => {
    const read = await feed.ask<Bars>('history', { symbol, resolution, ...period });
    if (read.s !== 'no_data' || read.nextTime === undefined) return read;
    const { countback } = period;
    return feed.ask<Bars>('history', { symbol, resolution, from: 0, to: read.nextTime + 1, countback });
  },
  marks: async (symbol: string, from: number, to: number) =>
    feed.ask<Record<'id' | 'time' | 'label' | 'text' | 'color' | 'minSize', unknown[]>>('marks', {
      ...{ symbol, from, to, resolution: '60' },
    }),
};

describe('a chart on another website', () => {
  test('finds a symbol, draws it, and asks again from the newest bar before a gap', async () => {
    const { supported_resolutions: resolutions } = await feed.ask<{ supported_resolutions: string[] }>(
      'config',
      {},
    );
    const [first] = await feed.search('btc', 'Candor', 'crypto');
    const info = await feed.ask<{ readonly ticker: string }>('symbols', { symbol: first?.ticker ?? '' });
    const fields =
      'name ticker description type session timezone exchange listed_exchange format minmov minmove2 pricescale has_intraday intraday_multipliers has_daily daily_multipliers has_weekly_and_monthly weekly_multipliers supported_resolutions volume_precision data_status';
    for (const field of fields.split(' ')) expect(info, field).toHaveProperty(field);
    for (const resolution of resolutions) {
      const later = nowSeconds + 86_400 * 60;
      const period = { from: later, to: later + 60, countback: 1 };
      // oxlint-disable-next-line no-await-in-loop
      const bars = await feed.bars(info.ticker, resolution, period);
      expect([bars.s, bars.t.length], resolution).toEqual(['ok', 1]);
    }
    expect(await feed.ask('quotes', { symbols: 'BTC/USDT' })).toMatchObject({ s: 'ok' });
    expect(await feed.search('btc', 'Elsewhere', '')).toEqual([]);
  });

  test('marks the events that the platform publishes about a symbol, and none of other symbols or times', async () => {
    const published = await server.call('GET transparency/pauses');
    const { pauses } = published.body.message as CallOutput<'GET transparency/pauses'>;
    const all = await feed.marks('BTC/USDT', 0, nowSeconds + 3600);
    for (const { symbol, seq, kind } of pauses) {
      if (symbol === 'BTC/USDT') expect(all.id).toContain(`${kind}-BTC/USDT-${seq}`);
      else expect(all.id).not.toContain(`${kind}-${symbol}-${seq}`);
    }
    for (const column of Object.values(all)) expect(column).toHaveLength(all.id.length);
    expect((await feed.marks('BTC/USDT', 0, 1)).id).toEqual([]);
    const span = { symbol: 'BTC/USDT', from: 0, to: nowSeconds, resolution: '1D' };
    expect(await feed.ask('timescale_marks', span)).toEqual([]);
    expect(await feed.refused('marks?symbol=NO/PE&from=0&to=1')).toEqual({
      s: 'error',
      errmsg: 'unknown_symbol',
    });
    expect(await feed.refused('timescale_marks?symbol=BTC/USDT&from=x&to=1')).toMatchObject({ s: 'error' });
  });

  test('reads only public data', async () => {
    for (const path of ['/api/currency/quotation_new', '/api/wallet/list', '/compat/binance/api/v3/time']) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, headers } = await fromPage(`${server.origin}${path}`, ELSEWHERE);
      expect([status, headers.get('access-control-allow-origin')], path).toEqual([403, null]);
    }
    expect((await fromPage(`${server.origin}/compat/udf/config`, ELSEWHERE, 'POST')).status).toBe(403);
  });
});
