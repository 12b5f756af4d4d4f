/** The screens of money, as rows of the table of screens: in, out, from account to account, and every record of it. */
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

export const moneyScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/me/transfer'],
    title: 'transfer',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/transfers/transfer-screen.tsx').then((file) => file.TransferScreen),
    ),
  },
  {
    paths: ['/pages/me/exchange'],
    title: 'exchange',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/exchange/exchange-screen.tsx').then((file) => file.ExchangeScreen),
    ),
  },
  {
    paths: ['/pages/order/charge'],
    title: 'deposit',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/deposits/deposit-screen.tsx').then((file) => file.DepositScreen),
    ),
  },
  {
    paths: ['/pages/uploadpayvoucher/index'],
    title: 'voucher',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/deposits/voucher-screen.tsx').then((file) => file.VoucherScreen),
    ),
  },
  {
    paths: ['/pages/order/withdraw'],
    title: 'withdraw',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/withdrawals/withdraw-screen.tsx').then((file) => file.WithdrawScreen),
    ),
  },
  {
    paths: ['/pages/me/addresses'],
    title: 'addresses',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/addresses/address-book-screen.tsx').then((file) => file.AddressBookScreen),
    ),
  },
  {
    paths: ['/pages/me/acts'],
    title: 'acts',
    needsLogin: true,
    screen: lazyScreen(() => import('../features/acts/acts-screen.tsx').then((file) => file.ActsScreen)),
  },
  {
    paths: ['/pages/me/wallet'],
    title: 'wallets',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/wallets/wallets-screen.tsx').then((file) => file.WalletsScreen),
    ),
  },
  {
    paths: ['/pages/order/finance'],
    title: 'records',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/wallets/records-screen.tsx').then((file) => file.RecordsScreen),
    ),
  },
  {
    paths: ['/pages/friend/index'],
    title: 'friend',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/referral/friend-screen.tsx').then((file) => file.FriendScreen),
    ),
  },
  {
    paths: ['/pages/me/accumulated'],
    title: 'accumulated',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/wallets/accumulated-screen.tsx').then((file) => file.AccumulatedScreen),
    ),
  },
];
