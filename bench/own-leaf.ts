/**
 * Measures a customer's own check of a statement in a real browser whose processor is slowed down four times, as on a phone, with
 * the code that the app runs.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import type { Rolldown } from 'vite';
import type { OwnLeafCheck, OwnLeafFinding } from '../verifier/src/liabilities/own-leaf.ts';
import { BROWSER_FLAGS, browserPath } from './demo-page.ts';

const SLOWER = 4;
const CODE = fileURLToPath(new URL('../verifier/src/liabilities/own-leaf.ts', import.meta.url));
const NAME = 'ownLeaf';

declare global {
  interface Window {
    ownLeaf?: { readonly checkOwnLeaf: (check: OwnLeafCheck) => readonly OwnLeafFinding[] };
  }
}

/** The checked data, with amounts as text, because a browser's protocol has no large integers. */
export type Asked = Omit<OwnLeafCheck, 'expected'> & { readonly expected: Readonly<Record<string, string>> };

/** Returns how long each check took in milliseconds; the first one compiles the code too. Throws if a check finds a violation. */
export async function timeOnPhone(asked: readonly Asked[]): Promise<readonly number[]> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_FLAGS] });
  try {
    const page = await browser.newPage();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addScriptTag({ content: await codeOfCheck() });
    return await page.evaluate(timeChecks, asked);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function timeChecks(asked: readonly Asked[]): readonly number[] {
  return asked.map(({ expected, ...check }) => {
    const due = Object.fromEntries(Object.entries(expected).map(([name, units]) => [name, BigInt(units)]));
    const startedMs = performance.now();
    const found = window.ownLeaf?.checkOwnLeaf({ ...check, expected: due });
    const tookMs = performance.now() - startedMs;
    if (found?.length !== 0)
      throw new Error(`expected no finding, found ${JSON.stringify(found?.[0]?.detail)}`);
    return tookMs;
  });
}

async function codeOfCheck(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry: CODE, formats: ['iife'], name: NAME } },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as readonly Rolldown.RolldownOutput[];
  const code = output?.output[0]?.code;
  if (code === undefined) throw new Error('expected the build to output the code of the check, found none');
  return code;
}
