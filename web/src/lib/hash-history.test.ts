/** The split of the part after the hash into path and query. */
import { expect, test } from 'vitest';
import { parseHash } from './hash-history.ts';

test.each([
  ['', '/', ''],
  ['#', '/', ''],
  ['#/', '/', ''],
  ['#/pages/kline/index?symbol=BTC/USDT', '/pages/kline/index', 'symbol=BTC/USDT'],
  ['#pages/login/index', '/pages/login/index', ''],
  ['#/path/?id=7', '/path', 'id=7'],
  ['#/path?a=1?b=2', '/path', 'a=1?b=2'],
])('splits %j into the path %j and the query %j', (hash, path, search) => {
  expect(parseHash(hash)).toEqual({ path, search });
});
