/** During an emergency stop, a ticket says what is stopped, why and until when, and the withdrawal page says it of payouts. */
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

const messages = await loadMessages('en');
const t = createTranslator({ locale: 'en', messages, namespace: 'opening' });
const withdrawals = createTranslator({ locale: 'en', messages, namespace: 'withdrawals' });
afterAll(closeApp);

const UNTIL = Date.UTC(2026, 10, 29, 14);
const stopped = (target: string, change: object = {}) =>
  serve({
    variant: 'usual',
    answers: {
      'GET transparency/stops': {
        stops: [
          {
            ...{ number: 3, target, cause: 'prices', since_ms: UNTIL - 3_600_000, until_ms: UNTIL },
            ...{ in_effect: true, released: false, ...change },
          },
        ],
      },
    },
  });
const says = (text: string): boolean => texts().join('\n').includes(text);

const TRADE = '/pages/index/index?symbol=BTC/USDT&product=';
const IN_BTC = t('stoppedSymbolTitle', { symbol: 'BTC/USDT' });

test.each([
  ['spot', 'product:spot', t('stoppedTitle')],
  ['spot', 'instrument:BTC/USDT', IN_BTC],
  ['contract', 'product:contracts', t('stoppedTitle')],
  ['contract', 'instrument:BTC/USDT', IN_BTC],
])('the ticket of %s shows a stop of %s with its reason', async (product, target, title) => {
  stopped(target);
  const { thrown } = await openAt(`${TRADE}${product}`, { signedIn: false });
  expect(await waitFor(() => says(title))).toBe(true);
  expect(says(t('stopCause.prices'))).toBe(true);
  expect(thrown).toEqual([]);
});

test.each([
  ['of something else', 'product:options', {}],
  ['of another instrument', 'instrument:ETH/USDT', {}],
  ['that is over', 'product:spot', { in_effect: false, released: true }],
])('the ticket of spot shows no stop %s', async (_, target, change) => {
  stopped(target, change);
  await openAt(`${TRADE}spot`, { signedIn: false });
  expect(await settled()).toBe(true);
  expect(shown('label')).not.toEqual([]);
  expect(says(t('stoppedTitle')) || says(t('stopCause.prices'))).toBe(false);
});

test('the withdrawal page shows a stop of payouts with its reason', async () => {
  stopped('payouts');
  await openAt('/pages/order/withdraw');
  expect(await waitFor(() => says(withdrawals('payoutsStopped')))).toBe(true);
  expect(says(t('stopCause.prices'))).toBe(true);
});
