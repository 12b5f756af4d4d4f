/** The page of the experience credit before and after its turnover is reached, for the tests of all screens. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { APIRequestContext } from '@playwright/test';
import pg from 'pg';
import { OWNER_ROLE, credentialsOf, urlOf } from '../server/src/db/postgres-cluster.ts';
import type { Customer } from './customer.ts';
import { quoteOf } from './customer.ts';
import type { Demo } from './demo.ts';
import type { ScreenShot } from './screen-shot.ts';
import { tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

type Beside = { readonly demo: Demo; readonly request: APIRequestContext };

const page = '/pages/me/experience';
const HELD_MS = 2 * 86_400_000;

export const experienceScreens: readonly ScreenShot[] = [
  { name: 'credit that was granted', path: page, as: 'customer' },
  {
    name: 'converting credit',
    path: page,
    as: 'trader',
    act: (shown) => tapForSheet(shown, say('experience.convert')),
  },
];

/** Uses most of the credit as margin, again and again for a simulated two days each, until the credit may be converted. */
export async function turnOverCredit(trader: Customer, { demo, request }: Beside): Promise<void> {
  const owner = new pg.Client({ connectionString: urlOf(await credentialsOf(demo.data), OWNER_ROLE) });
  await owner.connect();
  // Otherwise triggers reject a change of an opened position, even by the owner.
  await owner.query('set session_replication_role = replica');
  // Not BTC, in which the trader has positions, because credit may not be used against these.
  const order = { symbol: 'ETH/USDT', side: 'long', type: 'market', leverage: 20 } as const;
  for (;;) {
    const credit = await trader.call('GET wallet/experience', {});
    if (amount(credit.turnover) >= amount(credit.turnover_needed)) break;
    const { ask } = await quoteOf(request, order.symbol);
    const worth = amount(credit.amount) * 18n;
    const quantity = formatAmount((worth / (amount(ask) / 100n)) * amount('0.01'));
    const { id } = await trader.call('POST lever/submit', { ...order, quantity, collateral: 'promo' });
    // The closing must charge financing for the two nights; otherwise, the guard would stop new trades.
    await owner.query(
      'update position set entry_ms = entry_ms - $2::bigint, financed_ms = financed_ms - $2::bigint where id = $1',
      [id, HELD_MS],
    );
    await trader.call('POST lever/close', { id });
    // A close without a recent price waits for the next one.
    for (;;) {
      const { rows } = await owner.query("select from position where id = $1 and status = 'closed'", [id]);
      if (rows.length === 1) break;
    }
  }
  await owner.end();
}
