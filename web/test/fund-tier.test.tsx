/** An amount chooses its fund tier: its terms are shown and the order goes there. Only a verified customer can invest. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { answerOf } from './answers.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

afterAll(closeApp);

const messages = (await loadMessages('en')) as never;
const t = createTranslator({ locale: 'en', messages, namespace: 'fund' as never }) as (
  key: string,
  values?: Record<string, string>,
) => string;
type Config = CallOutput<'GET lh/deposit/config'>;

const tier = (id: string, change: Partial<Config['tiers'][number]>): Config['tiers'][number] => ({
  ...{ id, name: id, min: '500', max: '5000', rate_min: '1.83', rate_max: '2.01', yearly_min: '667.95' },
  ...{ yearly_max: '733.65', days: 2, limit_per_account: null, used: 0, places: 10, places_left: 5 },
  ...{ early_fee_rate: '1', terms_version: 0, open: true, closed_by: null, latest: null },
  ...change,
});
const config: Config = {
  ...(answerOf('GET lh/deposit/config', {}, { variant: 'usual' }) as Config),
  ...{ available: '100000', tiers: [tier('1', {}), tier('2', { min: '5000', max: '50000', days: 3 })] },
};

async function openTier(kyc_status: CallOutput<'GET user/info'>['kyc_status']) {
  const user = answerOf('GET user/info', {}, { variant: 'usual' }) as CallOutput<'GET user/info'>;
  const server = serve({
    variant: 'usual',
    answers: { 'GET lh/deposit/config': config, 'GET user/info': { ...user, kyc_status } },
  });
  const { thrown } = await openAt('/pages/arbitrage/detail?id=1');
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
  return server;
}

/** Types the amount with the events that React handles. */
function type(amount: string): void {
  const found = shown('label').find((one) => one.textContent === t('amount'));
  const field = document.getElementById(found?.getAttribute('for') ?? '');
  if (!(field instanceof HTMLInputElement)) throw new Error('expected a field for the amount, found none');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, amount);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const tap = (label: string): void =>
  shown('button')
    .find((one) => one.textContent === label)
    ?.click();

test('invests an amount in the tier that it belongs to, and shows that tier’s terms', async () => {
  const server = await openTier('approved');
  expect(shown('h2').map((one) => one.textContent)).toContain('500–5,000 USDT');
  type('6000');
  expect(await waitFor(() => texts().includes(t('otherTier', { range: '5,000–50,000 USDT' })))).toBe(true);
  expect(shown('h2').map((one) => one.textContent)).toContain('5,000–50,000 USDT');
  tap(t('join'));
  expect(await waitFor(() => texts().includes(t('joinTitle')))).toBe(true);
  tap(t('joinConfirm'));
  expect(await waitFor(() => server.asked.some(({ name }) => name === 'POST lh/deposit'))).toBe(true);
  expect(server.asked.find(({ name }) => name === 'POST lh/deposit')?.input).toMatchObject({
    ...{ project_id: '2', amount: '6000' },
  });
  expect(server.wrong).toEqual([]);
});

test.each([
  ['not_started', 'verify'],
  ['rejected', 'verify'],
  ['under_review', 'verifying'],
] as const)('does not invest for a customer whose verification is %s, and says so', async (status, bar) => {
  await openTier(status);
  expect(texts()).toContain(t(`barred.text.${bar}`));
  const disabled = shown('button').filter((one) => one.getAttribute('aria-disabled') === 'true');
  expect(disabled.map((one) => one.textContent)).toContain(t(`barred.title.${bar}`));
  expect(texts()).not.toContain(t('join'));
});
