/**
 * A short option from the login to its proof, on the phone alone. Then the price record is changed in the database, which the
 * phone detects.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { button, fact, open, tab, typeAmount } from './phone.ts';
import type { PushedMarket } from './pushed-market.ts';
import { test } from './pushed-market.ts';
import { changePrice, rechain } from './tampering.ts';
import { containing, say, saying } from './saying.ts';

const symbol = 'BTC/USDT';

type Watching = { counted?: { text: string; atMs: number }[]; sameLoad?: true };

const sheetOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Logs in as an example customer, and moves money to the account for stakes. */
async function arrive(page: Page): Promise<void> {
  await open(page, '/pages/login/index');
  await page.getByRole('button', { name: /^lena/ }).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
  await tab(page, say('titles.trade')).tap();
  await page.getByRole('tab', { name: say('opening.product.option') }).tap();
  await expect(button(page, say('spot.switchInstrument', { symbol }))).toBeVisible();
  await button(page, say('opening.toTransfer')).tap();
  await typeAmount(page, say('transfer.amount'), '100');
  await button(page, say('titles.transfer')).tap();
  // The transfer leads back to the ticket that asked for it.
  await expect(page.getByText(say('spot.available', { amount: '100.00', currency: 'USDT' }))).toBeVisible();
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '30 s' }).tap();
  await button(page, '25').tap();
  await button(page, say('option.side.up')).tap();
  const sheet = sheetOf(page, say('option.title.up', { symbol }));
  await expect(
    sheet.getByText(saying('option.sentence.up', { symbol, payout: '45.00 USDT', profit: '20.00 USDT' })),
  ).toBeVisible();
  await expect(fact(sheet, say('option.payout'))).toHaveText('45.00 USDT');
  await expect(fact(sheet, say('option.breakEven'))).toHaveText('55.6%');
  await button(page, say('option.confirm.up')).tap();
  await expect(sheet).toHaveCount(0);
}

/** Records every figure of the countdown from now on, with its time. */
async function watchCountdown(page: Page): Promise<void> {
  await page.getByRole('timer').evaluate((timer) => {
    const counted: { text: string; atMs: number }[] = [];
    Object.assign(window, { counted, sameLoad: true });
    const note = () => counted.push({ text: timer.textContent, atMs: performance.now() });
    new MutationObserver(note).observe(timer, { characterData: true, childList: true, subtree: true });
  });
}

/** Requires that the countdown fell by one each second until zero. */
async function fellEvenly(page: Page): Promise<void> {
  const counted = (await page.evaluate(() => (window as Watching).counted)) ?? [];
  const seconds = counted.map(({ text }) => Number.parseInt(text.slice(text.indexOf(':') + 1), 10));
  const first = seconds[0] ?? 0;
  expect(first).toBeGreaterThan(20);
  expect(seconds).toEqual(seconds.map((_, at) => first - at));
  // The result may arrive before the phone has counted the last second.
  expect(seconds.at(-1)).toBeLessThan(2);
  const between = counted.slice(1).map(({ atMs }, at) => atMs - (counted[at]?.atMs ?? 0));
  // One second by the market's clock, plus the delays of a busy machine.
  expect(Math.min(...between)).toBeGreaterThan(300);
  expect(Math.max(...between)).toBeLessThan(1700);
}

/** Opens the proof from the receipt, waits for its verdict, and returns its sheet. */
async function verify(page: Page, verdict: string): Promise<Locator> {
  await sheetOf(page, `${symbol} · ${say('option.receipt')}`)
    .getByRole('button', { name: say('proof.verify') })
    .tap();
  const proof = sheetOf(page, say('proof.title'));
  // The tape is signed every ten seconds, and the app requests the proof again every five.
  await expect(proof.getByRole('status')).toContainText(verdict, { timeout: 30_000 });
  return proof;
}

async function close(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: say('ui.close') }).tap();
  await expect(sheet).toHaveCount(0);
}

