/**
 * One of each kind of trade by an example customer, and a withdrawal that operators decide, through a platform's two servers.
 */
import { openConsoleLine } from './console-line.ts';
import { knock } from './front-door.ts';

/** Answers after which a call is repeated: the market may lag for a moment, and the guard may not have run yet. */
const AGAIN = new Set(['busy', 'try_again', 'trading_closed', 'paused', 'withdrawals_paused', 'no_answer']);
const GIVE_UP_MS = 60_000;
const PASSWORD = 'Demo-lena-1';
const PIN = '135790';
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

type Answer = { readonly type: string; readonly error?: string; readonly message: unknown };
type Done = <Message>(name: string, fields?: Readonly<Record<string, unknown>>) => Promise<Message>;

async function untilDone(origin: string, name: string, sent: Parameters<typeof knock>[2]): Promise<unknown> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    // One call after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { body } = await knock(origin, name, sent);
    const answer = body as Answer;
    if (answer.type === 'ok') return answer.message;
    if (!AGAIN.has(answer.error ?? '') || performance.now() > deadline)
      throw new Error(`expected ${name} to succeed, got ${JSON.stringify(answer)}`);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function customerAt(origin: string): Promise<Done> {
  const fields = { account: 'lena', password: PASSWORD };
  const token = (await untilDone(origin, 'POST user/login', { fields })) as string;
  return <Message>(name: string, given: Readonly<Record<string, unknown>> = {}) =>
    untilDone(origin, name, { token, fields: given }) as Promise<Message>;
}

/** Places an order, opens and closes a position, and buys a ticket of an option. */
export async function tradeOneOfEach(done: Done): Promise<void> {
  const market = { symbol: 'BTC/USDT', type: 'market' };
  await done('POST coin/trade', { ...market, side: 'buy', quantity: '0.01' });
  for (const to of ['contract', 'option'])
    // oxlint-disable-next-line no-await-in-loop
    await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '2000' });
  const opening = { ...market, side: 'long', quantity: '0.01', leverage: 10 };
  const { id } = await done<{ id: string }>('POST lever/submit', opening);
  await done('POST lever/close', { id });
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '10', currency: 'USDT' };
  await done('POST microtrade/submit', ticket);
}

/** Returns the state of the withdrawal after a reviewer approved it and a treasurer paid it. */
export async function withdrawAndPay(
  done: Done,
  { origin }: { readonly origin: string },
  ownerUrl: string,
): Promise<string> {
  const { has_trading_password: hasPin } = await done<{ has_trading_password: boolean }>('GET safe/overview');
  const pin = { password: PIN, re_password: PIN, current_password: PASSWORD };
  if (!hasPin) await done('POST safe/trading_password', pin);
  const added = { network: 'tron', address: ADDRESS, current_password: PASSWORD };
  const { id: address } = await done<{ id: string }>('POST wallet/address_add', added);
  const out = { currency: 'USDT', amount: '100', address, trading_password: PIN };
  const { id } = await done<{ id: string }>('POST wallet/out', out);
  const { id: customer } = await done<{ id: string }>('GET user/info');
  const seen = { customer, id, amount: '100' };
  const rosa = await openConsoleLine({ origin, url: ownerUrl }, 'rosa');
  await rosa.done('POST withdrawal_decide', { ...seen, address: ADDRESS, verdict: 'approve' });
  const theo = await openConsoleLine({ origin, url: ownerUrl }, 'theo');
  await theo.done('POST withdrawal_settle', { ...seen, outcome: 'paid', reference: '5a'.repeat(32) });
  const { items } = await done<{ items: { id: string; status: string }[] }>('GET cashlist/log');
  return items.find((item) => item.id === id)?.status ?? 'not found';
}
