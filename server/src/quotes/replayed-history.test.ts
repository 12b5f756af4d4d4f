/** Replays periods of real history through the gate, which writes some quotes to the tape and drops others. */
import { fileURLToPath } from 'node:url';
import type { Quote } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { openReplay } from './feeds/replay-file.ts';
import type { Replay } from './feeds/replay-file.ts';
import { createGate } from './gate/gate.ts';

function history(symbol: string, file: string, halfSpread = '0'): Replay {
  const path = fileURLToPath(new URL(`../../../fixtures/market/${file}`, import.meta.url));
  return openReplay({ symbol, path, halfSpread: amount(halfSpread) });
}

async function throughTheGate({ symbol, quotes }: Replay) {
  const written: Quote[] = [];
  const gate = createGate({
    tape: {
      append: async (good) => {
        written.push(...good);
        return true;
      },
      halt: (_, because) => {
        throw new Error(`expected no halt, found ${because.reason}`);
      },
    },
    symbols: new Set([symbol]),
    heads: new Map(),
    wallNow: () => 0,
    marketTimeOf: (quote) => quote.feedTimeMs,
    beginsClosed: false,
    timeMaxMs: () => Infinity,
    report: () => undefined,
  });
  await gate.offer([...quotes]);
  return { written, rejected: Object.fromEntries(gate.rejections().get(symbol) ?? []) };
}

const between = (quotes: readonly Quote[], from: string, to: string): Quote[] =>
  quotes.filter(({ feedTimeMs }) => feedTimeMs >= Date.parse(from) && feedTimeMs < Date.parse(to));

test.each([
  ['EUR/USD', 'EURUSD_oanda_1m_{bid,ask}_2014-05-09_12_weekend.csv', 469, '2014-05-11T21:00:00.000Z'],
  ['XAU/USD', 'XAUUSD_oanda_1m_{bid,ask}_2014-05-09_12_weekend.csv', 420, '2014-05-11T22:00:00.000Z'],
])(
  'writes every quote of %s during the week, and none over the weekend',
  async (symbol, file, minutes, opened) => {
    const replay = history(symbol, file);
    expect(replay.cadenceMs).toBe(15_000);
    const { written, rejected } = await throughTheGate(replay);
    expect(rejected).toEqual({});
    expect(written).toHaveLength(minutes * 4);
    expect(written.every(({ bid, ask }) => bid < ask)).toBe(true);
    const weekend = between(written, '2014-05-09T21:00:00Z', '2014-05-12T02:00:00Z');
    expect(new Date(weekend[0]?.feedTimeMs ?? 0).toISOString()).toBe(opened);
  },
);

test('drops and counts the gold quotes during the daily pause', async () => {
  const { written, rejected } = await throughTheGate(
    history('XAU/USD', 'XAUUSD_oanda_1m_{bid,ask}_2014-05-08_pause.csv'),
  );
  expect(rejected).toEqual({ session_closed: 13 * 4 });
  expect(between(written, '2014-05-08T21:00:00Z', '2014-05-08T22:00:00Z')).toEqual([]);
  expect(between(written, '2014-05-08T20:00:00Z', '2014-05-08T21:00:00Z')).toHaveLength(20 * 4);
  expect(between(written, '2014-05-08T22:00:00Z', '2014-05-08T23:00:00Z').length).toBeGreaterThan(0);
});

test('accepts bitcoin’s rise of two per cent within a minute, on the day of an inflation report', async () => {
  const { written, rejected } = await throughTheGate(
    history('BTC/USDT', 'BTCUSDT_bybit_1m_2022-12-13_inflation.csv', '0.5'),
  );
  expect(rejected).toEqual({});
  expect(written).toHaveLength(180 * 4);
  const minute = between(written, '2022-12-13T13:30:00Z', '2022-12-13T13:31:00Z');
  expect(minute.map(({ bid, last, ask }) => [bid, last, ask])).toEqual(
    [
      ['17629.5', '17630', '17630.5'],
      ['17976.5', '17977', '17977.5'],
      ['17613.37', '17613.87', '17614.37'],
      ['17890.3', '17890.8', '17891.3'],
    ].map((prices) => prices.map(amount)),
  );
});

test('accepts sterling’s fall within an hour, whose candle yields a quote every quarter of an hour', async () => {
  const replay = history('GBP/USD', 'GBPUSD_ejtrader_1h_2016-10-06_crash.csv', '0.0001');
  expect(replay.cadenceMs).toBe(900_000);
  const { written, rejected } = await throughTheGate(replay);
  expect(rejected).toEqual({});
  expect(written).toHaveLength(45 * 4);
  const hour = between(written, '2016-10-06T23:00:00Z', '2016-10-07T00:00:00Z');
  expect(
    hour.map(({ feedTimeMs, last }) => [new Date(feedTimeMs).toISOString().slice(11, 16), last]),
  ).toEqual(
    [
      ['23:00', '1.26128'],
      ['23:15', '1.26138'],
      ['23:30', '1.14754'],
      ['23:45', '1.23873'],
    ].map(([time, last]) => [time, amount(String(last))]),
  );
});
