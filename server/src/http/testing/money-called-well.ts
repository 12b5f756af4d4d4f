/** Recipes for valid calls with which the walker makes deposits and withdrawals and takes out loans. */
import type { CallName, CallRequest } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleAt } from '@candor/testing/console-line.ts';
import { handIn, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import type { Good, Walker } from './identity-called-well.ts';

type Rows<Names extends CallName> = { readonly [Name in Names]: Good<Name> };

/** A counter that makes the walker's images differ from one another and from those of other tests. */
let pictures = 400;

export function depositsCalledWell({ origin, token }: Walker) {
  const deposit = async (): Promise<CallRequest<'POST wallet/charge_req'>> => {
    pictures += 1;
    const voucher = await handIn(origin(), token(), await photo(pictures), 'voucher');
    return { currency: 'USDT', network: 'tron', amount: '75', voucher };
  };
  return {
    'POST wallet/get_in_address': { currency: 'USDT' },
    'POST wallet/charge_req': deposit,
    'POST wallet/charge_cancel': async () => {
      const fields = await deposit();
      const { body } = await knock(origin(), 'POST wallet/charge_req', { token: token(), fields });
      return { id: (wellAnswered(body) as { id: string }).id };
    },
    'GET chargelist/log': { status: 'under_review', limit: 3 },
  } satisfies Partial<Rows<CallName>>;
}

/** The example customer's initial trading password, before the walker changes it. */
const TRADING_PASSWORD = '135790';

/** A counter that makes the walker's addresses differ from one another. */
let addresses = 0;

/** These calls must precede every change to the walker's security settings, because such a change holds withdrawals. */
export function withdrawalsCalledWell({ origin, token, password }: Walker) {
  const done = async <Answer>(name: CallName, fields = {}): Promise<Answer> =>
    wellAnswered((await knock(origin(), name, { token: token(), fields })).body) as Answer;
  const address = (): CallRequest<'POST wallet/address_add'> => {
    addresses += 1;
    const digits = addresses.toString().padStart(40, '1');
    return { network: 'ethereum', address: `0x${digits}`, label: 'own', current_password: password };
  };
  const added = async () => (await done<{ id: string }>('POST wallet/address_add', address())).id;
  type List = { items: { id: string; status: string }[] };
  const open = async () =>
    (await done<List>('GET cashlist/log')).items.find(({ status }) => status === 'under_review')?.id;
  const request = async (): Promise<CallRequest<'POST wallet/out'>> => {
    const waiting = await open();
    if (waiting !== undefined) await done('POST wallet/out_cancel', { id: waiting });
    return { currency: 'USDT', amount: '40', address: await added(), trading_password: TRADING_PASSWORD };
  };
  return {
    'GET wallet/address': {},
    'POST wallet/address_add': () => Promise.resolve(address()),
    'POST wallet/address_delete': async () => ({ id: await added() }),
    'GET wallet/out_terms': {},
    'POST wallet/out': request,
    'POST wallet/out_cancel': async () => ({
      id: (await open()) ?? (await done<{ id: string }>('POST wallet/out', await request())).id,
    }),
    'GET cashlist/log': { status: 'failed', limit: 3 },
    'GET transparency/withdrawals': {},
  } satisfies Partial<Rows<CallName>>;
}

/** Recipes for loans. The walker applies for them or cancels them; the loan that is repaid was approved by an operator. */
export function loansCalledWell({ origin, token }: Walker, server: () => ConsoleAt) {
  const done = async <Answer>(name: CallName, fields = {}): Promise<Answer> =>
    wellAnswered((await knock(origin(), name, { token: token(), fields })).body) as Answer;
  type Open = { open: { id: string; amount: string } | null };
  const waiting = async () => (await done<Open>('GET lh/loan/statistics')).open?.id;
  const picture = async (): Promise<string> => {
    pictures += 1;
    return handIn(origin(), token(), await photo(pictures), 'loan');
  };
  const application = async (): Promise<CallRequest<'POST lh/loan/submit'>> => {
    const id = await waiting();
    if (id !== undefined) await done('POST lh/loan/cancel', { id });
    const documents = { house: await picture(), income: await picture(), bank: await picture() };
    return {
      ...{ amount: '1000', days: 7, agree: AGREEMENT_VERSION },
      ...{ ...documents, identity: await picture() },
    };
  };
  const applied = async () =>
    (await waiting()) ?? (await done<{ id: string }>('POST lh/loan/submit', await application())).id;
  const lent = async (): Promise<string> => {
    const id = await applied();
    const { id: customer } = await done<{ id: string }>('GET user/info');
    const rosa = await openConsoleLine(server(), 'rosa');
    const { amount, documents } = await rosa.done('GET loan', { customer, id });
    const seen = documents.map(({ hash }) => hash);
    await rosa.done('POST loan_decide', { customer, id, amount, documents: seen, verdict: 'approve' });
    return id;
  };
  return {
    'GET lh/loan/config': {},
    'GET lh/loan/statistics': {},
    'GET lh/loan/order': { status: 'finished', limit: 3 },
    'GET lh/loan/payments': async () => ({ id: await applied() }),
    'POST lh/loan/submit': application,
    'POST lh/loan/cancel': async () => ({ id: await applied() }),
    'POST lh/loan/repayment': async () => ({
      ...{ id: await lent(), amount: '5.25', trading_password: TRADING_PASSWORD },
    }),
  } satisfies Partial<Rows<CallName>>;
}
