import { expect, it } from 'vitest';
import { readLine } from './options.ts';

const TAPE = ['--url', 'http://x', '--symbol', 'BTC/USDT'];

it('parses the options of a check, and returns help without options or with --help', () => {
  expect(readLine([...TAPE, '--from', '5', '--keep', 'kept.json'])).toEqual({
    kind: 'run',
    line: {
      url: 'http://x',
      symbol: 'BTC/USDT',
      from: 5,
      keep: 'kept.json',
      ...{ to: undefined, ticket: undefined, key: undefined, messages: undefined, day: undefined },
      ...{ marketDays: false, fills: false, timeStamps: false, anchors: undefined },
    },
  });
  expect(readLine(['--ticket', 'a b.json'])).toMatchObject({
    kind: 'run',
    line: { ticket: 'a b.json', from: 1 },
  });
  expect([readLine([]), readLine([...TAPE, '--help'])]).toEqual([{ kind: 'help' }, { kind: 'help' }]);
});

it.each([
  [['--symbol', 'BTC/USDT'], /^Give --url and --symbol/],
  [['--day', '2026-11-23'], /^Give --url with --day/],
  [['--url', 'http://x', '--day', '23.11.2026'], /^--day must look like/],
  [['--url', 'http://x'], /^Give --url and --symbol/],
  [['--url', 'ftp://x', '--symbol', 'BTC/USDT'], /^--url must begin with/],
  [['--url', 'http://x', '--symbol', 'btc'], /^--symbol must look like/],
  [[...TAPE, '--from', '0'], /^0 is not the number of an entry/],
  [[...TAPE, '--to', '1e3'], /^1e3 is not the number of an entry/],
  [[...TAPE, '--from', '9', '--to', '3'], /^--to is before --from/],
  [[...TAPE, '--ticket', 'x.json'], /^Give --symbol or --ticket/],
  [[...TAPE, '--key', 'ABC'], /^--key must be 64 lowercase/],
  [['--what'], /^Unknown option '--what'/],
  [['BTC/USDT'], /^Unexpected argument/],
])('rejects the arguments %j with a message about the first invalid one', (args, sentence) => {
  expect(readLine(args)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) });
});
