/**
 * Finds the browser of the end-to-end tests and of Lighthouse. If it is missing, installs Debian's if the user may install
 * packages.
 */
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows, which takes a quarter less CPU time. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';

const CHROMIUM = wanted({ names: WITH_WINDOWS, debian: 'chromium' });

/** Headless Chromium if it is installed or can be; Chromium itself if only that is installed. */
export const TEST_BROWSER = wanted({
  names: [WITHOUT_WINDOWS, ...WITH_WINDOWS],
  debian: WITHOUT_WINDOWS,
});

/** Returns the path of the browser that customers use, or a message that explains how to install one. */
export function findChromium(): { path: string } | { sentence: string } {
  return findOrInstall(CHROMIUM);
}

/** Like `findChromium`, for the browser of the end-to-end tests, because not every system packages headless Chromium. */
export function findTestBrowser(): { path: string } | { sentence: string } {
  const found = findOrInstall(TEST_BROWSER);
  return 'path' in found ? found : findChromium();
}

function wanted({ names, debian }: { names: readonly string[]; debian: string }): Wanted {
  return {
    name: 'Chromium',
    search: () => process.env['CHROME_PATH'] || names.map(onPath).find((path) => path !== undefined),
    packages: [debian, 'fonts-noto-cjk'],
    missing: 'The browser tests need Chromium: install it, or set CHROME_PATH to one.',
  };
}
