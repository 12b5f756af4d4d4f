/**
 * A complete flow with a screen reader: log in, hear the balance, buy, find the fill and its cost, deposit, and get an answer
 * from customer service. Every element is found and used through the accessibility tree.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import { examplePassword, newCustomer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { ScreenReader, behindTheDialog, expectNoStumble } from './screen-reader.ts';
import { containing, say, saying } from './saying.ts';

async function logIn(reader: ScreenReader, account: string): Promise<void> {
  await reader.press('button', say('session.logIn'));
  await reader.isAt('heading', say('titles.login'));
  await expectNoStumble(reader, 'the login');
  await reader.press('button', say('session.logIn'));
  // The invalid field has the focus, and its error is announced.
  const empty = await reader.isAt('textbox', say('session.account'));
  expect(empty).toMatchObject({ invalid: true, description: say('session.accountMissing') });
  await reader.hear(say('session.accountMissing'));
  await reader.type(say('session.account'), account);
  await reader.type(say('session.password'), 'not this one');
  await reader.key('Enter');
  const wrong = containing('refusal.login_wrong');
  await reader.hear(wrong);
  const field = await reader.isAt('textbox', say('session.password'));
  expect(field.invalid).toBe(true);
  expect(field.description).toMatch(wrong);
  await reader.key('ControlOrMeta+a');
  await reader.type(say('session.password'), examplePassword);
  await reader.key('Enter');
  await reader.hear(say('refusal.login_done'));
  await reader.isAt('heading', say('titles.home'));
}

async function buy(reader: ScreenReader): Promise<string> {
  await reader.press('link', say('titles.trade'));
  await reader.isAt('heading', /^BTC\/USDT/);
  await reader.find(
    'button',
    new RegExp(`^(${say('spot.problem.amount_missing')}|${say('spot.buyBase', { base: 'BTC' })})`),
  );
  await expectNoStumble(reader, 'the ticket');
  expect(await reader.find('radio', say('spot.buy'))).toMatchObject({ checked: true });
  expect(await reader.find('combobox', say('spot.type'))).toMatchObject({ value: say('spot.market') });
  await reader.type(say('spot.amount'), '250');
  await reader.key('Enter');
  expect(await reader.find('textbox', say('spot.amount'))).toMatchObject({ value: '250' });
  await reader.press('button', say('spot.details'));
  expect(await reader.fact(say('spot.pay'))).toMatch(/^2(49\.\d\d|50\.00) USDT$/);
  expect(await reader.fact(say('spot.get'))).toMatch(/^0\.\d+ BTC$/);

  await reader.press('button', say('spot.buyBase', { base: 'BTC' }));
  await reader.find('dialog', say('spot.buyBase', { base: 'BTC' }));
  await reader.until('the focus in the dialog', (heard) =>
    heard.find(({ focused, within }) => focused && within.some(({ role }) => role === 'dialog')),
  );
  await expect.poll(async () => behindTheDialog(await reader.all())).toEqual([]);
  await reader.key('Escape');
  await reader.isAt('button', say('spot.buyBase', { base: 'BTC' }));
  await reader.key('Enter');
  await reader.press('button', say('spot.confirmBuy'));
  await reader.hear(say('refusal.order_filled'));
  await reader.find('heading', say('spot.filledTitle'));
  const paid = await reader.fact(say('orders.paid'));
  expect(paid).toMatch(/^2(49\.\d+|50\.00) USDT$/);
  await reader.press('button', say('spot.done'));
  await reader.isAt(
    'button',
    new RegExp(`^(${say('spot.problem.amount_missing')}|${say('spot.buyBase', { base: 'BTC' })})`),
  );
  return paid;
}

async function findTheFill(reader: ScreenReader, paid: string): Promise<void> {
  await reader.press('link', say('orders.allOrders'));
  await reader.isAt('heading', say('titles.orders'));
  await reader.press('tab', say('orders.tab.in_transaction'), 'ArrowRight');
  expect(await reader.isAt('tab', say('orders.tab.completed'))).toMatchObject({ selected: true });
  const row = new RegExp(`^${say('orders.kind.market.buy')} BTC/USDT .* ${say('orders.status.filled')}$`);
  await reader.find('button', row);
  await expectNoStumble(reader, 'the orders');
  await reader.press('button', row);
  await reader.find('dialog', 'BTC/USDT');
  // The receipt has every decimal place of the amount that was shown rounded up to cents before.
  const exact = await reader.fact(say('orders.paid'));
  expect(exact).toMatch(/^2\d\d\.\d{2,8} USDT$/);
  expect(Math.ceil(Number.parseFloat(exact) * 100)).toBe(Math.round(Number.parseFloat(paid) * 100));
  expect(await reader.fact(say('orders.fee'))).toMatch(/^0\.2\d* USDT$/);
  await reader.key('Escape');
  await reader.isAt('button', row);
  // Going back leads to where the flow began.
  await reader.press('button', say('ui.back'));
  await reader.isAt('link', say('orders.allOrders'));
}

async function payIn(reader: ScreenReader, voucher: string): Promise<void> {
  await reader.press('link', new RegExp(`^${say('titles.account')}`));
  await reader.isAt('heading', say('titles.account'));
  await reader.find('button', /^USDT /);
  await expectNoStumble(reader, 'the account');
  await reader.press('link', say('titles.deposit'));
  await reader.isAt('heading', say('titles.deposit'));
  await reader.press('radio', 'USDT', 'Space');
  await reader.press('radio', 'Tron (TRC-20)', 'Space');
  await reader.find('image', saying('deposits.qr', { currency: 'USDT' }));
  await expectNoStumble(reader, 'the deposit');
  await reader.press('button', say('deposits.sent'));
  await reader.isAt('heading', say('titles.voucher'));
  await reader.type(say('deposits.amountSent'), '250');
  await reader.key('Enter');
  await reader.giveFile(say('photo.fileInput', { side: say('deposits.proof') }), voucher);
  await reader.hear(say('photo.kept'));
  await reader.press('button', say('deposits.handIn'));
  await reader.hear(say('refusal.submitted_for_review'));
  await reader.find('heading', say('deposits.handedIn'));
  // The status is announced, and not only shown by a mark.
  const steps = (await reader.all()).filter(({ role }) => role === 'listitem');
  const heard = await reader.all();
  const lines = steps.map((step) =>
    heard
      .filter(({ role, within }) => role === 'StaticText' && within.some(({ id }) => id === step.id))
      .map(({ name }) => name),
  );
  const [submitted, review, credited] = lines;
  expect(submitted).toEqual(expect.arrayContaining([say('deposits.step.submitted'), say('timeline.done')]));
  expect(review).toEqual(expect.arrayContaining([say('deposits.step.under_review'), say('timeline.now')]));
  expect(credited).toEqual(expect.arrayContaining([say('deposits.step.success'), say('timeline.next')]));
}

async function answer(demo: Demo, question: string, text: string): Promise<void> {
  const at = { origin: demo.origin, url: await ownersUrl(demo.data) };
  const sam = await openConsoleLine(at, 'sam');
  const { items } = await sam.done('GET chat_inbox', { q: question });
  const id = items[0]?.id;
  if (id === undefined) throw new Error(`expected a question “${question}”, found none`);
  await sam.done('POST chat_assign', { id, from: null });
  await sam.done('POST chat_reply', { id, client_id: randomUUID(), text });
}

test('lets a customer with a screen reader buy, deposit and get an answer', async ({
  page,
  request,
  demo,
}, info) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  const voucher = info.outputPath('transfer.jpg');
  await writeFile(voucher, await photo(Date.now() % 1_000_000, { width: 900, height: 600 }));
  await page.goto('/');
  const reader = await ScreenReader.at(page);
  await reader.find('heading', say('titles.home'));
  await expectNoStumble(reader, 'Home, as a visitor');
  await test.step('logs in, and hears the error of a wrong password', () => logIn(reader, account));
  await test.step('hears the balance', async () => {
    await reader.find('link', new RegExp(String.raw`^100,000\.00 .*${say('titles.portfolio')}$`));
    await expectNoStumble(reader, say('titles.home'));
  });
  const paid = await test.step('buys', () => buy(reader));
  await test.step('finds the fill and its cost', () => findTheFill(reader, paid));
  await test.step('submits a deposit', () => payIn(reader, voucher));
  await test.step('asks a question and hears the answer', async () => {
    await reader.press('button', say('ui.back'));
    await reader.find('heading', say('titles.deposit'));
    await reader.press('button', say('ui.back'));
    await reader.isAt('link', say('titles.deposit'));
    await reader.press('link', new RegExp(`^${say('titles.chat')}`));
    await reader.isAt('heading', say('titles.chat'));
    const question = `Where is my deposit? ${randomUUID().slice(0, 8)}`;
    await reader.type(say('chat.placeholder'), question);
    await reader.key('Enter');
    await reader.hear(new RegExp(`${say('chat.you')} .*${question.slice(-8)} .*${say('chat.sent')}$`));
    await answer(demo, question, 'We have it.');
    await reader.hear(new RegExp(`${say('chat.agent', { name: 'Sam' })} We have it\\.`));
  });
});

test('finds no problem for a screen reader on the other main screens', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await page.addInitScript(
    (record) => localStorage.setItem('candor.session', record),
    JSON.stringify({ token }),
  );
  const screens = [
    ['/pages/market/index', say('titles.market')],
    ['/pages/kline/index?symbol=BTC/USDT', /^BTC\/USDT/],
    ['/pages/newsList/index', say('titles.news')],
    ['/pages/strategy/index2', say('titles.fund')],
    ['/pages/me/wallet', say('titles.wallets')],
    ['/pages/index/index?product=option&symbol=BTC/USDT', /^BTC\/USDT/],
  ] as const;
  await page.goto(`/#${screens[0][0]}`);
  const reader = await ScreenReader.at(page);
  for (const [path, heading] of screens) {
    await test.step(path, async () => {
      await page.goto(`/#${path}`);
      await reader.find('heading', heading);
      await expectNoStumble(reader, path);
    });
  }
});
