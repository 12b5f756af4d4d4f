/** Registering and logging in with a browser wallet, and every way in which a wallet may refuse. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { installWallet } from './browser-wallet.ts';
import { test } from './demo.ts';
import { button, open, remember, settled } from './phone.ts';
import { say, voiceIn } from './saying.ts';

const goOn = (page: Page) => button(page, say('walletSignIn.continue'));
const loginPath = '/pages/login/index';

/** Every request that the app may send to a wallet. */
const allowed = new Set([
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
]);

async function signedInAs(page: Page): Promise<unknown> {
  const stored = await page.evaluate(() => localStorage.getItem('candor.session'));
  const { token } = JSON.parse(stored ?? '{}') as { token?: string };
  const response = await page.request.get('/api/user/info', { headers: { authorization: token ?? '' } });
  return ((await response.json()) as { message: { wallet_address: unknown } }).message.wallet_address;
}

const seed = () => Math.floor(Math.random() * 1e9);

test('registers a wallet that is on a different chain, logs it out and in again', async ({ page }) => {
  const wallet = await installWallet(page, { seed: seed(), name: 'Alpha' });
  await open(page, `${loginPath}?back=/pages/me/settings`);
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.settings') })).toBeVisible();
  expect(await signedInAs(page)).toBe(wallet.address.toLowerCase());
  // The wallet lacks the chain, so the app requests it to add the chain.
  expect(wallet.asked).toContain('wallet_addEthereumChain');
  expect(wallet.chain).toBe('0xa4b1');

  await open(page, '/pages/me/newIndex');
  await button(page, say('account.logOut')).tap();
  await expect(page.getByRole('heading', { name: say('session.logIn') })).toBeVisible();
  const before = wallet.asked.length;
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
  expect(await signedInAs(page)).toBe(wallet.address.toLowerCase());
  expect(wallet.asked.slice(before)).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign']);
  expect(wallet.asked.filter((method) => !allowed.has(method))).toEqual([]);
});

test('explains each refusal of a wallet, and succeeds at the next attempt', async ({ page }) => {
  const wallet = await installWallet(page, { seed: seed() });
  await open(page, loginPath);
  for (const [method, code, sentence] of [
    ['eth_requestAccounts', -32002, say('confirm.walletFailure.pending')],
    ['eth_requestAccounts', 4100, say('confirm.walletFailure.locked')],
    ['wallet_switchEthereumChain', 4001, say('confirm.walletFailure.chain')],
    ['wallet_addEthereumChain', 4001, say('confirm.walletFailure.chain')],
    ['personal_sign', 4001, say('confirm.walletFailure.refused')],
    ['personal_sign', -32603, say('confirm.walletFailure.failed')],
  ] as const) {
    wallet.failing.clear();
    wallet.refuse(method, code);
    await goOn(page).tap();
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText(sentence);
  }
  wallet.failing.clear();
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
  expect(wallet.asked.filter((method) => !allowed.has(method))).toEqual([]);
});

test('corrects a mistyped invite code of a new customer without a second signature', async ({ page }) => {
  const wallet = await installWallet(page, { seed: seed(), name: 'Alpha' });
  await open(page, '/pages/register/index');
  await page.getByRole('textbox', { name: say('registration.inviteCode') }).fill('NOBODY');
  await goOn(page).tap();
  await expect(page.getByText(say('refusal.invite_code_wrong'))).toBeVisible();
  await page.getByRole('textbox', { name: say('registration.inviteCode') }).fill('candor');
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(1);
});

test('logs in with the wallet that the customer chose among several', async ({ page }) => {
  const one = await installWallet(page, { seed: seed(), name: 'Alpha' });
  const other = await installWallet(page, { seed: seed(), name: 'Beta' });
  await open(page, loginPath);
  await goOn(page).tap();
  await page.getByRole('option', { name: 'Beta' }).tap();
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
  expect(await signedInAs(page)).toBe(other.address.toLowerCase());
  expect(one.asked).toEqual([]);
});

test('explains what a customer can do if the wallet gives no address', async ({ page }) => {
  const wallet = await installWallet(page, { seed: seed() });
  wallet.accounts = [];
  await open(page, `${loginPath}?back=/pages/me/language`);
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.walletTip') })).toBeVisible();
  expect(page.url()).toContain('#/pages/tipWallet/index');
  await settled(page);
  // The wallet still gives no address, so the app stays on the page and reports this.
  await goOn(page).tap();
  await expect(page.getByRole('alert')).toHaveText(say('confirm.walletFailure.no_account'));
  wallet.accounts = [wallet.address];
  await goOn(page).tap();
  await expect(page.getByRole('heading', { name: say('titles.language') })).toBeVisible();
});

const italian = voiceIn('it', 'it');

test('explains browser wallets in the app’s language if the browser has none', async ({ page, demo }) => {
  const blocked: string[] = [];
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) blocked.push(line.text());
  });
  await remember(page, { language: 'it' });
  await open(page, loginPath);
  await button(page, italian.say('walletSignIn.continue')).tap();
  await page.waitForURL(/\/wallet-jump\.html#it$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questo browser non ha ancora un wallet');
  await expect(page.locator('code').filter({ visible: true })).toHaveText(demo.origin);
  await page.getByRole('link', { name: 'Tiếng Việt' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trình duyệt này chưa có ví');
  const response = await page.request.get('/wallet-jump.html');
  expect(response.headers()['content-security-policy']).toContain("script-src 'self'");
  expect(blocked).toEqual([]);
  await page.getByRole('link', { name: 'Quay lại ứng dụng' }).tap();
  await expect(page.getByRole('heading', { name: italian.say('session.logIn') })).toBeVisible();
});
