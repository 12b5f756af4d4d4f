/**
 * Opens every route of the specification, for a customer in every language and for a visitor in three (in `npm test`, for a
 * visitor in one). Each opens its screen without an error, a missing or cut-off text, or a violation of the page's policy. One
 * window visits all routes by changing the address and the language, as a customer would.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { languages, localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { exampleCustomer } from './customer.ts';
import { test } from './demo.ts';
import { open, remember, settled } from './phone.ts';
import { wholeMessages } from '../web/build/whole-messages.ts';
import { opened, specRoutes } from './spec-routes.ts';
import { askedTier } from '@candor/testing/tiers.ts';

type Texts = {
  readonly titles: Readonly<Record<string, string>>;
  readonly ui: Readonly<Record<string, string>>;
};

function textsOf(language: Language): Texts {
  return wholeMessages(language) as Texts;
}

/** The groups of texts. A missing text is shown as its key, which begins with the name of a group. */
const groups = Object.keys(textsOf('en'));

type Step = {
  readonly hash: string;
  readonly title: string;
  readonly heading: string | undefined;
};

/** Visits the steps within the page, and returns the problems of each. */
async function walk(page: Page, language: Language, steps: readonly Step[]): Promise<string[]> {
  const { ui } = textsOf(language);
  const asked = { steps, broken: ui['couldNotLoad'] ?? '', groups };
  return page.evaluate(async ({ steps: wanted, broken, groups: names }) => {
    const found: string[] = [];
    const missing = new RegExp(`\\b(?:${names.join('|')})\\.[a-z]\\w+`);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    for (const { hash, title, heading } of wanted) {
      location.hash = hash;
      const endsMs = performance.now() + 8000;
      const isThere = () =>
        document.title === `${title} · Candor` &&
        shown('main').length === 1 &&
        shown('[data-skeleton]').length === 0;
      await frame();
      while (!isThere() && performance.now() < endsMs) await frame();
      const say = (what: string): void => void found.push(`${hash}: ${what}`);
      if (!isThere()) say(`“${document.title}” is shown, not “${title}”, or it never loaded`);
      const headings = shown('h1').map((one) => one.innerText.trim());
      if (headings.length !== 1 || headings[0] === '') say(`headings ${JSON.stringify(headings)}`);
      else if (heading !== undefined && headings[0] !== heading) say(`headed “${headings[0]}”`);
      const text = document.body.innerText;
      if (text.includes(broken)) say('something could not be loaded');
      const unsaid = missing.exec(text);
      if (unsaid !== null) say(`lacks the text ${unsaid[0]}`);
      const width = document.documentElement.scrollWidth;
      if (width > window.innerWidth) say(`is ${width} wide`);
    }
    return found;
  }, asked);
}

/** Changes the language, or the session, as a second tab of the app would. */
async function become(page: Page, session: { language: Language; token?: string }): Promise<void> {
  await page.evaluate((record) => {
    localStorage.setItem('candor.session', record);
    window.dispatchEvent(new StorageEvent('storage', { key: 'candor.session' }));
  }, JSON.stringify(session));
  await page.waitForFunction(
    (wanted) => document.documentElement.lang === wanted,
    localeOf[session.language],
  );
}

function stepTo(route: string, language: Language): Step {
  const screen = opened[route];
  if (screen === undefined) throw new Error(`expected ${route} in the table of routes, found none`);
  const title = textsOf(language).titles[screen.title];
  if (title === undefined)
    return { hash: `#${route}`, title: `no title ${screen.title}`, heading: undefined };
  return {
    hash: `#${route}${screen.search ?? ''}`,
    title,
    heading: screen.ownHeading === true ? undefined : title,
  };
}

/** Actions of a page that the browser blocked and reported on its console. */
function refusedByPolicy(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted ?(Type|HTML|Script)/i.test(text)) violations.push(text);
  });
  return violations;
}

/** A visitor gets the login page instead of a private page. */
function stepOfVisitor(route: string, language: Language): Step {
  const step = stepTo(route, language);
  if (opened[route]?.needsLogin !== true) return step;
  const title = textsOf(language).titles['login'] ?? '';
  return { hash: step.hash, title, heading: title };
}

test('lists each route of the specification and no other', () => {
  expect(Object.keys(opened).toSorted()).toEqual(specRoutes.toSorted());
  expect(specRoutes.length).toBe(53);
});

test.use({ viewport: { width: 360, height: 640 } });
// The test takes half a minute on an idle machine.
test.describe.configure({ timeout: 300_000 });

function languagesOf(who: 'visitor' | 'customer'): readonly Language[] {
  if (askedTier() === 'usual') return ['vn'];
  return who === 'customer' || process.env['CANDOR_LONG'] === '1' ? languages : ['en', 'hk', 'vn'];
}

for (const who of ['visitor', 'customer'] as const) {
  const spoken = languagesOf(who);
  test(`a ${who} can open every screen in each language`, async ({ page, request }) => {
    const signedIn = who === 'customer' ? { token: (await exampleCustomer(request)).token } : {};
    const stopped = refusedByPolicy(page);
    await remember(page, { language: 'en', ...signedIn });
    await open(page, '/');
    const found: string[] = [];
    for (const language of spoken) {
      await become(page, { language, ...signedIn });
      const steps = specRoutes.map((route) =>
        who === 'customer' ? stepTo(route, language) : stepOfVisitor(route, language),
      );
      found.push(...(await walk(page, language, steps)).map((sentence) => `${language} ${sentence}`));
    }
    expect(found).toEqual([]);
    expect(stopped).toEqual([]);
  });
}

test('reports actions that the page’s policy blocks', async ({ page }) => {
  const stopped = refusedByPolicy(page);
  await open(page, '/');
  const outcome = await page.evaluate(async () => {
    const elsewhere = await fetch('https://elsewhere.example/').catch(() => 'stopped');
    try {
      document.createElement('div').innerHTML = '<b>markup</b>';
      return [elsewhere, 'markup'];
    } catch {
      return [elsewhere, 'stopped'];
    }
  });
  expect(outcome).toEqual(['stopped', 'stopped']);
  await expect.poll(() => stopped.length).toBeGreaterThan(1);
});

const behindLogin = specRoutes.filter((route) => opened[route]?.needsLogin === true);

test('leads to the requested page after the login', async ({ page }) => {
  await remember(page, { language: 'en' });
  await open(page, '/');
  for (const [at, route] of behindLogin.entries()) {
    const language = languages[at % languages.length] ?? 'en';
    await become(page, { language });
    expect(await walk(page, language, [stepOfVisitor(route, language)])).toEqual([]);
    const back = `${route}${opened[route]?.search ?? ''}`;
    const login = `#/pages/login/index?${new URLSearchParams({ back })}`;
    await page.waitForURL((url) => url.hash === login);
    await settled(page);
    await page.getByRole('main').getByRole('button').filter({ hasText: 'lena' }).tap();
    await page.waitForURL((url) => url.hash === `#${back}`);
    await settled(page);
    await expect(page).toHaveTitle(`${stepTo(route, language).title} · Candor`);
  }
});
