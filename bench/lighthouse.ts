/** Lighthouse's view of the five pages that carry the product, on a mid-range phone, signed out, as the real server serves the built app. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { Result } from 'lighthouse';
import { BROWSER_FLAGS, browserPath, onDemo } from './demo-page.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const RUNS = 3;
const PAGES = {
  Home: '/',
  Market: '/#/pages/market/index',
  Chart: '/#/pages/kline/index?symbol=BTC/USDT',
  Trade: '/#/pages/index/index',
  Account: '/#/pages/me/newIndex',
} as const;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** What explains the score of performance. */
const METRICS = [
  { audit: 'first-contentful-paint', name: 'first contentful paint', unit: 'ms' },
  { audit: 'largest-contentful-paint', name: 'largest contentful paint', unit: 'ms' },
  { audit: 'total-blocking-time', name: 'total blocking time', unit: 'ms' },
  { audit: 'cumulative-layout-shift', name: 'cumulative layout shift', unit: '' },
  { audit: 'speed-index', name: 'speed index', unit: 'ms' },
] as const;

async function look(address: string): Promise<Result> {
  const browser = await launch({ chromePath: browserPath(), chromeFlags: [...BROWSER_FLAGS] });
  try {
    const run = await lighthouse(address, {
      port: browser.port,
      logLevel: 'error',
      onlyCategories: Object.keys(GOALS),
    });
    if (run === undefined) throw new Error('Lighthouse answered nothing');
    if (run.lhr.runtimeError !== undefined) throw new Error(run.lhr.runtimeError.message);
    return run.lhr;
  } finally {
    browser.kill();
  }
}

export async function benchLighthouse(): Promise<Figure[]> {
  return onDemo(async (origin) => {
    const figures: Figure[] = [];
    for (const [page, path] of Object.entries(PAGES)) {
      const looks: Result[] = [];
      for (let run = 0; run < RUNS; run += 1) looks.push(await look(origin + path));
      figures.push(...figuresOf(page, looks));
    }
    return figures;
  });
}

function figuresOf(page: string, looks: readonly Result[]): Figure[] {
  const scores = Object.entries(GOALS).map(([category, atLeast]) => ({
    name: `lighthouse: ${category} of ${page}`,
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
