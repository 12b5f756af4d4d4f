/** The answers that the worker caches, all of which are the same for every requester. */
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { expect, test } from 'vitest';
import { KEPT, isKept, keptAs } from './kept-calls.ts';

const here = 'https://candor.example';
const asked = { method: 'GET', url: `${here}/api/currency/quotation_new?lang=en`, hasToken: false, body: '' };

test('caches only calls that are made without a token', () => {
  for (const name of KEPT) {
    const row: CallRow | undefined = calls[name as CallName];
    expect(row?.who, name).toBe('visitor');
    expect(row?.idempotent, name).toBe(false);
  }
});

test('caches no call whose input contains customer data', () => {
  const own = /account|e?mail|phone|password|token|code|address|key/;
  for (const name of KEPT) {
    const { input } = calls[name as CallName] as { readonly input: { readonly entries?: object } };
    expect(
      Object.keys(input.entries ?? {}).filter((field) => own.test(field)),
      name,
    ).toEqual([]);
  }
});

test.each([
  ['POST', '/api/user/login'],
  ['GET', '/api/user/info'],
  ['POST', '/api/wallet/list'],
  ['GET', '/api/demo'],
  ['GET', '/api/demo/mailbox'],
  ['POST', '/api/chat/open'],
  ['GET', '/api/chat/messages'],
  ['POST', '/api/currency/quotation_new'],
  ['GET', '/api/news/list'],
  ['GET', '/api/'],
  ['GET', '/assets/app.js'],
  ['GET', '/x/api/currency/quotation_new'],
])('does not cache %s %s', (method, path) => {
  expect(isKept(method, path)).toBe(false);
  expect(keptAs({ ...asked, method, url: here + path })).toBeUndefined();
});

test('does not cache a request with a token', () => {
  expect(keptAs(asked)).toBeDefined();
  expect(keptAs({ ...asked, hasToken: true })).toBeUndefined();
});

test('does not cache a search', () => {
  const help = `${here}/api/news_articles/list`;
  expect(keptAs({ ...asked, url: `${help}?lang=en` })).toBeDefined();
  expect(keptAs({ ...asked, url: `${help}?search=forgotten+password&lang=en` })).toBeUndefined();
  const news = { ...asked, method: 'POST', url: `${here}/api/news/list` };
  expect(keptAs({ ...news, body: 'kind=news&lang=en' })).toBeDefined();
  expect(keptAs({ ...news, body: 'kind=news&search=loan&lang=en' })).toBeUndefined();
});

test('returns the same cache key for equal requests, whatever the order of their parameters', () => {
  const url = `${here}/api/currency/new_timeshar`;
  const one = keptAs({ ...asked, url: `${url}?symbol=BTC/USDT&period=1m&lang=en` });
  expect(keptAs({ ...asked, url: `${url}?lang=en&period=1m&symbol=BTC%2FUSDT` })).toBe(one);
  expect(keptAs({ ...asked, url: `${url}?symbol=ETH/USDT&period=1m&lang=en` })).not.toBe(one);
});

test('returns different cache keys for POST requests with different bodies', () => {
  const post = { ...asked, method: 'POST', url: `${here}/api/news/detail` };
  const one = keptAs({ ...post, body: 'id=fees&lang=en' });
  expect(one).toBe(`${here}/kept/POST/news/detail?id=fees&lang=en`);
  expect(keptAs({ ...post, body: 'lang=zh&id=fees' })).not.toBe(one);
});
