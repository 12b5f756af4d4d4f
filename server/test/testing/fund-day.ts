/**
 * Several days of fund events, each reached by setting the operators' clock forward: orders cancelled, ended early and
 * completed, income set aside, paid and shared with inviters, and unclaimed income returned.
 */
import { amount } from '@candor/domain/money/amount.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { vi } from 'vitest';
import { codeTo, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { Pool } from '../../src/db/pool.ts';

const PASSWORD = 'x7!kqz-ok';
/**
 * Allows for an order that starts twenty seconds after it was placed, and for a day that is booked and published within a few
 * entries of the tape.
 */
const SOON = { timeout: 60_000, interval: 200 };
/** Principals for the three-day tier. The odd amounts make each payment leave a fraction of a unit. */
const AMOUNTS = ['5000.12345677', '5003.45678901', '5007.98765431', '5011.11111113', '5013.57924683'];
/** One day in eight has a loss, and no income is set aside on such a day. */
const LOTS_MAX = 4;

type Order = CallOutput<'GET lh/deposit/order'>['items'][number];

export async function fundDay(server: WholeServer, pool: Pool): Promise<void> {
  const token = await invited(server, pool);
  const call = async <Name extends CallName>(
    name: Name,
    fields: Record<string, unknown> = {},
  ): Promise<CallOutput<Name>> => {
    const { body } = await knock(server.origin, name, { token, fields });
    return wellAnswered(body) as CallOutput<Name>;
  };
  const { id: customer } = await call('GET user/info');
  await verifyCustomer(pool, { customer: BigInt(customer) });
  const until = (isSo: (orders: readonly Order[]) => boolean) =>
    vi.waitFor(async () => {
      const { items } = await call('GET lh/deposit/order', { limit: 100 });
      if (!isSo(items)) throw new Error(JSON.stringify(items));
    }, SOON);
  const allRun = (orders: readonly Order[]) => orders.every(({ status }) => status !== 'pending');

  const taken = await call('POST lh/deposit', { amount: AMOUNTS[0] });
  await call('POST lh/deposit/cancel', { id: taken.id });
  const early = await call('POST lh/deposit', { amount: AMOUNTS[1] });
  await until(allRun);
  await call('POST lh/deposit/cancel', { id: early.id });
  for (let lot = 1; lot <= LOTS_MAX; lot += 1) {
    for (const of of AMOUNTS) await call('POST lh/deposit', { amount: of });
    await until(allRun);
    for (let day = 1; day <= 3; day += 1) {
      await forward(pool);
      await until((orders) => orders.every((one) => one.status !== 'in_progress' || one.paid_days >= day));
    }
    await until((orders) => orders.every(({ status }) => status === 'ended' || status === 'failed'));
    const { income_total: income } = await call('GET lh/deposit/ordersum');
    if (amount(income) > 0n) break;
  }
  // The remainder of the orders' last day is paid once that day is published, and unclaimed income of that day is returned a
  // day later.
  await forward(pool);
  await until((orders) => orders.every((one) => one.next_income_at === null));
  await forward(pool);
}

/** Adds a customer whom a verified customer invited, so that a share of the income goes to the inviter. */
export async function invited(server: WholeServer, pool: Pool): Promise<string> {
  const { origin } = server;
  const inviter = await join(origin, 'felix', PASSWORD);
  const info = await knock(origin, 'GET user/info', { token: inviter.token });
  const { id, invite_code: code } = wellAnswered(info.body) as CallOutput<'GET user/info'>;
  await verifyCustomer(pool, { customer: BigInt(id) });
  const email = 'felia@example.com';
  const { body } = await knock(origin, 'POST user/register', {
    fields: {
      ...{ account: 'felia', email, password: PASSWORD, re_password: PASSWORD, birth_date: '1990-01-01' },
      ...{ code: await codeTo(origin, email), invite_code: code },
    },
  });
  return wellAnswered(body) as string;
}

async function forward(pool: Pool): Promise<void> {
  await setForward(pool, 'day');
}
