/** Moves through a queue of a thousand cases by holding a key down. */
import { expect } from '@playwright/test';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn } from './desk.ts';
import { operatorLine, proposeMove } from './proposing.ts';
import { deskSay } from './saying.ts';

test.use({ leavesBehind: 'a thousand proposals' });

test('scrolls through a thousand waiting cases without a noticeable pause while a key is held down', async ({
  browser,
  demo,
}) => {
  test.setTimeout(180_000);
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'theo');
  // A thousand signed proposals exceed one operator's request limit.
  const lines = [
    await operatorLine(demo, 'theo'),
    await operatorLine(demo, 'ada'),
    await operatorLine(demo, 'ines'),
  ];
  for (let at = 0; at < 1000; at += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_one, more) =>
        proposeMove(lines[more % lines.length] as ConsoleLine, at + more + 1),
      ),
    );
  }
  await openScreen(desk, '/queue?kind=proposal');
  const list = desk.getByRole('listbox');
  await expect(list).toBeFocused();
  // The console renders only the visible rows.
  const rows = list.getByRole('option');
  expect(await rows.count()).toBeLessThan(60);
  const total = Number(await rows.first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThanOrEqual(1000);

  await desk.evaluate(() => {
    const seen = { frames: [] as number[], long: [] as number[], last: performance.now() };
    Object.assign(window, { seen });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) seen.long.push(entry.duration);
    }).observe({ entryTypes: ['longtask'] });
    const frame = (now: number) => {
      seen.frames.push(now - seen.last);
      seen.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  // Repeated keydown events without a keyup simulate a key that is held down.
  for (let press = 0; press < 300; press += 1) await desk.keyboard.down('ArrowDown');
  await desk.keyboard.up('ArrowDown');
  const { frames, long } = await desk.evaluate(
    () => (window as unknown as { seen: { frames: number[]; long: number[] } }).seen,
  );
  await expect(list).toHaveAttribute('aria-activedescendant', 'case-300');
  await expect(desk.locator('#case-300')).toBeInViewport();
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const figures = `frames: ${frames.length}, median ${at(0.5).toFixed(1)} ms, 95th ${at(0.95).toFixed(1)} ms; long tasks: ${long.length}, the longest ${Math.max(0, ...long).toFixed(0)} ms`;
  test.info().annotations.push({ type: 'fluid', description: figures });
  console.log(figures);
  // The screen refreshes at most twice per frame at the median, and never pauses noticeably.
  expect(at(0.5), figures).toBeLessThan(34);
  expect(at(0.95), figures).toBeLessThan(150);

  await desk.keyboard.press('End');
  await expect(list).toHaveAttribute('aria-activedescendant', `case-${total - 1}`);
  await expect(desk.locator(`#case-${total - 1}`)).toContainText(deskSay('codes.case.proposal'));
  await desk.context().close();
});
