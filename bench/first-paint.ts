/** Measures the JavaScript that a phone loads before Home is shown: every script requested until then, compressed by gzip. */
import { gzipSync } from 'node:zlib';
import { chromium, devices } from '@playwright/test';
import { BROWSER_FLAGS, browserPath, onDemo } from './demo-page.ts';
import type { Figure } from './figure.ts';

const GOAL_KB = 130;

declare global {
  interface Window {
    /** The time at which the frame that shows Home was painted. */
    homePaintedMs?: number;
  }
}

/** Runs in the page before any script of the app. */
function notePaint(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('main') === null) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.homePaintedMs = performance.now())));
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** The URLs of the scripts requested before Home was shown. */
async function scriptsOfHome(origin: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_FLAGS] });
  try {
    const context = await browser.newContext({ ...devices['iPhone 15'] });
    const page = await context.newPage();
    await page.addInitScript(notePaint);
    await page.goto(origin);
    await page.waitForFunction(() => window.homePaintedMs !== undefined);
    return await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (window.homePaintedMs ?? 0))
        .map(({ name }) => name),
    );
  } finally {
    await browser.close();
  }
}

export async function benchFirstPaint(): Promise<Figure[]> {
  return onDemo(async (origin) => {
    const scripts = await scriptsOfHome(origin);
    const sizes = await Promise.all(
      scripts.map(async (script) => gzipSync(await (await fetch(script)).bytes(), { level: 9 }).length),
    );
    return [
      {
        name: 'first paint: JavaScript loaded until Home is shown, gzip',
        value: sizes.reduce((sum, size) => sum + size, 0) / 1000,
        unit: 'kB',
        goal: { atMost: GOAL_KB },
      },
      { name: 'first paint: scripts', value: scripts.length, unit: '' },
    ];
  });
}
