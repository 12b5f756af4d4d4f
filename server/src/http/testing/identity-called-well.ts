/**
 * Recipes for valid calls of identity and settings. If a customer can make a call only once, or if it would interfere with later
 * calls, a customer created for that purpose makes it.
 */
import { createECDH, randomBytes } from 'node:crypto';
import type { CallName, CallRequest } from '@candor/protocol/calls.ts';
import { codeTo, handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { photo } from '@candor/testing/pictures.ts';
import { SoftwareAuthenticator } from '@candor/testing/software-authenticator.ts';
import type { Asked, MadePasskey } from '@candor/testing/software-authenticator.ts';
import { testWallet, writeMessage } from '@candor/testing/test-wallet.ts';

export type Good<Name extends CallName> = CallRequest<Name> | (() => Promise<CallRequest<Name>>);
type Rows<Names extends CallName> = { readonly [Name in Names]: Good<Name> };

/** The walker is an example customer of the demo, whose address and token exist once the server runs. */
export type Walker = {
  readonly origin: () => string;
  readonly token: () => string;
  readonly password: string;
};

const LEAVING_PASSWORD = 'l3ave!me-be';

/** Returns the tokens to call with: the walker's, or a new customer's if the walker is unsuitable. */
export function callersOf({ origin, token }: Pick<Walker, 'origin' | 'token'>) {
  const newcomer = once(async () => (await join(origin(), 'newcomer')).token);
  const pausing = once(async () => (await join(origin(), 'pausing')).token);
  const leaving = once(async () => (await join(origin(), 'leaving', LEAVING_PASSWORD)).token);
  return async (name: CallName): Promise<string> => {
    if (name === 'POST upload' || name === 'POST user/real_name') return newcomer();
    if (name === 'POST user/time_out' || name === 'POST user/self_exclude') return pausing();
    return name === 'POST user/close' ? leaving() : token();
  };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

async function signedMessage(origin: string): Promise<CallRequest<'POST user/addressreg'>> {
  const { body } = await knock(origin, 'GET user/nonce');
  const asked = wellAnswered(body) as Record<'nonce' | 'domain' | 'uri' | 'statement', string> &
    Record<'chain_id' | 'issued_at', number>;
  const wallet = testWallet(7);
  const message = writeMessage({
    ...asked,
    ...{ address: wallet.address, version: '1', chainId: asked.chain_id },
    issuedAt: new Date(asked.issued_at * 1000).toISOString(),
  });
  return { address: wallet.address, message, sign: wallet.sign(message) };
}

async function ask<Answer>(origin: string, name: CallName, token?: string): Promise<Answer> {
  const { body } = await knock(origin, name, token === undefined ? {} : { token });
  return wellAnswered(body) as Answer;
}

export function signInCalledWell({ origin }: Pick<Walker, 'origin'>) {
  return {
    'GET user/nonce': {},
    'POST user/addressreg': () => signedMessage(origin()),
    'POST user/passkey_options': {},
    'POST user/passkey_login': async () => {
      const here = origin();
      const authenticator = new SoftwareAuthenticator(here);
      const { token, password } = await join(here, 'keyholder');
      const { passkey, created } = authenticator.create(await ask(here, 'POST safe/passkey_options', token));
      const fields = { created, name: 'phone', current_password: password };
      wellAnswered((await knock(here, 'POST safe/passkey_add', { token, fields })).body);
      return { passkey: authenticator.get(passkey, await ask(here, 'POST user/passkey_options')) };
    },
    'GET getareacode': {},
    'POST sms_send_d': { area_code: '44', phone: '7400123456' },
  } satisfies Partial<Rows<CallName>>;
}

export function securityCalledWell({ origin, token, password }: Walker) {
  let key: MadePasskey | undefined;
  const confirmed = { current_password: password };
  return {
    'GET safe/overview': {},
    'POST safe/google': { action: 'read' },
    'GET safe/passkeys': {},
    'POST safe/passkey_options': {},
    'POST safe/confirm_options': {},
    // The example customer initially has a passkey.
    'POST safe/trading_password': {
      ...{ current: '135790', password: '835171', re_password: '835171' },
      ...confirmed,
    },
    'POST safe/email': async () => {
      const email = 'walker3@example.com';
      return { email, code: await codeTo(origin(), email, 'contact'), ...confirmed };
    },
    'POST safe/phone': async () => {
      const phone = { area_code: '44', phone: '7400654321' };
      const { body } = await knock(origin(), 'POST sms_send_d', { fields: phone, token: token() });
      return { ...phone, code: (wellAnswered(body) as { code: string }).code, ...confirmed };
    },
    'POST safe/anti_phishing': { word: 'Blue Heron 7', ...confirmed },
    'POST user/cash_save': { ...testCard, ...confirmed },
    'POST user/export': confirmed,
    // From here until the passkey is removed, the passkey confirms changes.
    'POST safe/passkey_add': async () => {
      const asked = await ask<Asked>(origin(), 'POST safe/passkey_options', token());
      const { passkey, created } = new SoftwareAuthenticator(origin()).create(asked);
      key = passkey;
      return { created, name: 'My phone', ...confirmed };
    },
    'POST safe/passkey_remove': async () => {
      const [known] = await ask<{ id: string }[]>(origin(), 'GET safe/passkeys', token());
      const asked = await ask<Asked>(origin(), 'POST safe/confirm_options', token());
      if (known === undefined || key === undefined) throw new Error('expected a passkey to be added first');
      return { id: known.id, passkey: new SoftwareAuthenticator(origin()).get(key, asked) };
    },
    'GET user/sessions': {},
    'POST user/sessions_end': {},
    'GET user/logins': {},
    'GET demo/mail': {},
  } satisfies Partial<Rows<CallName>>;
}

/** Returns a public key in the form in which browsers export it. */
function newPoint(): string {
  const key = createECDH('prime256v1');
  return key.generateKeys().toString('base64url');
}

export function ownCalledWell({ origin }: Pick<Walker, 'origin'>, callerOf: ReturnType<typeof callersOf>) {
  const picture = async (seed: number) =>
    handIn(origin(), await callerOf('POST user/real_name'), await photo(seed));
  return {
    'GET user/getrealinfo': {},
    'POST user/real_name': async () => ({
      ...{ country: 'DE', first_name: 'Anna', last_name: 'Berg', birth_date: '1990-01-01' },
      ...{ certificate_type: 'passport', certificate_number: 'C01X00T47' },
      ...{ front: await picture(1), back: await picture(2) },
    }),
    'POST user/cash_info': {},
    'GET user/limits': {},
    'POST user/limit_set': { kind: 'stake', period: 'month', amount: '500000' },
    'POST user/time_out': { hours: 24 },
    'POST user/self_exclude': { months: '6' },
    'GET jurisdictions': {},
    'GET user/credit': {},
    'GET user/acts': { limit: '3' },
    'GET price_alerts': {},
    'POST price_alert': { symbol: 'BTC/USDT', price: '9000000' },
    'POST price_alert_delete': async () => {
      const of = await callerOf('POST price_alert_delete');
      const { items } = await ask<{ items: { id: string }[] }>(origin(), 'GET price_alerts', of);
      return { id: items[0]?.id ?? '' };
    },
    'GET user/push_key': {},
    'POST user/push_subscribe': {
      endpoint: 'https://fcm.googleapis.com/fcm/send/walked',
      ...{ p256dh: newPoint(), auth: randomBytes(16).toString('base64url') },
    },
    'POST user/push_unsubscribe': { endpoint: 'https://fcm.googleapis.com/fcm/send/walked' },
    'GET user/usermessage': { limit: '3' },
    'POST user/message_read': {},
    'GET user/notice_choices': {},
    'POST user/notice_choice': { topic: 'orders', channel: 'in_app', enabled: false },
    'POST user/close': { account: 'leaving', current_password: LEAVING_PASSWORD },
  } satisfies Partial<Rows<CallName>>;
}
