/** Every message leads to a screen that there is, and to what it tells of; every topic has an icon, every row of a menu a screen. */
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
  if (lead === undefined) throw new Error(`no feature says where ${kind} leads`);
  return typeof lead === 'function' ? lead(given) : lead;
}

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

test.each(noticeKinds)('%s has the icon of its topic', (kind) => expect(topics[topicOf[kind]]).toBeDefined());

test.each(menu)('$says is a screen', ({ href }) => {
  expect(findScreen(href.split('?')[0] ?? '')).toBeDefined();
});

test('no two rows of a menu have the same place', () => {
  const places = menu.map(({ group, place }) => `${group} ${place}`);
  expect(new Set(places).size).toBe(places.length);
});
