/** Every message leads to a screen that there is, and to what it tells of. */
import { expect, test } from 'vitest';
import { noticeKinds } from '@candor/protocol/notices/kinds.ts';
import { findScreen } from '../../app/routes.ts';
import { leadOf } from './leads.ts';

const params = { currency: 'USDT', symbol: 'BTC/USDT', product: 'contract', position: '7' };

test.each(noticeKinds)('%s leads to a screen', (kind) => {
  const { href, title } = leadOf({ kind, params });
  const screen = findScreen(href.split('?')[0] ?? '');
  expect(screen?.title).toBe(title);
});

test.each([
  ['position_closed_out', params, '/pages/order/contract?tab=completed&id=7'],
  ['position_closed_out', { ...params, product: 'forex' }, '/pages/whdetail/order?tab=completed&id=7'],
  ['position_warned', { ...params, product: 'forex' }, '/pages/whdetail/order'],
  ['option_voided', params, '/pages/order/option?tab=ended'],
  ['option_voided', { ...params, symbol: 'EUR/USD' }, '/pages/whdetail/secOrder?tab=ended'],
  ['price_alert', params, '/pages/kline/index?symbol=BTC%2FUSDT'],
  ['agreement_changed', { article: 'terms' }, '/pages/news/detail?id=terms'],
  ['agreement_changed', { article: 'service-agreement' }, '/pages/news/fwxy'],
  ['agreement_changed', { article: 'licence-live' }, '/pages/news/jgpz'],
  ['deposit_credited', params, '/pages/order/finance?currency=USDT'],
] as const)('%s %o', (kind, given, href) => expect(leadOf({ kind, params: given }).href).toBe(href));
