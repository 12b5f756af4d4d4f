/** A customer who uses the API next to the phone: logs in, places and cancels orders, and reads the server's state. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { APIRequestContext } from '@playwright/test';

export type Customer = {
  readonly token: string;
  call<Name extends CallName>(name: Name, input: CallRequest<Name>): Promise<CallOutput<Name>>;
};

const TRIES_MAX = 40;
const AGAIN_MS = 250;

/** Makes one call of the table; a refusal fails the test. */
async function send(request: APIRequestContext, name: CallName, options: { input: object; token?: string }) {
  const { method, path } = methodAndPath(name);
  // If the server is busy, repeats the same request until it is accepted.
  const headers = {
    'idempotency-key': randomUUID(),
    ...(options.token === undefined ? {} : { authorization: options.token }),
  };
  const ask = async () => {
    const response =
      method === 'GET'
        ? await request.get(`/api/${path}`, { headers, params: { ...options.input } })
        : await request.fetch(`/api/${path}`, { method, headers, data: options.input });
    return (await response.json()) as { type: string; message: unknown; error?: string };
  };
  let envelope = await ask();
  for (let tries = 1; envelope.error === 'busy' && tries < TRIES_MAX; tries += 1) {
    await delay(AGAIN_MS);
    envelope = await ask();
  }
  if (envelope.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(envelope)}`);
  return envelope.message;
}

function withToken(request: APIRequestContext, token: string): Customer {
  return {
    token,
    call: async (name, input) => (await send(request, name, { input, token })) as CallOutput<typeof name>,
  };
}

/** The example customer starts over, so that nothing remains of an earlier test. */
export async function exampleCustomer(request: APIRequestContext, at: 0 | 1 = 0): Promise<Customer> {
  const demo = (await send(request, 'GET demo', { input: {} })) as CallOutput<'GET demo'>;
  const login = demo.customers[at];
  if (login === undefined) throw new Error(`expected the demo to have example customer ${at}, found none`);
  const token = await send(request, 'POST user/login', { input: login });
  const customer = withToken(request, token as string);
  await customer.call('POST demo/start_over', {});
  return customer;
}

/** Registers a new customer, who gets the demo's grant, through the API with a friend's code or the house's. */
export async function newCustomer(request: APIRequestContext, inviteCode?: string): Promise<Customer> {
  const account = uniqueName();
  const email = `${account}@test.example`;
  const mail = (await send(request, 'POST sms_mail', { input: { email } })) as CallOutput<'POST sms_mail'>;
  const demo = (await send(request, 'GET demo', { input: {} })) as CallOutput<'GET demo'>;
  const token = await send(request, 'POST user/register', {
    input: {
      account,
      email,
      code: mail.code,
      password: examplePassword,
      re_password: examplePassword,
      invite_code: inviteCode ?? demo.invite_code,
      birth_date: '1990-05-17',
    },
  });
  return withToken(request, token as string);
}

export const examplePassword = 'Walk-7-miles';

export function uniqueName(): string {
  return `walker-${randomUUID().slice(0, 8)}`;
}

export async function quoteOf(request: APIRequestContext, symbol: string) {
  const rows = (await send(request, 'GET currency/quotation_new', {
    input: {},
  })) as CallOutput<'GET currency/quotation_new'>;
  const row = rows.find((known) => known.symbol === symbol);
  if (row === undefined) throw new Error(`expected a quote of ${symbol}, found none`);
  return row;
}
