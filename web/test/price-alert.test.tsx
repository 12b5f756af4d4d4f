/**
 * The sheet of price alerts: the direction in which the price has to move is announced once, not again at each tick around the
 * level.
 */
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { loadMessages } from '../src/i18n/provider.tsx';
import { createQuotes } from '../src/live/quotes.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

afterAll(closeApp);

const t = createTranslator({ locale: 'en', messages: await loadMessages('en'), namespace: 'alerts' });
const beginningOf = (way: 'above' | 'below'): string => t(`tells.${way}`, { price: '@' }).split('@')[0] ?? '';
const wayShown = (): string | undefined =>
  (['above', 'below'] as const).find((way) => texts().some((text) => text.startsWith(beginningOf(way))));

test('keeps the direction of the offered level while the price ticks to either side of it', async () => {
  serve({ variant: 'usual' });
  const { app, thrown } = await openAt('/pages/kline/index?symbol=BTC/USDT');
  const { quoteStore } = app.of(createQuotes);
  expect(await settled()).toBe(true);
  shown(`button[aria-label="${t('titleOf', { symbol: 'BTC/USDT' })}"]`)[0]?.click();
  expect(await waitFor(() => shown('[role=dialog] input').length > 0)).toBe(true);
  const offered = amount((shown('[role=dialog] input')[0] as HTMLInputElement).value.replaceAll(',', ''));
  expect(wayShown()).toBe('above');
  for (const [seq, by] of [5n, -5n, 5n].entries()) {
    const last = formatAmount(offered + by * amount('1'));
    quoteStore.offer([['BTC/USDT', last, last, last, 1_000_000_000 + seq, Date.now(), true]]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await waitFor(() => quoteStore.get('BTC/USDT')?.last === last)).toBe(true);
    // oxlint-disable-next-line no-await-in-loop
    await settled();
    expect(wayShown()).toBe('above');
  }
  expect(thrown).toEqual([]);
});
