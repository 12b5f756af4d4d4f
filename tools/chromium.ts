/** Finds the browser of the journeys, installing Debian's when it is missing and we are allowed to. */
import { findOrInstall, onPath } from './debian.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Answers the path of the browser, or the sentence that says how to get one. */
export function findChromium(): { path: string } | { sentence: string } {
  return findOrInstall({
    name: 'Chromium',
    search,
    packages: ['chromium', 'fonts-noto-cjk'],
    missing: 'The browser tests need Chromium: install it, or set CHROME_PATH to one.',
  });
}

function search(): string | undefined {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return NAMES.map(onPath).find((path) => path !== undefined);
}
