/** The dead man's switch: its text in each state, and the calls of its buttons. */
import { createTranslator } from 'use-intl';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

afterAll(closeApp);

const messages = await loadMessages('en');
const t = createTranslator({ locale: 'en', messages, namespace: 'deadMansSwitch' });
const PATH = '/pages/order/switch';
const NOW_MS = Date.UTC(2026, 10, 28, 12);
const OFF = { status: 'off', seconds: null, set_at: null, fires_at: null, fired_seq: null } as const;
const set = (seconds: number) => ({ seconds, set_at: NOW_MS, fires_at: NOW_MS + seconds * 1000 });
const ARMED = { ...OFF, ...set(300), status: 'armed' } as const;
const FIRED = { ...OFF, ...set(30), status: 'fired', fired_seq: 77 } as const;

const button = (text: string): HTMLElement | undefined =>
  shown('button').find((one) => one.textContent === text);

async function openOn(view: object) {
  const server = serve({ variant: 'usual', answers: { 'GET orders/dead_mans_switch': view } });
  const { thrown } = await openAt(PATH);
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
  return server;
}

test.each([
  ['off', OFF, ['turnOn'], ['renew', 'turnOff']],
  ['armed', ARMED, ['renew', 'turnOff'], ['turnOn']],
  ['fired', FIRED, ['turnOn'], ['renew', 'turnOff']],
] as const)('shows that the switch is %s, with the possible actions', async (status, view, has, lacks) => {
  await openOn(view);
  expect(texts()).toContain(t(`is.${status}`));
  for (const one of has) expect(button(t(one)), one).toBeDefined();
  for (const one of lacks) expect(button(t(one)), one).toBeUndefined();
  expect(texts().includes(t('at'))).toBe(status === 'armed');
  expect(texts().includes(t('firedAt'))).toBe(status === 'fired');
});

test.each([
  ['turns on for a quarter of an hour unless another time is chosen', OFF, 'turnOn', 900],
  ['renews for its current time', ARMED, 'renew', 300],
  [
    'turns on again for a quarter of an hour if a program had chosen a time that is not offered',
    FIRED,
    'turnOn',
    900,
  ],
  ['turns off', ARMED, 'turnOff', 0],
] as const)('%s', async (_, view, press, seconds) => {
  const server = await openOn(view);
  button(t(press))?.click();
  const sent = () => server.asked.find(({ name }) => name === 'POST orders/dead_mans_switch');
  expect(await waitFor(() => sent() !== undefined)).toBe(true);
  expect(sent()?.input).toMatchObject({ seconds });
  expect(server.wrong).toEqual([]);
});

test('announces and links the switch under the open orders', async () => {
  serve({ variant: 'empty', answers: { 'GET orders/dead_mans_switch': OFF } });
  await openAt('/pages/order/trade');
  expect(await settled()).toBe(true);
  expect(texts()).toContain(messages.orders.switch.off);
  expect(shown(`a[href$="${PATH}"]`).length).toBe(1);
});
