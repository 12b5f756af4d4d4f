/** Entry points: the account menu, and the notices that link to this feature. */
import { ArrowLeftRight, CandlestickChart, ReceiptText } from 'lucide-react';
import { convertLink, orderLink, ordersLink, receiptLink, tradeTabLink } from '../../lib/links.ts';
import type { Message } from '../../lib/notice-texts.ts';
import type { Entries, Lead } from '../../platform/entries.ts';

const lead = ({ order = '' }: Message['params']): Lead => ({ href: orderLink(order), title: 'orders' });
/** Orders for positions end with the same messages. */
const ended = (params: Message['params']): Lead => {
  const { product, position } = params;
  if (position === undefined) return lead(params);
  return {
    href: receiptLink(product, position),
    title: product === 'forex' ? 'forexPositions' : 'contractPositions',
  };
};

export const entries: Entries = {
  menu: [
    { group: 'products', place: 10, icon: CandlestickChart, says: 'titles.trade', href: tradeTabLink },
    { group: 'activity', place: 10, icon: ReceiptText, says: 'account.orders', href: ordersLink },
    { group: 'products', place: 30, icon: ArrowLeftRight, says: 'account.convert', href: convertLink },
  ],
  // The app announces the outcome of orders itself (`live/order-news.ts`).
  notices: {
    order_bought: { lead },
    order_sold: { lead },
    order_took_profit: { lead },
    order_stopped: { lead },
    order_expired: { lead: ended },
    order_refused: { lead: ended },
  },
  topics: {
    orders: ReceiptText,
  },
};
