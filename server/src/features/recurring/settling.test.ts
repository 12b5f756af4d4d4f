/** Only an entry for the purchased coin settles a waiting purchase. */
import { expect, test } from 'vitest';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { decideSettling } from './settling.ts';

test('throws for an entry of a coin other than the one bought', () => {
  const purchase = { id: 7n, plan: 3n, status: 'ordered', version: 2, armedSeq: 4n, amount: 50n };
  const facts = { book: 1n, row: () => purchase } as never;
  const settle = decideSettling({ cameTo: () => ({ symbol: 'BTC/USDT', status: 'open' }) as never });
  const at = (symbol: string) => settle({ id: 7n, version: 2, entry: { symbol, seq: 9n } as never }, facts);
  expect(() => at('ETH/USDT')).toThrow(FalselyFired);
  expect(at('BTC/USDT')).toMatchObject({ ok: true, value: { armings: [{ symbol: 'BTC/USDT' }] } });
});
