/** Entry points: the account menu. */
import { ArrowLeftRight, CandlestickChart, ReceiptText } from 'lucide-react';
import { convertLink, ordersLink, tradeTabLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';

export const entries: Entries = {
  menu: [
    { group: 'trading', place: 10, icon: CandlestickChart, says: 'titles.trade', href: tradeTabLink },
    { group: 'trading', place: 50, icon: ReceiptText, says: 'account.orders', href: ordersLink },
    { group: 'trading', place: 140, icon: ArrowLeftRight, says: 'account.convert', href: convertLink },
  ],
};
