/** What stands behind the hash, as path and query. */
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
])('%j is %j with %j', (hash, path, search) => {
  expect(parseHash(hash)).toEqual({ path, search });
});
