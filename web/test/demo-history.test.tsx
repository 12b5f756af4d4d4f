/** While a new demo is being filled with its history, the login page says so; afterwards, it offers the example logins. */
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { loadAllMessages, loadMessages } from '../src/i18n/provider.tsx';
import { answerOf } from './answers.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, texts, waitFor } from './screen.tsx';

afterAll(closeApp);

await loadAllMessages();
const messages = (await loadMessages('en')) as never;
const t = createTranslator({ locale: 'en', messages, namespace: 'session' as never }) as (
  key: string,
  values?: Record<string, string>,
) => string;
const demo = answerOf('GET demo', {}, { variant: 'usual' }) as CallOutput<'GET demo'>;
type History = CallOutput<'GET demo'>['history'];

async function openLogin(history: History): Promise<void> {
  serve({ variant: 'usual', answers: { 'GET demo': { ...demo, history } } });
  const { thrown } = await openAt('/pages/login/index', { signedIn: false });
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
}
const says = (text: string): boolean => texts().some((shown) => shown.includes(text));

test('shows the seconds left instead of the example logins while the history is generated', async () => {
  await openLogin({ state: 'running', seconds_left: 42 });
  expect(await waitFor(() => says(t('historyText', { seconds: '42' })))).toBe(true);
  expect(says(t('demoLogins'))).toBe(false);
});

test.each<[what: string, history: History, isTold: boolean]>([
  ['with the reason if the history was interrupted', { state: 'stopped', seconds_left: 0 }, true],
  ['alone if there is nothing to wait for', null, false],
])('shows the example logins %s', async (_, history, isTold) => {
  await openLogin(history);
  expect(await waitFor(() => says(t('demoLogins')))).toBe(true);
  expect(says(t('historyStoppedText'))).toBe(isTold);
});
