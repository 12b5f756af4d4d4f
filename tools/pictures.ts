/**
 * `npm run pictures`: retakes the reference images of all screens, in `e2e/pictures`. An image that looks the same keeps its
 * file, so git shows exactly those that look different.
 */
import { ensureWebBuilt } from './build-web.mjs';
import { show } from './checks.ts';
import { TEST_BROWSER, findTestBrowser } from './chromium.ts';
import { installMissing } from './debian.ts';
import { ROOT } from './install.mjs';

async function take(): Promise<number> {
  await installMissing([TEST_BROWSER]);
  const browser = findTestBrowser();
  if ('sentence' in browser) {
    console.error(browser.sentence);
    return 1;
  }
  const built = await ensureWebBuilt();
  if (built !== 0) return built;
  const environment = { CHROME_PATH: browser.path, CANDOR_PICTURES: 'take' };
  return show(['playwright', 'test', '--project=fast', 'e2e/every-screen'], environment);
}

process.chdir(ROOT);
process.exitCode = await take();
