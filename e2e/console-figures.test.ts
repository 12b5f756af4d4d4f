/** The morning view and the charts, from a customer's deposit to the file of all values. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { handInDeposit, openDesk, openScreen, signIn } from './desk.ts';
import { deskSay } from './saying.ts';

test('leads from the morning view to a waiting case, and from a chart of a month to the hours of a day', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await handInDeposit(request, customer, { currency: 'EUR', network: 'wire', amount: '431' });
  const desk = await openDesk(browser, demo);
  await signIn(desk, demo, 'rosa');
  const morning = desk.getByRole('region', { name: deskSay('dashboard.morning') });
  await morning
    .getByRole('table', { name: deskSay('dashboard.waits') })
    .getByRole('link', { name: deskSay('codes.case.deposit') })
    .click();
  await expect(desk).toHaveURL(/queue\?kind=deposit/);

  await openScreen(desk, '/figures');
  await desk.getByRole('button', { name: deskSay('figures.periods.month') }).click();
  const customers = desk.getByRole('region', { name: deskSay('figures.chart.customers') });
  await customers.getByText(deskSay('figures.asTable')).click();
  const today = customers.getByRole('row').last();
  // Other tests may have registered customers on the same server.
  await expect(today.getByRole('cell').nth(1)).toHaveText(/^[1-9]\d*$/);
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: deskSay('figures.csv') }).click(),
  ]);
  const values = readFileSync(await file.path(), 'utf8');
  expect(values).toMatch(/^start,span,series,key,value\r\n/);
  expect(values).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z,day,registered,,[1-9]\d*\r$/m);

  await today.getByRole('button').click();
  await expect(customers.getByRole('row')).not.toHaveCount(31);
  await expect(customers.getByRole('button')).toHaveCount(0);
  await desk.context().close();
});
