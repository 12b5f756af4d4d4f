/** The simplest command that moves money, for tests of the executor. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import { command } from '../command.ts';
import type { House } from './house.ts';

/** Moves USDT from the house's equity to the customer. */
export const give = command({
  name: 'test.give',
  gather: (_: { usdt: bigint }) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: ({ usdt }, facts) =>
    ok({
      answer: { had: String(facts.balance('spot', 'USDT')), seq: String(facts.journalSeq) },
      journals: [
        journal('demo_grant', `test:${facts.journalSeq}`, [
          { account: 'equity', currency: 'USDT', amount: -usdt },
          { account: 'spot', currency: 'USDT', amount: usdt },
        ]),
      ],
    }),
});

/** Returns the customer's USDT on the spot account. */
export async function usdtOf(house: House, book: bigint): Promise<string> {
  const rows = await house.owner<{ amount: string }>(
    `select amount from balance where book = $1 and account = 'spot' and currency = 'USDT'`,
    [book],
  );
  return rows[0]?.amount ?? '0';
}
