/**
 * A whole journey without looking: log in, hear what one has, buy, find the fill and what it cost, pay in, and be answered by
 * customer service. Everything is found and done in the tree that a screen reader is given.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import { journeyPassword, newCustomer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { ScreenReader, behindTheDialog, expectNoStumble } from './screen-reader.ts';
import { say } from './saying.ts';

async function logIn(reader: ScreenReader, account: string): Promise<void> {
  await reader.press('button', 'Log in');
  await reader.isAt('heading', 'Log in');
  await expectNoStumble(reader, 'the login');
  await reader.press('button', 'Log in');
  // The field that is wrong has the focus, and says itself what is wrong with it.
  const empty = await reader.isAt('textbox', say('session.account'));
  expect(empty).toMatchObject({ invalid: true, description: say('session.accountMissing') });
  await reader.hear(say('session.accountMissing'));
  await reader.type(say('session.account'), account);
  await reader.type('Password', 'not this one');
  await reader.key('Enter');
  const wrong = /^Your account or password is wrong/;
  await reader.hear(wrong);
  const field = await reader.isAt('textbox', 'Password');
  expect(field.invalid).toBe(true);
  expect(field.description).toMatch(wrong);
  await reader.key('ControlOrMeta+a');
  await reader.type('Password', journeyPassword);
  await reader.key('Enter');
  await reader.hear('Logged in');
  await reader.isAt('heading', 'Home');
}

async function buy(reader: ScreenReader): Promise<string> {
  await reader.press('link', 'Trade');
  await reader.isAt('heading', /^BTC\/USDT/);
  await reader.find('button', /^Enter an amount|^Buy BTC/);
  await expectNoStumble(reader, 'the ticket');
  expect(await reader.find('radio', 'Buy')).toMatchObject({ checked: true });
  await reader.press('radio', 'Market', 'ArrowRight');
  expect(await reader.isAt('radio', 'Limit')).toMatchObject({ checked: true });
  await reader.key('ArrowLeft');
  await reader.type('Amount to spend', '250');
  await reader.key('Enter');
  expect(await reader.find('textbox', 'Amount to spend')).toMatchObject({ value: '250' });
  expect(await reader.fact('You pay')).toMatch(/^2(49\.\d\d|50\.00) USDT$/);
  expect(await reader.fact(say('spot.get'))).toMatch(/^0\.\d+ BTC$/);

  await reader.press('button', 'Buy BTC');
  await reader.find('dialog', 'Buy BTC');
  await reader.until('the focus in the dialog', (heard) =>
    heard.find(({ focused, within }) => focused && within.some(({ role }) => role === 'dialog')),
  );
  await expect.poll(async () => behindTheDialog(await reader.all())).toEqual([]);
  await reader.key('Escape');
  await reader.isAt('button', 'Buy BTC');
  await reader.key('Enter');
  await reader.press('button', 'Confirm purchase');
  await reader.hear('Order filled');
  await reader.find('heading', 'Filled');
  const paid = await reader.fact('Paid');
  expect(paid).toMatch(/^2(49\.\d+|50\.00) USDT$/);
  await reader.press('button', 'Done');
  await reader.isAt('button', /^Enter an amount|^Buy BTC/);
  return paid;
}

async function findTheFill(reader: ScreenReader, paid: string): Promise<void> {
  await reader.press('link', 'All orders');
  await reader.isAt('heading', 'Orders');
  await reader.press('tab', say('orders.tab.in_transaction'), 'ArrowRight');
  expect(await reader.isAt('tab', say('orders.tab.completed'))).toMatchObject({ selected: true });
  const row = /^Market buy BTC\/USDT .* Filled$/;
  await reader.find('button', row);
  await expectNoStumble(reader, 'the orders');
  await reader.press('button', row);
  await reader.find('dialog', 'BTC/USDT');
  expect(await reader.fact('Paid')).toBe(paid);
  expect(await reader.fact('Fee')).toMatch(/^0\.2\d* USDT$/);
  await reader.key('Escape');
  await reader.isAt('button', row);
  // The way back ends where it began.
  await reader.press('button', 'Back');
  await reader.isAt('link', 'All orders');
}

async function payIn(reader: ScreenReader, voucher: string): Promise<void> {
  await reader.press('link', /^Account/);
  await reader.isAt('heading', 'Account');
  await reader.find('button', /^USDT /);
  await expectNoStumble(reader, 'the account');
  await reader.press('link', 'Deposit');
  await reader.isAt('heading', 'Deposit');
  await reader.press('radio', 'USDT', 'Space');
  await reader.press('radio', 'Tron (TRC-20)', 'Space');
  await reader.find('image', /^QR code of the USDT address/);
  await expectNoStumble(reader, 'the deposit');
  await reader.press('button', say('deposits.sent'));
  await reader.isAt('heading', 'Proof of payment');
  await reader.type('Amount sent', '250');
  await reader.key('Enter');
  await reader.giveFile('Picture of the payment, from a file', voucher);
  await reader.hear('Sent');
  await reader.press('button', say('deposits.handIn'));
  await reader.hear('Submitted for review');
  await reader.find('heading', say('deposits.handedIn'));
  // Where it stands is said, and not only shown by a mark.
  const steps = (await reader.all()).filter(({ role }) => role === 'listitem');
  const heard = await reader.all();
  const lines = steps.map((step) =>
    heard
      .filter(({ role, within }) => role === 'StaticText' && within.some(({ id }) => id === step.id))
      .map(({ name }) => name),
  );
  const [submitted, review, credited] = lines;
  expect(submitted).toEqual(expect.arrayContaining([say('deposits.step.submitted'), 'done']));
  expect(review).toEqual(expect.arrayContaining(['Review', say('timeline.now')]));
  expect(credited).toEqual(expect.arrayContaining(['Credited to your spot account', say('timeline.next')]));
}

/** Somebody at the desk reads the question and answers it. */
async function answer(demo: Demo, question: string, text: string): Promise<void> {
  const at = { origin: demo.origin, url: await ownersUrl(demo.data) };
  const sam = await openConsoleLine(at, 'sam');
  const { items } = await sam.done('GET chat_inbox', { q: question });
  const id = items[0]?.id;
  if (id === undefined) throw new Error(`nobody asked “${question}”`);
  await sam.done('POST chat_assign', { id, from: null });
  await sam.done('POST chat_reply', { id, client_id: randomUUID(), text });
}

