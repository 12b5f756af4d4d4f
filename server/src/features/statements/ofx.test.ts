/** Texts in OFX files, which are XML. */
import { expect, test } from 'vitest';
import { escaped, statementOfx } from './ofx.ts';
import type { Line, Statement } from './statement.ts';

test.each([
  ['a<b & c>d', 'a&lt;b &amp; c&gt;d'],
  ['a\u0000b\u0008c\u001fd\u007fe', 'abcde'],
  ['a\r\nb\tc', 'a b c'],
  ['a\ufffeb', 'ab'],
  ['half \ud83d', 'half \ufffd'],
  ['whole \u{1f600}', 'whole \u{1f600}'],
])('writes %j as %j', (text, written) => {
  expect(escaped(text)).toBe(written);
});

test('gives each account its own lines, in order', () => {
  const line = (seq: bigint, account: string, currency: string) =>
    ({ seq, kind: 'transfer', ref: `r${seq}`, timeMs: 0, account, currency, amount: 1n }) as Line;
  const account = (name: string, currency: string) => ({ account: name, currency, closing: '1' });
  const statement = {
    ...{ accounts: [account('spot', 'USDT'), account('spot', 'BTC'), account('option', 'USDT')] },
    ...{ period: '2026-11', from: 0, to: 1, valued_at: 1 },
  } as unknown as Statement;
  const lines = [line(1n, 'spot', 'USDT'), line(2n, 'option', 'USDT'), line(3n, 'spot', 'USDT')];
  const written = statementOfx({ book: 7n, statement }, lines);
  const parts = written.split('<STMTRS>').slice(1);
  expect(parts.map((part) => [...part.matchAll(/<MEMO>(.*?)<\/MEMO>/g)].map(([, ref]) => ref))).toEqual([
    ['r1', 'r3'],
    [],
    ['r2'],
  ]);
});
