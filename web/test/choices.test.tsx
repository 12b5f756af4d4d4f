/** Choices of one among several: one group of radio buttons, of which one is checked and the arrow keys check the next. */
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, waitFor } from './screen.tsx';

const en = await loadMessages('en');
afterAll(closeApp);

const groupOf = (label: string): HTMLElement => {
  const group = shown('[role=radiogroup]').find((one) => one.getAttribute('aria-label') === label);
  if (group === undefined) throw new Error(`expected a group ${label}, found none`);
  return group;
};
const radiosIn = (group: HTMLElement): readonly HTMLElement[] => [
  ...group.querySelectorAll<HTMLElement>('[role=radio]'),
];
const checkedIn = (group: HTMLElement): readonly number[] =>
  radiosIn(group).flatMap((radio, at) => (radio.getAttribute('aria-checked') === 'true' ? [at] : []));

test.each([
  ['chips', '/pages/kline/index?symbol=BTC/USDT', en.chart.period],
  ['rows of a list', '/pages/me/valuation', en.titles.valuation],
])('moves the choice among %s with the arrow keys', async (_, address, label) => {
  serve({ variant: 'usual' });
  await openAt(address);
  await settled();
  const before = checkedIn(groupOf(label));
  expect(before).toHaveLength(1);
  const radios = radiosIn(groupOf(label));
  expect(radios.map(({ tabIndex }) => tabIndex).filter((at) => at === 0)).toHaveLength(1);
  const from = before[0] ?? 0;
  const forward = from < radios.length - 1;
  radios[from]?.focus();
  const key = forward ? 'ArrowRight' : 'ArrowLeft';
  radios[from]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const next = forward ? from + 1 : from - 1;
  expect(await waitFor(() => checkedIn(groupOf(label)).join() === `${next}`)).toBe(true);
});
