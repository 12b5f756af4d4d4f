/**
 * Customer service on the phone and in the console: a question with an image, live answers, typing and read indicators, a network
 * that is lost for a while, and hostile text that an operator opens.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readBundle, verifyBundle } from '@candor/verifier/bundle.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newVisitorKey } from '@candor/testing/chat-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { openDesk, openScreen, signIn } from './desk.ts';
import { open, remember, settled } from './phone.ts';
import { deskSay, deskSaying, say } from './saying.ts';

const path = '/pages/me/kefu';
const log = (page: Page): Locator => page.getByRole('log').filter({ visible: true });
const field = (page: Page): Locator => page.getByRole('textbox', { name: say('chat.placeholder') });
const answer = (desk: Page): Locator => desk.getByRole('textbox', { name: deskSay('chat.answer') });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

async function openAtDesk(desk: Page, text: string): Promise<void> {
  await desk
    .getByRole('list', { name: deskSay('chat.conversations') })
    .getByRole('link')
    .filter({ hasText: text })
    .click();
  await expect(desk.getByRole('log', { name: deskSay('chat.conversation') })).toContainText(text);
}

test('delivers a question with an image and its answer, with typing and read indicators on both sides', async ({
  page,
  request,
  browser,
  demo,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, path);
  await expect(page.getByText(say('chat.emptyTitle'))).toBeVisible();
  await expect(page.getByText(say('chat.offline'))).toBeVisible();
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'sam');
  await openScreen(desk, '/chat');

  const question = `Where is my deposit? ${randomUUID().slice(0, 8)}`;
  const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await photo(Date.now() % 1_000_000) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('img', { name: say('chat.pictureToSend') })).toBeVisible();
  await write(page, question);
  await expect(log(page)).toContainText(question);
  await expect(log(page).getByText(say('chat.sent'), { exact: true })).toBeVisible();
  await expect(log(page).getByRole('img', { name: say('chat.pictureOwn') })).toBeVisible();

  // The row appears without a reload, and comes first because it waits.
  await openAtDesk(desk, question);
  await expect(log(page).getByText(say('chat.read'), { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: deskSay('chat.openPictureRecord') }).click();
  await expect(desk.getByRole('img', { name: deskSay('chat.picture') })).toBeVisible();

  await field(page).pressSequentially('And');
  await expect(desk.getByText(deskSay('chat.typing'))).toBeVisible();
  await desk.locator('body').press('Enter');
  await expect(answer(desk)).toBeFocused();
  await desk.keyboard.type('We have it. ');
  // An operator who answers an unassigned conversation takes it over; only then does the other side get typing indicators.
  await desk.keyboard.press('Enter');
  await expect(log(page)).toContainText('We have it.');
  await expect(log(page)).toContainText(say('chat.agent', { name: 'Sam' }));
  await expect(desk.getByText(deskSay('chat.assignedTo', { account: 'sam' })).first()).toBeVisible();
  await expect(desk.getByRole('log', { name: deskSay('chat.conversation') })).toContainText(
    deskSaying('chat.saidRead'),
  );
  await desk.waitForTimeout(3100);
  await desk.keyboard.type('It is credited');
  await expect(page.getByText(say('chat.typing'))).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(log(page)).toContainText('It is credited');

  // On other screens, an answer is counted until it is read.
  await open(page, '/pages/me/newIndex');
  await desk.keyboard.type('Anything else?');
  await desk.keyboard.press('Enter');
  await expect(
    page.getByRole('link', { name: say('ui.tabUnread', { title: say('titles.account'), count: 1 }) }),
  ).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^${say('titles.chat')}`) }).tap();
  await settled(page);
  await expect(log(page)).toContainText('Anything else?');
  await expect(field(page)).toHaveValue('And');
  await open(page, '/pages/me/newIndex');
  await expect(page.getByRole('link', { name: say('titles.account'), exact: true })).toBeVisible();
  await expect(desk.getByText(deskSay('chat.connected'), { exact: true })).toBeVisible();
  await page.close();
  await expect(desk.getByText(deskSay('chat.away'), { exact: true })).toBeVisible();
  await desk.context().close();
});

test('shows evidence attached in the console, and saves it on the phone as a file that passes verification', async ({
  page,
  request,
  browser,
  demo,
}) => {
  const customer = await newCustomer(request);
  const bought = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' } as const;
  const { id } = await customer.call('POST coin/trade', bought);
  await remember(page, { token: customer.token });
  await open(page, path);
  const question = `Was my price right? ${randomUUID().slice(0, 8)}`;
  await write(page, question);
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'sam');
  await openScreen(desk, '/chat');
  await openAtDesk(desk, question);
  // Only the assigned operator can attach evidence.
  await expect(desk.getByLabel(deskSay('chat.evidence'))).toHaveCount(0);
  await desk.getByRole('button', { name: deskSay('chat.take'), exact: true }).click();
  const deal = desk.getByLabel(deskSay('chat.evidence'));
  const attach = desk.getByRole('button', { name: deskSay('chat.attach') });
  await deal.fill('my order');
  await expect(attach).toBeDisabled();
  await deal.fill('999999999');
  await attach.click();
  await expect(desk.getByText(say('refusal.trade_not_found'))).toBeVisible();
  await expect(deal).toHaveValue('999999999');
  await deal.fill(id);
  // There is no evidence until the range of prices is signed.
  const given = log(page).getByText(say('chat.evidence', { id, symbol: 'BTC/USDT' }));
  await expect(async () => {
    if (await attach.isEnabled()) await attach.click();
    await expect(given).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(deal).toHaveValue('');
  await expect(page.getByText(say('chat.online', { minutes: 10 }))).toBeVisible();
  const beside = desk.getByRole('region', { name: deskSay('chat.whoAsks') });
  expect(await beside.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(
    desk.getByRole('button', { name: deskSay('chat.saveEvidence', { ticket: id, symbol: 'BTC/USDT' }) }),
  ).toBeVisible();

  const saving = page.waitForEvent('download');
  await log(page)
    .getByRole('button', { name: say('chat.saveEvidence') })
    .tap();
  const saved: unknown = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
  const bundle = readBundle(saved);
  expect(bundle && verifyBundle(bundle)).toMatchObject({ state: 'proved', findings: [] });
  await desk.context().close();
});

test('delivers messages written without a network once and in order when the network is back', async ({
  page,
  context,
  browser,
  demo,
}) => {
  await open(page, path);
  await expect(page.getByText(say('chat.visitorHint'))).toBeVisible();
  const first = `first ${randomUUID().slice(0, 8)}`;
  await write(page, first);
  await expect(log(page).getByText(say('chat.sent'), { exact: true })).toBeVisible();
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  await openScreen(desk, '/chat');
  await openAtDesk(desk, first);

  // A request that is in flight when the network is lost might still succeed; in this test none does.
  await page.route('**/api/chat/**', (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  await write(page, 'second');
  await write(page, 'third');
  await expect(log(page)).toContainText('third');
  await answer(desk).fill('while you were away');
  await answer(desk).press('Enter');
  // A message that shows its author's name is no longer in flight.
  await expect(desk.getByRole('log', { name: deskSay('chat.conversation') })).toContainText(
    /rosa · .*while you were away/,
  );
  await expect(log(page).getByText(say('chat.waiting')).first()).toBeVisible();
  await page.unroute('**/api/chat/**');
  await context.setOffline(false);
  await expect(log(page)).toContainText('while you were away', { timeout: 20_000 });
  const said = desk.getByRole('log', { name: deskSay('chat.conversation') }).getByRole('listitem');
  await expect(said).toHaveText([new RegExp(first), /while you were away/, /second/, /third/], {
    timeout: 20_000,
  });
  await expect(log(page).getByText(say('chat.waiting'))).toHaveCount(0);
  await expect(log(page).getByText(say('chat.sending'))).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(log(page).getByText('second', { exact: true })).toHaveCount(1);
  await expect(log(page).getByText('third', { exact: true })).toHaveCount(1);
  await desk.context().close();
});

const hostile = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg/onload=window.hit=1>',
  '"><iframe srcdoc="<script>parent.hit=1</script>">',
  '<a href="javascript:window.hit=1">click</a>',
  'javascript:window.hit=1',
  'data:text/html,<script>window.hit=1</script>',
  '{{constructor.constructor("window.hit=1")()}}',
  '${window.hit=1}',
  '<style>@import url(//evil.example/x.css)</style><link rel=stylesheet href=//evil.example/y.css>',
  '<form action="//evil.example"><input name=token autofocus onfocus="window.hit=1">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hit=1>',
  '[click](javascript:window.hit=1) ![x](//evil.example/z.png)',
  '\u202egnp.exe\u0000\u001b[2J https://candor.example.evil/#/pages/me/faq',
] as const;

/** Records every effect that hostile text has in an operator's browser. */
async function watch(desk: Page): Promise<() => Promise<unknown>> {
  const seen: string[] = [];
  desk.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  desk.on('request', (asked) => {
    if (asked.url().includes('evil.example')) seen.push(`asked for ${asked.url()}`);
  });
  desk.on('pageerror', (error) => seen.push(`error ${error.message}`));
  await desk.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { violations: found });
    document.addEventListener('securitypolicyviolation', (event) => {
      found.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return async () => ({
    seen,
    ...(await desk.evaluate(() => {
      const { hit, violations } = window as unknown as { hit?: unknown; violations: string[] };
      return {
        hit: hit ?? null,
        violations,
        foreign: document.querySelectorAll('iframe, object, embed').length,
      };
    })),
  });
}

test('shows hostile messages and answers as plain text on the phone and in the console', async ({
  page,
  request,
  browser,
  demo,
}) => {
  const visitorKey = newVisitorKey();
  for (const text of hostile) {
    await expect
      .poll(
        async () => {
          const headers = { 'visitor-key': visitorKey };
          const data = { client_id: randomUUID(), text };
          return (await request.post('/api/chat/send', { headers, data })).status();
        },
        { timeout: 20_000 },
      )
      .toBe(200);
  }
  const nothing = { seen: [], hit: null, violations: [], foreign: 0 };
  const desk = await openDesk(browser, demo);
  const happened = await watch(desk);
  await signIn(desk, demo, 'ada');
  await openScreen(desk, '/chat');
  await openAtDesk(desk, 'candor.example.evil');
  const said = desk.getByRole('log', { name: deskSay('chat.conversation') });
  for (const text of hostile.slice(0, -1)) await expect(said).toContainText(text);
  await expect(said.getByRole('link')).toHaveCount(0);
  await expect(said).toContainText('gnp.exe[2J https://candor.example.evil/#/pages/me/faq');
  for (const text of hostile.slice(0, 4)) {
    await answer(desk).fill(text);
    await answer(desk).press('Enter');
  }
  await expect(said.getByRole('listitem')).toHaveCount(hostile.length + 4);
  expect(await happened()).toEqual(nothing);
  await desk.context().close();

  // The phone receives the same texts as answers.
  const onPhone = await watch(page);
  await page.addInitScript((key) => localStorage.setItem('candor.visitor', JSON.stringify(key)), visitorKey);
  await open(page, path);
  await expect(log(page)).toContainText(say('chat.agent', { name: 'Ada' }));
  await expect(log(page).getByRole('link')).toHaveCount(0);
  expect(await onPhone()).toEqual(nothing);
});
