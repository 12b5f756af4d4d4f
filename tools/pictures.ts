/**
 * `npm run pictures`: retakes the pictures of all screens, into `journeys/pictures`. A picture that looks the same stays the
 * same file, so git shows exactly the ones that look different.
 */
import { ensureWebBuilt } from './build-web.mjs';
import { show } from './checks.ts';
import { JOURNEYS_BROWSER, findJourneysBrowser } from './chromium.ts';
import { installMissing } from './debian.ts';
import { ROOT } from './install.mjs';

async function take(): Promise<number> {
  await installMissing([JOURNEYS_BROWSER]);
  const browser = findJourneysBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return 1;
  }
  const built = await ensureWebBuilt();
  if (built !== 0) return built;
  const environment = { CHROME_PATH: browser.path, CANDOR_PICTURES: 'take' };
  return show(['playwright', 'test', '--project=brisk', 'journeys/every-screen'], environment);
}

process.chdir(ROOT);
process.exitCode = await take();
