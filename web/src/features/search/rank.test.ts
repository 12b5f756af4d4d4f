import { expect, test } from 'vitest';
import { found, plain } from './rank.ts';

const entries = [
  'Bitcoin BTC/USDT',
  'Ethereum ETH/USDT',
  'Withdraw',
  'Withdrawal addresses',
  'Đổi mật khẩu',
  '提币地址',
].map((name) => ({ names: [name] }));

test.each([
  ['', []],
  ['   ', []],
  ['btc', ['Bitcoin BTC/USDT']],
  ['USDT', ['Bitcoin BTC/USDT', 'Ethereum ETH/USDT']],
  ['usdt eth', ['Ethereum ETH/USDT']],
  ['with', ['Withdraw', 'Withdrawal addresses']],
  ['addr', ['Withdrawal addresses']],
  ['doi mat', ['Đổi mật khẩu']],
  ['地址', ['提币地址']],
  ['nothing', []],
])('returns the entries for “%s”, best first', (typed, names) => {
  expect(found(entries, typed, 9).flatMap((entry) => entry.names)).toEqual(names);
});

test('puts entries that begin with the typed text before those that only contain it', () => {
  const list = [{ names: ['My orders'] }, { names: ['Border'] }, { names: ['Orders'] }];
  expect(found(list, 'order', 9).flatMap(({ names }) => names)).toEqual(['Orders', 'My orders', 'Border']);
});

test('shows no more than the requested number', () => {
  expect(found(entries, 'e', 2)).toHaveLength(2);
});

test('ignores accents and capitals in the typed text', () => {
  expect(plain(' Cả PHÊ ')).toBe('ca phe');
});
