/** The page of the experience credit, before its turnover is reached and after, as it is gone through when all screens are looked at. */
import type { Customer } from './customer.ts';
import type { ScreenShot } from './screen-shot.ts';
import { tapForSheet } from './screen-shot.ts';

const page = '/pages/me/experience';

export const experienceScreens: readonly ScreenShot[] = [
  { name: 'credit that was granted', path: page, as: 'customer' },
  {
    name: 'converting credit',
    path: page,
    as: 'trader',
    act: (shown) => tapForSheet(shown, 'Convert to USDT'),
  },
];

/** Opens and closes positions on the credit until it may be converted. */
export async function turnOverCredit(trader: Customer): Promise<void> {
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.002', leverage: 2 } as const;
  for (;;) {
    const { turnover, turnover_needed: needed } = await trader.call('GET wallet/experience', {});
    if (Number.parseInt(turnover, 10) >= Number.parseInt(needed, 10)) return;
    const { id } = await trader.call('POST lever/submit', { ...order, collateral: 'promo' });
    await trader.call('POST lever/close', { id });
  }
}
