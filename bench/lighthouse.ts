/**
 * Measures the Lighthouse scores of the product's main pages on a mid-range phone, with the built app from the real server:
 * for a first-time visitor and for a customer.
 */
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { Result } from 'lighthouse';
import { BROWSER_FLAGS, browserPath, exampleToken, onDemo } from './demo-page.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const RUNS = 3;
/**
 * A measurement is invalid if the browser's trace lacks its beginning, which happens sometimes; it is repeated up to this often.
 */
const TRIES_MAX = 4;
const PAGES = {
  Home: '/',
  Market: '/#/pages/market/index',
  Chart: '/#/pages/kline/index?symbol=BTC/USDT',
  Trade: '/#/pages/index/index',
  Fund: '/#/pages/strategy/index2',
  Account: '/#/pages/me/newIndex',
} as const;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** These metrics explain the performance score. */
const METRICS = [
  { audit: 'first-contentful-paint', name: 'first contentful paint', unit: 'ms' },
  { audit: 'largest-contentful-paint', name: 'largest contentful paint', unit: 'ms' },
  { audit: 'total-blocking-time', name: 'total blocking time', unit: 'ms' },
  { audit: 'cumulative-layout-shift', name: 'cumulative layout shift', unit: '' },
  { audit: 'speed-index', name: 'speed index', unit: 'ms' },
] as const;

/** Stores a session where the app reads it, from a page of the same origin that runs no script. */
async function signIn(port: number, { origin, token }: { origin: string; token: string }): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((kept) => localStorage.setItem('candor.session', kept), JSON.stringify({ token }));
  await page.close();
  await browser.close();
}

async function look(place: { origin: string; path: string; token?: string }): Promise<Result | undefined> {
  const { origin, path, token } = place;
  const browser = await launch({ chromePath: browserPath(), chromeFlags: [...BROWSER_FLAGS] });
  try {
    if (token !== undefined) await signIn(browser.port, { origin, token });
    const run = await lighthouse(origin + path, {
      port: browser.port,
      logLevel: 'error',
      onlyCategories: Object.keys(GOALS),
      disableStorageReset: token !== undefined,
    });
    const isWhole = METRICS.every(({ audit }) => Number.isFinite(run?.lhr.audits[audit]?.numericValue));
    return run?.lhr.runtimeError === undefined && isWhole ? run?.lhr : undefined;
  } finally {
    browser.kill();
  }
}

async function lookAgain(place: Parameters<typeof look>[0]): Promise<Result> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const result = await look(place);
    if (result !== undefined) return result;
  }
  throw new Error(`expected a Lighthouse result for ${place.path} within ${TRIES_MAX} attempts, found none`);
}

export async function benchLighthouse(): Promise<Figure[]> {
  return onDemo(async (origin) => {
    const token = await exampleToken(origin);
    const figures: Figure[] = [];
    for (const [page, path] of Object.entries(PAGES)) {
      for (const [who, session] of [
        ['visitor', {}],
        ['customer', { token }],
      ] as const) {
        const looks: Result[] = [];
        for (let run = 0; run < RUNS; run += 1) looks.push(await lookAgain({ origin, path, ...session }));
        figures.push(...figuresOf(`${page} as a ${who}`, looks));
      }
    }
    return figures;
  });
}

/** The audits of a category that some measurement failed; what performance loses is in its metrics. */
function failedAudits(category: string, looks: readonly Result[]): string {
  if (category === 'performance') return '';
  const failed = looks.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return failed.length === 0 ? '' : `, failed: ${[...new Set(failed)].join(', ')}`;
}

function figuresOf(page: string, looks: readonly Result[]): Figure[] {
  const scores = Object.entries(GOALS).map(([category, atLeast]) => ({
    name: `lighthouse: ${category} of ${page}${failedAudits(category, looks)}`,
    value: median(looks.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100))),
    unit: '',
    goal: { atLeast },
  }));
  const metrics = METRICS.map(({ audit, name, unit }) => ({
    name: `lighthouse: ${name} of ${page}`,
    value: median(looks.map((result) => result.audits[audit]?.numericValue ?? Number.NaN)),
    unit,
  }));
  return [...scores, ...metrics];
}
