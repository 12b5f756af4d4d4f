/** Marks for published events: halts, silences, voids, and changes of terms. */
import { ok } from '@candor/domain/outcome.ts';
import { expect, test } from 'vitest';
import { marks, timescaleMarks } from './marks.ts';
import type { Asking } from './marks.ts';

const pause = (symbol: string, seq: number, time: number, kind: string) => ({
  ...{ symbol, seq, time, kind, reason: kind === 'halt' ? 'maintenance' : null, refused_count: null },
});
const side = (seq: number) => ({ seq, time_ms: seq * 1000, gap: false });
const published: Readonly<Record<string, readonly object[]>> = {
  'GET transparency/pauses': [
    { pauses: [pause('BTC/USDT', 9, 90, 'gap'), pause('ETH/USDT', 8, 80, 'halt')], next: 'more' },
    { pauses: [pause('BTC/USDT', 5, 50, 'halt'), pause('BTC/USDT', 1, 10, 'reject')], next: null },
  ],
  'GET transparency/voids': [
    {
      voids: [{ symbol: 'BTC/USDT', at: 60, instant: 'strike', before: side(5), after: side(6), tickets: 3 }],
      next: null,
    },
  ],
  'GET transparency/terms': [
    [
      {
        subject: 'instrument:BTC/USDT',
        versions: [
          { version: 1, effective_at: 0, until: 45, current: false, body: { fee: '0.001', open: true } },
          { version: 2, effective_at: 45, until: 45, current: false, body: { fee: '0.5', open: true } },
          { version: 3, effective_at: 45, until: null, current: true, body: { fee: '0.002', open: true } },
        ],
      },
    ],
  ],
};
const ask: Asking = (name, { cursor }) => Promise.resolve(ok(published[name]?.[cursor === 'more' ? 1 : 0]));

test('marks a symbol’s halts, voided options and gaps in time order, across pages', async () => {
  const found = await marks(ask, { symbol: 'BTC/USDT', from: 20, to: 95 });
  expect(found).toMatchObject({
    ok: true,
    value: {
      id: ['halt-BTC/USDT-5', 'void-BTC/USDT-strike-6', 'gap-BTC/USDT-9'],
      time: [50, 60, 90],
      label: ['H', 'V', 'G'],
      text: [
        'The feed ended. Nothing fills until it is back. (maintenance) Entry 5.',
        'Voided and refunded fixed-time options: 3. No quote for their strike between the entries 5 and 6.',
        'No quote arrived although one was due. Entry 9.',
      ],
    },
  });
});

test('begins reading at the end of the span’s day, so that it also finds the marks of an old span', async () => {
  const asked: unknown[] = [];
  const noting: Asking = (name, fields) => {
    asked.push([name, fields]);
    return ask(name, fields);
  };
  await marks(noting, { symbol: 'BTC/USDT', from: 86_300, to: 86_399 });
  expect(asked).toEqual([
    ['GET transparency/pauses', { cursor: '86400000~BTC/USDT~0' }],
    ['GET transparency/voids', { cursor: '86400000' }],
  ]);
});

test('marks the versions of terms that took effect after the first, with their changes', async () => {
  const found = await timescaleMarks(ask, { symbol: 'BTC/USDT', from: 0, to: 100 });
  expect(found).toMatchObject({
    ok: true,
    value: [
      { id: 'terms-BTC/USDT-3', time: 45, tooltip: ['Terms of BTC/USDT, version 3', 'fee: 0.001 → 0.002'] },
    ],
  });
  expect(await timescaleMarks(ask, { symbol: 'ETH/USDT', from: 0, to: 100 })).toEqual({
    ok: true,
    value: [],
  });
});
