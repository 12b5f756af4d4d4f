/** Steps of a customer's identity on the phone: photos of a document, the form around them, and the bank account. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { readVaultKey } from '../server/src/identity/secrets/vault-key.ts';
import { createPool } from '../server/src/db/pool.ts';
import { ownersUrl } from '../server/src/db/postgres-cluster.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import type { Customer } from './customer.ts';
import type { Demo } from './demo.ts';
import { atRest, button } from './phone.ts';
import { say } from './saying.ts';

const COUNTRY = 'Germany';
let pictures = 0;

/** The list opens as a sheet. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: label, exact: true });
  await atRest(page);
  const search = sheet.getByRole('searchbox');
  if ((await search.count()) > 0) await search.fill(option);
  await sheet.getByRole('option', { name: option, exact: true }).tap();
  await expect(sheet).toHaveCount(0);
}

async function addPhoto(page: Page, side: string): Promise<void> {
  pictures += 1;
  const buffer = await photo((Date.now() % 1_000_000_000) + pictures, { width: 1000, height: 640 });
  const file = { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer };
  await page.getByLabel(say('photo.fileInput', { side })).setInputFiles(file);
}

export async function applyForVerification(page: Page): Promise<void> {
  await handIn(page, `C01X${Date.now() % 1_000_000}`);
  await expect(page.getByText(say('verification.standing.under_review'))).toBeVisible();
}

export async function handIn(page: Page, number: string): Promise<void> {
  await choose(page, say('verification.country'), COUNTRY);
  await page.getByRole('textbox', { name: say('verification.firstName') }).fill('Anna Maria');
  await page.getByRole('textbox', { name: say('verification.lastName') }).fill('Berg');
  await page.getByLabel(say('verification.birthDate')).fill('1990-05-17');
  await choose(page, say('verification.certificateType'), say('verification.certificate.passport'));
  await page.getByRole('textbox', { name: say('verification.certificateNumber') }).fill(number);
  await addPhoto(page, say('verification.front'));
  await expect(page.getByText(say('photo.kept'), { exact: true })).toHaveCount(1);
  await addPhoto(page, say('verification.back'));
  await expect(page.getByText(say('photo.kept'), { exact: true })).toHaveCount(2);
  await button(page, say('deposits.handIn')).tap();
}

/** Executes an action of a demo's operator on the command line. */
export async function operate(
  demo: Pick<Demo, 'data'>,
  account: string,
  args: readonly string[],
): Promise<string> {
  const key = readVaultKey({ given: undefined, dataFolder: demo.data });
  const server = { url: await ownersUrl(demo.data), vaultKey: key.toString('base64') };
  const { code, out, err } = await runOperatorLine({ server, account, args });
  expect(err).toBe('');
  expect(code).toBe(0);
  return out;
}

/** For tests that are not about the submission. */
export async function verify(demo: Pick<Demo, 'data'>, customer: Customer): Promise<void> {
  const { id } = await customer.call('GET user/info', {});
  const pool = createPool(await ownersUrl(demo.data), { max: 1 });
  await verifyCustomer(pool, { customer: BigInt(id) }).finally(() => pool.end());
}

/** Adds the account that the form describes, or replaces the existing one. */
export async function bindAccount(
  page: Page,
  { action = say('bankCard.bind'), iban = testCard.card_number } = {},
): Promise<void> {
  await choose(page, say('bankCard.payeeCountry'), COUNTRY);
  for (const [label, text] of [
    [say('bankCard.realName'), testCard.real_name],
    [say('bankCard.iban'), iban],
    [say('bankCard.swift'), testCard.swift],
    [say('bankCard.bankName'), testCard.bank_name],
    [say('bankCard.bankAddress'), testCard.bank_address],
    [say('bankCard.userName'), testCard.user_name],
    [say('bankCard.phone'), testCard.phone],
    [say('bankCard.recipientAddress'), testCard.recipient_address],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await button(page, action).tap();
}
