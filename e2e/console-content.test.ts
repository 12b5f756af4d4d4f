/**
 * An operator writes an article for customers, and a colleague compares it with the previous text and releases it. The phone
 * shows it immediately.
 */
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn } from './desk.ts';
import { open, remember } from './phone.ts';
import { deskSay, deskSaying } from './saying.ts';

const inEnglish = (key: string): string => deskSay(key, { language: deskSay('content.language.en') });
const inVietnamese = (key: string): string => deskSay(key, { language: deskSay('content.language.vn') });

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)> <svg/onload=alert(1)> <iframe srcdoc="<script>alert(1)</script>">',
  '[a](javascript:alert(1)) [b](&#106;avascript:alert(1)) [c](data:text/html,<script>alert(1)</script>)',
  '![d](https://evil.example/pixel.png) [![e](x)](javascript:alert(1)) <javascript:alert(1)>',
  '<form action="https://evil.example"><input name=password></form>',
  '\u202Eabc pay\u200Bpal',
  'the end of it',
];

test('drafts, previews, releases, changes and withdraws an article that the phone shows', async ({
  browser,
  demo,
  page,
}) => {
  const title = `How the test of ${Date.now()} reads`;
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const desk = await openDesk(browser, demo);
  const blocked: string[] = [];
  desk.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
  desk.on('dialog', (dialog) => {
    blocked.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(desk, demo, 'sam');
  await desk.keyboard.press('g');
  await desk.keyboard.press('e');
  await expect(desk.getByRole('heading', { name: deskSay('content.title'), level: 1 })).toBeVisible();
  await desk.getByRole('button', { name: deskSay('content.newPage') }).click();

  await desk.getByRole('textbox', { name: inEnglish('content.titleIn') }).fill(title);
  await desk.getByRole('button', { name: deskSay('content.makeSlug') }).click();
  await expect(desk.getByRole('textbox', { name: deskSay('content.slugLabel') })).toHaveValue(slug);
  await desk.getByRole('textbox', { name: inEnglish('content.summaryIn') }).fill('A page of a test.');
  const text = desk.getByRole('textbox', { name: inEnglish('content.textIn') });
  const preview = desk.getByRole('region', { name: deskSay('content.preview') });
  // Before the server has checked the text, the preview shows any input as plain text.
  await text.fill(hostile.join('\n\n'));
  await expect(preview.getByText('the end of it')).toBeVisible();
  await expect(
    preview.locator('script, img, svg, iframe, object, a, form, input, [onerror], [style*=url]'),
  ).toHaveCount(0);
  await text.fill(
    '## One\n\nA **bold** word and [fees](#/pages/news/detail?id=fees).\n\n<img src=x onerror=alert(1)>',
  );
  await expect(preview.locator('strong')).toHaveText('bold');

  // Forbidden markup is rejected with its line, and the typed text is kept.
  await desk.getByRole('button', { name: deskSay('content.submitChanges') }).click();
  await desk.getByRole('textbox', { name: deskSay('ui.reason') }).fill('A page that was asked for');
  await desk.keyboard.press('Control+Enter');
  await expect(
    desk.getByText('Line 5 (en): “<img src=x onerror=alert(1)>” isn’t allowed here.'),
  ).toBeVisible();
  await text.fill('## One\n\nA **bold** word and [fees](#/pages/news/detail?id=fees).');
  // A decision applies to the text that was shown, so after a change it must be made again, with the same reason.
  await expect(desk.getByRole('textbox', { name: deskSay('ui.reason') })).toHaveCount(0);
  await desk.getByRole('button', { name: deskSay('content.submitChanges') }).click();
  await expect(desk.getByRole('textbox', { name: deskSay('ui.reason') })).toHaveValue(
    'A page that was asked for',
  );
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(deskSay('ui.versionNumber', { version: 1 }), { exact: true })).toBeVisible();

  // The version waits: its author cannot release it; a colleague reads the changes and releases it.
  await expect(desk.getByText(deskSay('content.isOwn'))).toBeVisible();
  await expect(desk.getByRole('button', { name: deskSay('content.release'), exact: true })).toBeDisabled();
  const colleague = await openDesk(browser, demo);
  await signIn(colleague, demo, 'ada');
  await openScreen(colleague, '/content');
  await colleague
    .getByRole('region', { name: deskSay('content.list.waiting') })
    .getByRole('link', { name: title })
    .click();
  const release = async (): Promise<void> => {
    await colleague.getByRole('button', { name: deskSay('content.release'), exact: true }).click();
    await colleague
      .getByRole('textbox', { name: deskSay('ui.reason') })
      .last()
      .fill('Read it word by word');
    await colleague.keyboard.press('Control+Enter');
    await expect(colleague.getByRole('region', { name: deskSay('content.list.waiting') })).toHaveCount(0);
  };
  await expect(colleague.getByRole('region', { name: deskSay('content.changes') })).toContainText(
    'A **bold** word',
  );
  await release();

  // In a language without a text, the phone shows English.
  await remember(page, { language: 'vn' });
  await open(page, `/pages/news/detail?id=${slug}`);
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(title);
  await expect(main.locator('strong')).toHaveText('bold');

  // A second version is made from the tab of another language; its changes are shown line by line.
  await desk.getByRole('tab', { name: deskSaying('content.language.vn') }).click();
  await desk.getByRole('textbox', { name: inVietnamese('content.titleIn') }).fill('Bài thử');
  await desk.getByRole('textbox', { name: inVietnamese('content.summaryIn') }).fill('Một bài thử.');
  await desk.getByRole('textbox', { name: inVietnamese('content.textIn') }).fill('Nội dung **đậm**.');
  await expect(desk.getByRole('tab', { name: inVietnamese('content.tab.changed') })).toBeVisible();
  await desk.getByRole('button', { name: deskSay('content.submitChanges') }).click();
  await desk.getByRole('textbox', { name: deskSay('ui.reason') }).fill('Translated');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(deskSay('ui.versionNumber', { version: 2 }), { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: deskSay('content.changesOf', { version: 2 }) }).click();
  await expect(
    desk.getByRole('region', { name: deskSay('content.changesOf', { version: 2 }) }),
  ).toContainText('+ Nội dung **đậm**.');
  await colleague.reload();
  await expect(colleague.getByRole('region', { name: deskSay('content.changes') })).toContainText(
    '+ Nội dung **đậm**.',
  );
  await release();
  await page.reload();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Bài thử');

  await desk.getByRole('button', { name: deskSay('content.withdraw'), exact: true }).click();
  await desk.getByRole('textbox', { name: deskSay('ui.reason') }).fill('No longer needed');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(deskSay('ui.versionNumber', { version: 3 }), { exact: true })).toBeVisible();
  await page.reload();
  await expect(main.getByText('Bài thử')).toHaveCount(0);

  // Only an admin can change the texts to which customers agree.
  await openScreen(desk, '/content/terms');
  await expect(desk.getByText(deskSay('content.agreementReadOnly'))).toBeVisible();
  await expect(desk.getByRole('button', { name: deskSay('content.submitChanges') })).toHaveCount(0);
  expect(blocked).toEqual([]);
  await colleague.context().close();
  await desk.context().close();
});