async function saveImage(page: Page): Promise<void> {
  const receipt = sheetOf(page, `${symbol} · ${say('option.receipt')}`);
  await receipt.getByRole('button', { name: say('ui.sharePicture') }).tap();
  const sheet = sheetOf(page, say('positions.pictureTitle'));
  await expect(sheet.getByRole('img', { name: containing('tickets.status.won') })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: say('ui.savePicture') }).tap(),
  ]);
  expect(saved.suggestedFilename()).toBe('candor-btc-usdt.png');
  await close(sheet);
}

/** An entry between the strike and the exit of the newest ticket, whose outcome it does not affect. */
async function entryBetween({ owner }: PushedMarket): Promise<bigint> {
  const { rows } = await owner.query<{ seq: string }>(
    'select (accepted_seq + settle_seq) / 2 as seq from option_ticket where symbol = $1 order by id desc limit 1',
    [symbol],
  );
  return BigInt(rows[0]?.seq ?? 0);
}

test('settles and proves an option on the phone, and detects changes in the database', async ({
  page,
  market,
}) => {
  test.setTimeout(120_000);
  await arrive(page);
  await buy(page);
  const card = page.getByRole('article').filter({ hasText: symbol });
  await watchCountdown(page);
  await expect(card).toHaveText(
    new RegExp(String.raw`${say('option.strikeAt', { price: '60' })},\d{3}\.\d\d`),
  );
  await expect(card).toContainText(`${say('option.now.above')} · ${say('option.would.win')}`);
  await expect(card).toContainText(`${say('option.result.won')} +20.00 USDT`, { timeout: 45_000 });
  await fellEvenly(page);
  await expect(page.getByText(say('spot.available', { amount: '120.00', currency: 'USDT' }))).toBeVisible();
  expect(await page.evaluate(() => (window as Watching).sameLoad)).toBe(true);

  await test.step('proves the receipt on the phone', async () => {
    await card.getByRole('button').first().tap();
    const receipt = sheetOf(page, `${symbol} · ${say('option.receipt')}`);
    await expect(fact(receipt, say('tickets.paidOut'))).toHaveText('45.00 USDT');
    await expect(receipt.getByRole('listitem')).toHaveCount(4);
    const proof = await verify(page, say('proof.verified'));
    await expect(
      proof.getByText(say('proof.step.outcome', { result: say('tickets.status.won') })),
    ).toBeVisible();
    await expect(proof.getByText(saying('proof.step.seen'))).toBeVisible();
    await close(proof);
  });

  await test.step('saves an image of the receipt', () => saveImage(page));

  const seq = await entryBetween(market);
  await test.step('rejects the proof after a price was changed, and names the entry', async () => {
    await changePrice(market.owner, { symbol, seq });
    const proof = await verify(page, say('proof.failed'));
    await expect(proof.getByText(say('proof.finding.hash_differs', { seq: String(seq) }))).toBeVisible();
    await close(proof);
  });

  await test.step('rejects a consistent but unsigned chain, which contradicts the checkpoint kept on the phone', async () => {
    market.silence(symbol);
    await page.waitForTimeout(1000);
    await rechain(market.owner, { symbol, seq });
    const proof = await verify(page, say('proof.failed'));
    await expect(
      proof
        .getByText(saying('proof.finding.not_signed_in_time'))
        .or(proof.getByText(saying('proof.finding.not_yet_signed'))),
    ).toBeVisible();
    await close(proof);
    await close(sheetOf(page, `${symbol} · ${say('option.receipt')}`));
    await page.getByRole('alert').getByText(say('proof.warning')).tap();
    const warning = sheetOf(page, say('proof.warning'));
    await expect(warning.getByText(saying('proof.finding.kept_hash_differs')).first()).toBeVisible();
    await expect(warning.getByText(say('proof.warningSheet.doStop'))).toBeVisible();
  });
});
