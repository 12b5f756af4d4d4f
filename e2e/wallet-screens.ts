/** The screens of wallets and records, for the tests of all screens. */
import type { ScreenShot } from './screen-shot.ts';
import { choose, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const wallets = '/pages/me/wallet';
const records = '/pages/order/finance';

export const walletScreens: readonly ScreenShot[] = [
  { name: 'wallets', path: wallets, as: 'customer' },
  { name: 'portfolio', path: '/pages/me/portfolio', as: 'customer' },
  { name: 'one wallet', path: `${wallets}?currency=USDT`, as: 'customer' },
  { name: 'a wallet that there is not', path: `${wallets}?currency=EUR`, as: 'customer' },
  { name: 'financial records', path: records, as: 'customer' },
  {
    name: 'a record opened',
    path: records,
    as: 'customer',
    act: async (page) => {
      const record = page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: say('recordKinds.spot_hold') });
      await record.first().tap();
      await sheet(page);
      await page.getByText(say('records.zero')).waitFor();
    },
  },
  {
    name: 'choosing what records are about',
    path: records,
    as: 'customer',
    act: (page) => tapForSheet(page, say('records.allGroups')),
  },
  {
    name: 'records that do not fit',
    path: records,
    as: 'customer',
    act: async (page) => {
      await choose(page, say('records.allGroups'), say('recordGroups.correction'));
      await page.getByText(say('filters.nothing')).waitFor();
    },
  },
  {
    name: 'saving the ledger',
    path: records,
    as: 'customer',
    act: (page) => tapForSheet(page, say('records.save')),
  },
  { name: 'accumulated income', path: '/pages/me/accumulated', as: 'customer' },
];
