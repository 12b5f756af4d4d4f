/** The links of messages: each opens the order, position, ticket, fund order or loan that it names, in its sheet. */
import { afterAll, expect, test } from 'vitest';
import { recurringPlanLink } from '../src/features/recurring/links.ts';
import { fundOrdersLink, oneLoanLink, orderLink, receiptLink, ticketLink } from '../src/lib/links.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, waitFor } from './screen.tsx';

afterAll(closeApp);

/** The number of the first item of a list in the fake server. */
const ID = '1001';

test.each([
  ['an order', orderLink(ID)],
  ['a closed position', receiptLink('contract', ID)],
  ['an open position', receiptLink('forex', ID, 'holding')],
  ['a ticket', ticketLink('BTC/USDT', ID)],
  ['a ticket on a currency pair', ticketLink('EUR/USD', ID)],
  ['a fund order', fundOrdersLink({ id: ID })],
  ['a fund order that has ended', fundOrdersLink({ tab: 'finished', id: ID })],
  ['a loan', oneLoanLink(ID, 'finished')],
  ['a purchase of a plan', recurringPlanLink(ID, ID)],
])('opens %s', async (_, address) => {
  serve({ variant: 'usual' });
  const { thrown } = await openAt(address);
  expect(await waitFor(() => shown('[role=dialog]').length > 0)).toBe(true);
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
});

test.each(['', 'x', '1e3', '9'.repeat(30), '424242'])('opens nothing for the id %j', async (id) => {
  serve({ variant: 'usual' });
  const { thrown } = await openAt(orderLink(id));
  expect(await settled()).toBe(true);
  expect(shown('[role=dialog]')).toHaveLength(0);
  expect(thrown).toEqual([]);
});
