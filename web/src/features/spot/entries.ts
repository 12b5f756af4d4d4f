/** Entry points: the account menu. */
import { ArrowLeftRight, CandlestickChart, ReceiptText } from 'lucide-react';
import { convertLink, ordersLink, tradeTabLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'products', place: 10, icon: CandlestickChart, says: 'titles.trade', href: tradeTabLink },
    { group: 'activity', place: 10, icon: ReceiptText, says: 'account.orders', href: ordersLink },
    { group: 'products', place: 30, icon: ArrowLeftRight, says: 'account.convert', href: convertLink },
  ],
};
