/**
 * Measures the time from a tap until its effect is painted, on a simulated phone four times slower than this machine: the slowest
 * action on each of the five pages, as timed by the browser (Event Timing, the basis of INP).
 */
import { chromium, devices } from '@playwright/test';
import type { Page } from '@playwright/test';
import { BROWSER_FLAGS, browserPath, exampleToken, onDemo } from './demo-page.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const RUNS = 3;
const SLOWER = 4;
const GOAL_MS = 200;
/** How long to wait after a tap; by then, its effect has been painted. */
const AFTER_MS = 700;

declare global {
  interface Window {
    /** The duration of each interaction, by its id. */
    taken?: Map<number, number>;
  }
}

/** Runs in the page before any script of the app. */
function noteInteractions(): void {
  const taken = (window.taken = new Map<number, number>());
  const watch = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const id = entry.interactionId ?? 0;
      if (id > 0) taken.set(id, Math.max(taken.get(id) ?? 0, entry.duration));
    }
  });
  watch.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

type Visit = { readonly name: string; readonly path: string; readonly taps: readonly Tap[] };
type Tap = { readonly what: string; readonly act: (page: Page) => Promise<unknown> };

const tap = (role: Parameters<Page['getByRole']>[0], name: string | RegExp): Tap => ({
  what: String(name),
  act: (page) => page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().tap(),
});

const back: Tap = { what: 'Escape', act: (page) => page.keyboard.press('Escape') };

const VISITS: readonly Visit[] = [
  {
    name: 'Home',
    path: '/',
    taps: [tap('button', /(Hide|Show) amounts$/), tap('link', 'News'), tap('link', 'Home')],
  },
  {
    name: 'Market',
    path: '/pages/market/index',
    taps: [tap('tab', 'Forex'), tap('tab', 'Crypto'), tap('button', /^Add .* to favourites$/)],
  },
  {
    name: 'Chart',
    path: '/pages/kline/index?symbol=BTC/USDT',
    taps: [tap('button', '1h'), tap('button', 'RSI'), tap('button', 'Drawing tools'), back],
  },
  {
    name: 'Trade',
    path: '/pages/index/index?symbol=BTC/USDT',
    taps: [
      tap('radio', 'Limit'),
      tap('radio', 'Market'),
      tap('textbox', 'Amount to spend'),
      tap('button', '1'),
      tap('button', '0'),
      tap('button', 'Done'),
      tap('button', 'Buy BTC'),
      back,
    ],
  },
  {
    name: 'Account',
    path: '/pages/me/newIndex',
    taps: [tap('button', /^USDT/), tap('link', 'Trade'), tap('link', 'Account')],
  },
];

async function tapThrough(page: Page, { path, taps }: Visit): Promise<number[]> {
  await page.goto(`/#${path}`);
  // A screen with live prices never becomes idle. After this time, its first figures are shown and everything else has
  // been fetched.
  await page.waitForTimeout(6000);
  const all: number[] = [];
  for (const { act } of taps) {
    await page.evaluate(() => window.taken?.clear());
    await act(page);
    await page.waitForTimeout(AFTER_MS);
    all.push(Math.max(0, ...(await page.evaluate(() => [...(window.taken?.values() ?? [])]))));
  }
  return all;
}

async function onSlowPhone<Result>(
  { origin, token }: { origin: string; token: string },
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_FLAGS] });
  try {
    const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: origin });
    const page = await context.newPage();
    await page.addInitScript(noteInteractions);
    await page.addInitScript(
      (session) => localStorage.setItem('candor.session', session),
      JSON.stringify({ token, language: 'en' }),
    );
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await measure(page);
  } finally {
    await browser.close();
  }
}

export async function benchInteraction(): Promise<Figure[]> {
  return onDemo(async (origin) => {
    const token = await exampleToken(origin);
    const figures: Figure[] = [];
    for (const visit of VISITS) {
      const runs: number[][] = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await onSlowPhone({ origin, token }, (page) => tapThrough(page, visit)));
      const tapped = visit.taps.map(({ what }, at) => ({ what, ms: median(runs.map((run) => run[at]!)) }));
      const slowest = tapped.toSorted((one, other) => other.ms - one.ms)[0]!;
      figures.push({
        name: `interaction: slowest of ${tapped.length} taps on ${visit.name} at a fourth of the speed, ${slowest.what}`,
        value: slowest.ms,
        unit: 'ms',
        goal: { atMost: GOAL_MS },
      });
    }
    return figures;
  });
}
