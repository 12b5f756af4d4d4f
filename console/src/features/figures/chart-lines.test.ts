/** The lines of the charts: where a missing value is zero, and where it is a gap. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { Figures } from './chart-lines.ts';
import type { Values } from './chart-lines.ts';

const STARTS = [0, 3600, 7200];
const line = (
  series: 'deposits' | 'lost' | 'closed' | 'queue' | 'custody' | 'claims',
  key: string,
  points: Record<number, string>,
) => ({
  ...{ series, key },
  points: Object.entries(points).map(([at, value]) => ({ at: Number(at), value })),
});
const figures = new Figures(
  [
    line('deposits', 'USDT', { 0: '100', 7200: '0.5' }),
    line('deposits', 'BTC', { 7200: '25000' }),
    line('closed', '', { 0: '3', 3600: '4' }),
    line('lost', '', { 0: '2', 3600: '0' }),
    line('queue', 'kyc', { 3600: '12.5' }),
    line('custody', 'USDT', { 0: '10', 7200: '20' }),
    line('claims', 'EUR', { 7200: '5' }),
  ],
  STARTS,
);
const of = (...texts: (string | undefined)[]): Values =>
  texts.map((text) => (text === undefined ? undefined : amount(text)));

test('shows zero in a span in which nothing happened', () => {
  expect(figures.happened('deposits', 'USDT').values).toEqual(of('100', '0', '0.5'));
  expect(figures.happened('deposits', 'XRP').values).toEqual(of('0', '0', '0'));
});

test('adds up the keys of a series, and lists them in alphabetical order', () => {
  expect(figures.total('deposits').values).toEqual(of('100', '0', '25000.5'));
  expect(figures.byKey('deposits').map(({ key }) => key)).toEqual(['BTC', 'USDT']);
  expect(figures.keysOf('custody', 'claims')).toEqual(['EUR', 'USDT']);
});

test('leaves a gap where nothing was decided', () => {
  expect(figures.measured('queue', 'kyc').values).toEqual(of(undefined, '12.5', undefined));
});

test('shows zero for what was not there when the state was read, and a gap where it was not read', () => {
  expect(figures.observed('custody', 'USDT').values).toEqual(of('10', undefined, '20'));
  expect(figures.observed('claims', 'EUR').values).toEqual(of('0', undefined, '5'));
});

test('computes the share of losing customers, and none where nobody closed anything', () => {
  expect(figures.losingShare().values).toEqual(of('66.66666666', '0', undefined));
});
