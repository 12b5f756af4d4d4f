/** The entry points of all features: the screens that notices and menu rows link to, and the icons of topics. */
import { expect, test } from 'vitest';
import { noticeKinds } from '@candor/protocol/notices/kinds.ts';
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import { allEntries } from './all-entries.ts';
import { findScreen } from './routes.ts';

const { menu, notices, topics } = allEntries;

function leadOf({
  kind,
  params: given,
}: {
  kind: keyof typeof notices;
  params: Readonly<Record<string, string>>;
}) {
  const lead = notices[kind]?.lead;
  if (lead === undefined)
    throw new Error(`expected a feature to link the notice ${kind} to a screen, found none`);
  return typeof lead === 'function' ? lead(given) : lead;
}

const params = { currency: 'USDT', symbol: 'BTC/USDT', product: 'contract', position: '7', ticket: '8' };

test.each(noticeKinds)('links the notice %s to an existing screen', (kind) => {
  const { href, title } = leadOf({ kind, params });
  const screen = findScreen(href.split('?')[0] ?? '');
  expect(screen?.title).toBe(title);
});

test.each([
  ['position_closed_out', params, '/pages/order/contract?tab=completed&id=7'],
  ['position_closed_out', { ...params, product: 'forex' }, '/pages/whdetail/order?tab=completed&id=7'],
  ['position_warned', { ...params, product: 'forex' }, '/pages/whdetail/order'],
  ['position_took_profit', params, '/pages/order/contract?tab=completed&id=7'],
  ['position_opened_long', { ...params, product: 'forex' }, '/pages/whdetail/order?tab=holding&id=7'],
  ['order_bought', { symbol: 'BTC/USDT', order: '9' }, '/pages/order/trade?tab=completed&id=9'],
  ['order_expired', { symbol: 'BTC/USDT', order: '9' }, '/pages/order/trade?tab=completed&id=9'],
  ['order_expired', params, '/pages/order/contract?tab=completed&id=7'],
  ['order_refused', { ...params, product: 'forex' }, '/pages/whdetail/order?tab=completed&id=7'],
  ['option_won', params, '/pages/order/option?tab=ended&id=8'],
  ['option_voided', { ...params, symbol: 'EUR/USD' }, '/pages/whdetail/secOrder?tab=ended&id=8'],
  ['fund_ended', { order: '9' }, '/pages/order/strategy?tab=finished&id=9'],
  ['fund_income', { order: '9' }, '/pages/order/strategy?id=9'],
  ['recurring_bought', { plan: '9', purchase: '8' }, '/pages/me/recurringPlan?id=9&purchase=8'],
  ['recurring_paused', {}, '/pages/me/recurring'],
  ['loan_settled', { loan: '9' }, '/pages/loan/order?tab=finished&id=9'],
  ['loan_overdue', { loan: '9' }, '/pages/loan/order?tab=open&id=9'],
  ['price_alert', params, '/pages/kline/index?symbol=BTC%2FUSDT'],
  ['agreement_changed', { article: 'terms' }, '/pages/news/detail?id=terms'],
  ['agreement_changed', { article: 'service-agreement' }, '/pages/news/fwxy'],
  ['agreement_changed', { article: 'licence-live' }, '/pages/news/jgpz'],
  ['deposit_credited', params, '/pages/order/finance?currency=USDT'],
] as const)('links the notice %s with the params %o to its screen', (kind, given, href) =>
  expect(leadOf({ kind, params: given }).href).toBe(href),
);

test.each(noticeKinds)('has an icon for the topic of the notice %s', (kind) =>
  expect(topics[topicOf[kind]]).toBeDefined(),
);

test.each(menu)('links the menu row $says to an existing screen', ({ href }) => {
  expect(findScreen(href.split('?')[0] ?? '')).toBeDefined();
});

test('gives every menu row of a group a different position', () => {
  const places = menu.map(({ group, place }) => `${group} ${place}`);
  expect(new Set(places).size).toBe(places.length);
});
