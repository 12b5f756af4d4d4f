/** News and help as a visitor uses them: articles are found, opened, marked as read, searched, and read in a second language. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { languageNames } from '../web/src/features/account/language-names.ts';
import { open, remember, settled, tab } from './phone.ts';
import { containing, say } from './saying.ts';

test('shows news in its tab, and marks an opened article as read', async ({ page }) => {
  await open(page, '/');
  await tab(page, say('titles.news')).tap();
  await settled(page);
  const main = page.getByRole('main').filter({ visible: true });
  const row = main.getByRole('link', { name: /Why the fund.s rate can be zero/ }).last();
  await expect(row.getByRole('img', { name: say('content.unread') })).toBeVisible();
  await row.tap();
  await settled(page);
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(/Why the fund.s rate can be zero/);
  await expect(main).toContainText(containing('content.readingMinutes'));
  await page.goBack();
  await settled(page);
  await expect(row).toBeVisible();
  await expect(row.getByRole('img', { name: say('content.unread') })).toHaveCount(0);
});

test('finds a help article by its full text, and follows a link within the app', async ({ page }) => {
  await open(page, '/pages/news/dc');
  const main = page.getByRole('main').filter({ visible: true });
  await page.getByRole('textbox', { name: say('content.searchHelp') }).fill('break-even');
  await expect(main.locator('mark').first()).toBeVisible();
  await main
    .getByRole('link', { name: /Options explained/ })
    .first()
    .tap();
  await settled(page);
  await main.getByRole('link', { name: 'published terms' }).first().tap();
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: say('titles.publishedTerms') })).toBeVisible();
});

test('opens a question by its address, and shows its page in the chosen language', async ({ page }) => {
  await remember(page, { language: 'zh' });
  await open(page, '/pages/me/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('常见问题');
  const article = page.getByRole('article');
  const question = article.locator('summary').first();
  await expect(question).toContainText(/[一-鿿]/);
  const answer = article.locator('details').first().locator('p').first();
  await expect(answer).toBeHidden();
  await question.tap();
  await expect(answer).toBeVisible();
  await open(page, '/pages/me/language');
  await page.getByRole('radio', { name: languageNames.en }).tap();
  await open(page, '/pages/me/faq');
  await expect(article.locator('summary').first()).toHaveText('How do I create an account?');
});

test('opens the page that receives shared files without a service worker, and reports that nothing arrived', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  await open(page, '/');
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      ...{ method: 'post', action: '/share', enctype: 'multipart/form-data' },
    });
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByText(say('deposits.sharedLost'))).toBeVisible();
});

test('reports that an article was withdrawn, and links to help', async ({ page }) => {
  await open(page, '/pages/news/detail?id=never-written');
  await expect(page.getByText(say('content.gone'))).toBeVisible();
  await page.getByRole('button', { name: say('content.allHelp') }).tap();
  await expect(page.getByRole('heading', { level: 1, name: say('titles.help') })).toBeVisible();
});
