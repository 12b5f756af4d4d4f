/** A visitor tries the demo's console for the first time: logs in with one click, and decides a deposit with the mouse alone. */
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { decision, handInDeposit, openDesk, transactionId } from './desk.ts';
import { verify } from './identity-screens.ts';
import { deskSay, deskSaying } from './saying.ts';

test('lets a newcomer enter as an example operator and approve a deposit', async ({
  browser,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await handInDeposit(request, customer, {
    ...{ currency: 'USDT', network: 'tron', amount: '4321', reference: transactionId() },
  });
  const desk = await openDesk(browser, demo);
  await desk.goto('/console/');
  await desk
    .getByRole('region', { name: deskSay('login.demoOperators') })
    .getByRole('button', {
      name: deskSay('login.demoOperator', { account: 'rosa', role: deskSay('codes.role.reviewer') }),
    })
    .click();
  await desk.getByRole('link', { name: deskSay('dashboard.openQueue') }).click();
  await desk.getByText('4,321.00 USDT').first().click();
  await expect(
    desk.getByRole('heading', { name: deskSaying('deposits.case', { amount: '4,321.00 USDT' }) }),
  ).toBeVisible();
  await desk.getByRole('button', { name: deskSaying('ui.approve') }).click();
  await decision(desk)
    .getByRole('button', { name: deskSaying('ui.approve') })
    .click();
  await expect
    .poll(async () => (await customer.call('GET chargelist/log', {})).items.map(({ status }) => status))
    .toEqual(['success']);
});
