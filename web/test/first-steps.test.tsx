/** The first steps on Home are checked off according to the customer's actions, and disappear when the customer hides them. */
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { loadAllMessages, loadMessages } from '../src/i18n/provider.tsx';
import { answerOf } from './answers.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, shown, texts, waitFor } from './screen.tsx';

afterAll(closeApp);

await loadAllMessages();
const messages = (await loadMessages('en')) as never;
const t = createTranslator({ locale: 'en', messages, namespace: 'home.firstSteps' as never }) as (
  key: string,
  values?: Record<string, number>,
) => string;
const says = (text: string) => (): boolean => texts().includes(text);
const user = answerOf('GET user/info', {}, { variant: 'empty' }) as CallOutput<'GET user/info'>;
const newcomer = {
  'GET user/info': { ...user, totp_enabled: false, cumulative_income: '0' },
  'GET safe/passkeys': [],
};

test('begins with the tour, and continues with the first trade once the tour was taken', async () => {
  serve({ variant: 'empty', answers: newcomer });
  const { thrown } = await openAt('/');
  expect(await waitFor(says(t('progress', { done: 0, all: 4 })))).toBe(true);
  [...shown('button')].find((one) => one.textContent?.includes(t('tour.title')))?.click();
  expect(await waitFor(() => shown('[role=dialog]').length > 0)).toBe(true);
  shown('[role=dialog] button[aria-label]')[0]?.click();
  expect(await waitFor(says(t('progress', { done: 1, all: 4 })))).toBe(true);
  expect(says(t('done'))()).toBe(true);
  expect(thrown).toEqual([]);
});

test('does not offer the first steps to visitors, or to a customer who hid them', async () => {
  serve({ variant: 'empty' });
  await openAt('/');
  expect(await waitFor(() => shown(`button[aria-label="${t('hide')}"]`).length > 0)).toBe(true);
  shown(`button[aria-label="${t('hide')}"]`)[0]?.click();
  expect(await waitFor(() => !says(t('title'))())).toBe(true);
  expect(localStorage.getItem('candor.first-steps')).toContain('left');
  await openAt('/', { signedIn: false });
  expect(await waitFor(() => texts().includes('New here?'))).toBe(true);
  expect(says(t('title'))()).toBe(false);
});
