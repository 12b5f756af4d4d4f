/** The screens of login by wallet, of verification and of the bank card, for the tests of all screens. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photo } from '@candor/testing/pictures.ts';
import { applyForVerification } from './identity-screens.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const verification = '/pages/me/kyc';
const bankCard = '/pages/me/bank';

/** Wallets that announce themselves; the screens here send them no request. */
async function announceWallets(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener('eip6963:requestProvider', () => {
      for (const name of ['Alpha', 'A wallet with quite a long name of its own']) {
        const detail = { info: { uuid: name, name, icon: '' }, provider: { request: () => undefined } };
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      }
    });
  });
}

/** The owner of this wallet refuses every request. */
async function refusingWallet(page: Page): Promise<void> {
  await page.evaluate(() => {
    const request = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
    Object.assign(window, { ethereum: { request } });
  });
}

async function addPicture(page: Page, side: string, buffer: Buffer): Promise<void> {
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel(say('photo.fileInput', { side })).setInputFiles(file);
}

/** Dense chart marks may overlap and still be readable. */
async function doubtfulPicture(): Promise<Buffer> {
  const marks = await sharp(await photo(7, { width: 1200, height: 760 }))
    .blur(40)
    .toBuffer();
  return sharp(marks).resize(700).jpeg().toBuffer();
}

async function chooseCountry(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: say('bankCard.payeeCountry') }).tap();
  await page.getByRole('dialog').getByRole('searchbox').fill(name);
  await page.getByRole('option', { name, exact: true }).tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const walletScreens: readonly ScreenShot[] = [
  { name: 'no wallet address', path: '/pages/tipWallet/index', as: 'visitor' },
  {
    name: 'several wallets',
    path: '/pages/login/index',
    as: 'visitor',
    act: async (page) => {
      await announceWallets(page);
      await tapForSheet(page, say('walletSignIn.continue'));
    },
  },
  {
    name: 'a wallet that refuses',
    path: '/pages/register/index',
    as: 'visitor',
    act: async (page) => {
      await refusingWallet(page);
      await button(page, say('walletSignIn.continue')).tap();
      await main(page).getByRole('alert').waitFor();
    },
  },
];

const verificationScreens: readonly ScreenShot[] = [
  { name: 'verification', path: verification, as: 'customer' },
  {
    name: 'verification with what is missing',
    path: verification,
    as: 'customer',
    act: (page) => button(page, say('deposits.handIn')).tap(),
  },
  {
    name: 'countries of documents',
    path: verification,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('combobox', { name: say('verification.country') }).tap();
      await sheet(page);
    },
  },
  {
    name: 'a photo sent and one that is no picture',
    path: verification,
    as: 'customer',
    act: async (page) => {
      await addPicture(page, say('verification.front'), await photo(11, { width: 1000, height: 640 }));
      await page.getByText(say('photo.kept'), { exact: true }).waitFor();
      await addPicture(page, say('verification.back'), Buffer.from('no picture'));
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'a doubtful photo',
    path: verification,
    as: 'customer',
    act: async (page) => {
      await addPicture(page, say('verification.front'), await doubtfulPicture());
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'a camera that may not be used',
    path: verification,
    as: 'customer',
    act: async (page) => {
      await button(page, say('photo.take')).first().tap();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await sheet(page);
    },
  },
  {
    name: 'verification under review',
    path: verification,
    as: 'guarded',
    act: async (page) => {
      if ((await button(page, say('deposits.handIn')).count()) > 0) await applyForVerification(page);
    },
  },
  { name: 'verified', path: verification, as: 'trader' },
];

const bankCardScreens: readonly ScreenShot[] = [
  { name: 'no bank card', path: bankCard, as: 'customer' },
  {
    name: 'bank card with what is missing',
    path: bankCard,
    as: 'customer',
    act: async (page) => {
      await chooseCountry(page, 'United States');
      await button(page, say('bankCard.bind')).tap();
    },
  },
  { name: 'bank card', path: bankCard, as: 'trader' },
  {
    name: 'another bank card',
    path: bankCard,
    as: 'trader',
    act: async (page) => {
      await button(page, say('bankCard.replaceIt')).tap();
      await chooseCountry(page, 'Germany');
    },
  },
];

export const documentScreens: readonly ScreenShot[] = [
  ...walletScreens,
  ...verificationScreens,
  ...bankCardScreens,
];
