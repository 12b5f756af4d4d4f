/** Comparisons with reference images ignore changing figures and find visible changes. */
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { looks } from './looks.ts';
import { open } from './phone.ts';
import { differences } from './picture-difference.ts';
import { steadyRules, steadyText } from './steady-text.ts';
import { takeStill } from './still.ts';
import { openStudio } from './studio.ts';

const steady = [
  ['/register/index?link=Zq-p_Xy7abcDefGhIjk0', '/register/index?link=____-QqQqQ1Qq2Qq3Qq4'],
  ['1,234.50 USDT', '987.2 USDT'],
  ['65,432.1', '65,433'],
  ['+0.12%', '−13.40%'],
  ['≈ 12.3M', '≈ 981K'],
  ['Nov 22, 2026, 12:14:01\u202fPM', 'Jan 3, 2027, 9:05:59\u202fAM'],
  ['November 2026', 'January 2027'],
  ['0:07', '4:59'],
  ['59 minutes', '1 hour'],
  ['walker-0abc12de@test.example', 'walker-99999999@test.example'],
  ['Entry 5aae12 of the tape', 'Entry b6053f of the tape'],
] as const;

for (const [one, other] of steady) {
  test(`renders “${one}” as the same text as “${other}”`, () => {
    expect(steadyText(one, steadyRules)).toBe(steadyText(other, steadyRules));
  });
}

const pairs = [
  ['Under review', 'Paid out'],
  ['12 USDT', '12 BTC'],
  ['May I', 'Jan I'],
  ['1.50', '150'],
] as const;

for (const [one, other] of pairs) {
  test(`renders “${one}” as a different text than “${other}”`, () => {
    expect(steadyText(one, steadyRules)).not.toBe(steadyText(other, steadyRules));
  });
}

/** Visible changes, each of one element of the login page. */
const changes: readonly (readonly [what: string, selector: string, css: string])[] = [
  ['a button that moved by four pixels', 'form button.bg-accent-solid', 'margin-left: 4px'],
  ['a form with four more pixels above it', 'form', 'padding-top: 28px'],
  ['a button in a different colour', 'form button.bg-accent-solid', 'background: var(--red-solid)'],
  ['a button in a darker shade', 'form button.bg-accent-solid', 'background: var(--accent-pressed)'],
  ['a text in a different colour', 'form label', 'color: var(--accent)'],
  ['letters that are a pixel larger', 'form label', 'font-size: 14px'],
  ['an icon that is missing', 'form svg', 'visibility: hidden'],
  ['a line of text that is missing', 'form label', 'visibility: hidden'],
];

test('finds no difference between unchanged images, and finds each visible change', async ({
  page,
  browser,
}) => {
  await open(page, '/pages/login/index');
  const studio = await openStudio(browser);
  const draw = async () => studio.drawAll(await takeStill(page));
  const kept = await draw();
  expect(await differences(kept, await draw())).toEqual([]);
  for (const [what, selector, css] of changes) {
    const changed = page.locator(selector).first();
    const before = await changed.evaluate((one) => one.getAttribute('style') ?? '');
    await changed.evaluate((one, added) => one.setAttribute('style', added), css);
    const found = await differences(kept, await draw());
    expect(
      found.map(({ look }) => look),
      what,
    ).toEqual(looks.map(({ name }) => name));
    await changed.evaluate((one, was) => one.setAttribute('style', was), before);
  }
  expect(await differences(kept, await draw())).toEqual([]);
  await studio.close();
});
