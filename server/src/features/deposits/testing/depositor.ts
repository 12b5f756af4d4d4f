/** Test customers who submit deposits over HTTP, each with a unique image. */
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import type { Heard } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';

type Fields = Partial<CallInput<'POST wallet/charge_req'>>;
export type Deposit = CallOutput<'GET chargelist/log'>['items'][number];

let pictures = 0;

/** Returns a different image on every call. */
export function newPicture(): Promise<Buffer> {
  pictures += 1;
  return photo(pictures, { width: 30 + (pictures % 200), height: 40, format: 'png' });
}

export function newTransaction(): string {
  pictures += 1;
  return pictures.toString(16).padStart(64, 'a');
}

export type Depositor = {
  readonly account: string;
  readonly token: string;
  /** Uploads an image as a voucher, by default a new one. */
  voucher(bytes?: Buffer): Promise<string>;
  /** Submits 100 USDT on Tron, with the given fields replaced. */
  request(fields?: Fields, key?: string): Promise<Heard>;
  /** Like `request`, but expects the request to succeed, and returns the deposit's id. */
  handIn(fields?: Fields): Promise<string>;
  cancel(id: string, key?: string): Promise<Heard>;
  list(fields?: Record<string, unknown>): Promise<Deposit[]>;
  spot(currency: string): Promise<string>;
};

export async function newDepositor(origin: string, account: string): Promise<Depositor> {
  return depositorOf(origin, await join(origin, account));
}

export function depositorOf(
  origin: string,
  { account, token }: { readonly account: string; readonly token: string },
): Depositor {
  const keyed = (key: string | undefined) =>
    key === undefined ? {} : { headers: { 'idempotency-key': key } };
  const voucher: Depositor['voucher'] = async (bytes) =>
    handIn(origin, token, bytes ?? (await newPicture()), 'voucher');
  const request: Depositor['request'] = async (fields = {}, key) => {
    const usual = { currency: 'USDT', network: 'tron', amount: '100' };
    const proof = fields.voucher === undefined ? { voucher: await voucher() } : {};
    return knock(origin, 'POST wallet/charge_req', {
      token,
      fields: { ...usual, ...proof, ...fields },
      ...keyed(key),
    });
  };
  return {
    ...{ account, token, voucher, request },
    handIn: async (fields) => (wellAnswered((await request(fields)).body) as { id: string }).id,
    cancel: (id, key) => knock(origin, 'POST wallet/charge_cancel', { token, fields: { id }, ...keyed(key) }),
    list: async (fields = {}) => {
      const { body } = await knock(origin, 'GET chargelist/log', { token, fields });
      return (wellAnswered(body) as CallOutput<'GET chargelist/log'>).items;
    },
    spot: async (currency) => {
      const { body } = await knock(origin, 'POST wallet/list', { token });
      const wallets = wellAnswered(body) as CallOutput<'POST wallet/list'>;
      return wallets.find((one) => one.currency === currency)?.spot.available ?? '0';
    },
  };
}

/** Returns "ok", or the refusal's code and field. */
export function said({ body }: Pick<Heard, 'body'>): string {
  if (body.type === 'ok') return 'ok';
  const { field } = body.params as { readonly field?: string };
  return field === undefined ? body.error : `${body.error} ${field}`;
}