test('somebody who only listens buys, pays in and is answered', async ({ page, request, demo }, info) => {
  const customer = await newCustomer(request);
  const { account } = await customer.call('GET user/info', {});
  const voucher = info.outputPath('transfer.jpg');
  await writeFile(voucher, await photo(Date.now() % 1_000_000, { width: 900, height: 600 }));
  await page.goto('/');
  const reader = await ScreenReader.at(page);
  await reader.find('heading', 'Home');
  await expectNoStumble(reader, 'Home, as a visitor');
  await test.step('logs in, and hears what was wrong', () => logIn(reader, account));
  await test.step('hears what there is', async () => {
    await reader.find('button', /^Total value .* 100,000\.00 Hide amounts$/);
    await expectNoStumble(reader, 'Home');
  });
  const paid = await test.step('buys', () => buy(reader));
  await test.step('finds the fill and what it cost', () => findTheFill(reader, paid));
  await test.step('pays in', () => payIn(reader, voucher));
  await test.step('asks and is answered', async () => {
    await reader.press('button', 'Back');
    await reader.find('heading', 'Deposit');
    await reader.press('button', 'Back');
    await reader.isAt('link', 'Deposit');
    await reader.press('link', /^Customer service/);
    await reader.isAt('heading', say('titles.chat'));
    const question = `Where is my deposit? ${randomUUID().slice(0, 8)}`;
    await reader.type('Message', question);
    await reader.key('Enter');
    await reader.hear(new RegExp(`You .*${question.slice(-8)} .*Sent$`));
    await answer(demo, question, 'We have it.');
    await reader.hear(/Sam, customer service We have it\./);
  });
});

test('the other main screens can be listened to', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await page.addInitScript(
    (record) => localStorage.setItem('candor.session', record),
    JSON.stringify({ token }),
  );
  const screens = [
    ['/pages/market/index', 'Market'],
    ['/pages/kline/index?symbol=BTC/USDT', 'BTC/USDT'],
    ['/pages/newsList/index', 'News'],
    ['/pages/strategy/index2', 'AI quant'],
    ['/pages/me/wallet', 'Wallet'],
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
