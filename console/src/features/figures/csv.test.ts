/** The file of the charts' values. */
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const answer = { span: 'hour', from: 0, to: 7200, counted_to: null } as const;

test('has one value a line, with times in UTC', () => {
  const series = [
    {
      ...{ series: 'deposits' as const, key: 'USDT' },
      points: [
        { at: 0, value: '100' },
        { at: 3600, value: '0.5' },
      ],
    },
    { series: 'traded' as const, key: '', points: [{ at: 3600, value: '2' }] },
  ];
  expect(csvOf({ ...answer, series })).toBe(
    'start,span,series,key,value\r\n' +
      '1970-01-01T00:00:00.000Z,hour,deposits,USDT,100\r\n' +
      '1970-01-01T01:00:00.000Z,hour,deposits,USDT,0.5\r\n' +
      '1970-01-01T01:00:00.000Z,hour,traded,,2\r\n',
  );
});

test('quotes what has a separator', () => {
  const series = [{ series: 'breaches' as const, key: 'L1, "sums"', points: [{ at: 0, value: '1' }] }];
  expect(csvOf({ ...answer, series })).toContain('breaches,"L1, ""sums""",1\r\n');
});
