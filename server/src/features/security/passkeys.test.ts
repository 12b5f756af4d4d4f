/** Passkeys through the API, with a software authenticator that makes one mistake per case. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { SoftwareAuthenticator } from '@candor/testing/software-authenticator.ts';
import type { Asked, MadePasskey, Wrong } from '@candor/testing/software-authenticator.ts';

const PASSWORD = 'x7!kqz-ok';
const HERE = { host: 'localhost:8080' };
const authenticator = new SoftwareAuthenticator('http://localhost:8080');
let door: IdentityDoor;
let token: string;
let names = 0;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 100_000 },
  });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});
beforeEach(async () => {
  names += 1;
  token = await door.register(`keys${names}`);
});

async function asked(name: string, as: string | undefined = token): Promise<Asked & { allow: unknown[] }> {
  const { body } = await door.call(name, { headers: HERE, ...(as === undefined ? {} : { token: as }) });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Asked & { allow: unknown[] };
}

async function errorOf(
  name: string,
  fields: Record<string, unknown>,
  as: string | undefined = token,
): Promise<string | undefined> {
  const { body } = await door.call(name, {
    fields,
    headers: HERE,
    ...(as === undefined ? {} : { token: as }),
  });
  return body.type === 'ok' ? undefined : body.error;
}

const add = (created: string, confirmed: Record<string, unknown> = { current_password: PASSWORD }) =>
  errorOf('POST safe/passkey_add', { created, name: 'my phone', ...confirmed });

async function made(counter = 0): Promise<MadePasskey> {
  const { passkey, created } = authenticator.create(await asked('POST safe/passkey_options'), { counter });
  expect(await add(created)).toBeUndefined();
  return passkey;
}

const signInError = (passkey: string) => errorOf('POST user/passkey_login', { passkey }, undefined);
const wrongKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

describe('creating a passkey', () => {
  it('needs a confirmation and notifies the owner', async () => {
    const options = await asked('POST safe/passkey_options');
    expect(options).toMatchObject({ rp_id: 'localhost', rp_name: 'Candor', user_name: `keys${names}` });
    const { created } = authenticator.create(options);
    expect(await add(created, {})).toBe('confirmation_needed');
    expect(await add(created, { current_password: 'not-this-1' })).toBe('confirmation_wrong');
    expect(await add(created)).toBeUndefined();
    const { body } = await door.call('GET safe/passkeys', { token });
    expect(body.message).toEqual([
      { id: expect.any(String), name: 'my phone', created_at: expect.any(Number), used_at: null },
    ]);
    const kept = await door.pool.query(
      `select p.transports, e.kind, m.kind as mail from passkey p join security_event e using (customer)
        join customer c on c.id = p.customer join mail m on m.email_key = c.email_key
        where c.account = $1 and e.kind = 'passkey_added' and m.kind = 'factor_changed'`,
      [`keys${names}`],
    );
    expect(kept.rows).toEqual([
      { transports: 'hybrid internal', kind: 'passkey_added', mail: 'factor_changed' },
    ]);
  });

  it.each([
    ['for a different site', { origin: 'http://localhost:9090' }],
    ['for a different relying party', { rpId: 'evil.example' }],
    ['without user verification', { unverified: true }],
    ['without user presence', { absent: true }],
    ['as an assertion', { type: 'webauthn.get' }],
    ['with an invented challenge', { challenge: 'a'.repeat(32) }],
    ['with a vendor’s attestation', { format: 'packed' }],
  ] satisfies [string, Wrong][])('is refused if the credential was created %s', async (_, wrong) => {
    const { created } = authenticator.create(await asked('POST safe/passkey_options'), wrong);
    expect(await add(created)).toBe('passkey_wrong');
  });

  it.each(['{}', 'null', '[]', '{"id":1}', 'x', '{"id":"a","response":{"clientDataJSON":"e30"}}'])(
    'is refused with the malformed credential %j',
    async (created) => {
      expect(await add(created)).toBe('passkey_wrong');
      expect(await signInError(created)).toBe('confirmation_wrong');
    },
  );

  it('is refused with a credential that was already sent, or with another customer’s challenge', async () => {
    const { created } = authenticator.create(await asked('POST safe/passkey_options'));
    expect(await add(created)).toBeUndefined();
    expect(await add(created)).toBe('confirmation_needed');
    const other = await door.register(`other${names}`);
    const theirs = authenticator.create(await asked('POST safe/passkey_options', other)).created;
    const third = await door.register(`third${names}`);
    const stolen = { created: theirs, name: 'x', current_password: PASSWORD };
    expect(await errorOf('POST safe/passkey_add', stolen, third)).toBe('passkey_wrong');
    expect(await errorOf('POST safe/passkey_add', stolen, other)).toBeUndefined();
  });

  it('is refused above the maximum number, even for concurrent requests', async () => {
    const passkey = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { created } = authenticator.create(await asked('POST safe/passkey_options'));
        const signed = authenticator.get(passkey, await asked('POST safe/confirm_options'));
        return add(created, { passkey: signed });
      }),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(9);
    expect(new Set(answers)).toEqual(new Set([undefined, 'passkeys_too_many']));
    expect(await errorOf('POST safe/passkey_options', {})).toBe('passkeys_too_many');
  });
});

describe('logging in with a passkey', () => {
  it('returns the owner’s token without a name or password', async () => {
    const passkey = await made();
    const options = await asked('POST user/passkey_options', undefined);
    expect(options.allow).toEqual([]);
    const { body } = await door.call('POST user/passkey_login', {
      fields: { passkey: authenticator.get(passkey, options) },
      headers: HERE,
    });
    const { body: info } = await door.call('GET user/info', { token: body.message as string });
    expect(info.message).toMatchObject({ account: `keys${names}` });
  });

  it.each([
    ['for a different site', { origin: 'https://localhost:8080' }],
    ['for a different relying party', { rpId: '127.0.0.1' }],
    ['without user verification', { unverified: true }],
    ['without user presence', { absent: true }],
    ['as a new credential', { type: 'webauthn.create' }],
    ['with an invented challenge', { challenge: 'b'.repeat(32) }],
    ['in another customer’s name', { userHandle: 'bm9ib2R5' }],
    ['with a different key', { key: wrongKey }],
  ] satisfies [string, Wrong][])('is refused if the assertion was signed %s', async (_, wrong) => {
    const passkey = await made();
    const options = await asked('POST user/passkey_options', undefined);
    expect(await signInError(authenticator.get(passkey, options, wrong))).toBe('confirmation_wrong');
  });

  it('uses up the challenge at the first attempt, even a failed one', async () => {
    const passkey = await made();
    const wrong = await asked('POST user/passkey_options', undefined);
    expect(await signInError(authenticator.get(passkey, wrong, { key: wrongKey }))).toBe(
      'confirmation_wrong',
    );
    expect(await signInError(authenticator.get(passkey, wrong))).toBe('confirmation_wrong');
    const signed = authenticator.get(passkey, await asked('POST user/passkey_options', undefined));
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInError(signed)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  });

  it('is refused with a challenge older than five minutes', async () => {
    const passkey = await made();
    const options = await asked('POST user/passkey_options', undefined);
    door.clock.aheadMs += 5 * 60_000 + 1;
    expect(await signInError(authenticator.get(passkey, options))).toBe('confirmation_wrong');
  });

  it('is refused with a counter that hasn’t increased, which indicates a copied key', async () => {
    const passkey = await made(5);
    const at = async (counter: number) =>
      signInError(
        authenticator.get(passkey, await asked('POST user/passkey_options', undefined), { counter }),
      );
    expect(await at(5)).toBe('confirmation_wrong');
    expect(await at(4)).toBe('confirmation_wrong');
    expect(await at(0)).toBe('confirmation_wrong');
    expect(await at(9)).toBeUndefined();
    expect(await at(8)).toBe('confirmation_wrong');
  });

  it('is refused with a challenge issued for a different purpose', async () => {
    const passkey = await made();
    const confirming = authenticator.get(passkey, await asked('POST safe/confirm_options'));
    expect(await signInError(confirming)).toBe('confirmation_wrong');
    const signing = authenticator.get(passkey, await asked('POST user/passkey_options', undefined));
    expect(await errorOf('POST safe/anti_phishing', { word: 'x', passkey: signing })).toBe(
      'confirmation_wrong',
    );
  });
});

describe('confirming a change', () => {
  it('needs one of the customer’s passkeys once there is one', async () => {
    const passkey = await made();
    const word = { word: 'heron' };
    expect(await errorOf('POST safe/anti_phishing', { ...word, current_password: PASSWORD })).toBe(
      'confirmation_needed',
    );
    const options = await asked('POST safe/confirm_options');
    expect(options.allow).toMatchObject([{ id: passkey.id, transports: ['hybrid', 'internal'] }]);
    const signed = authenticator.get(passkey, options);
    expect(await errorOf('POST safe/anti_phishing', { ...word, passkey: signed })).toBeUndefined();
    expect(await errorOf('POST safe/anti_phishing', { ...word, passkey: signed })).toBe('confirmation_wrong');

    const other = await door.register(`foe${names}`);
    const theirs = authenticator.create(await asked('POST safe/passkey_options', other));
    const fields = { created: theirs.created, name: 'x', current_password: PASSWORD };
    expect(await errorOf('POST safe/passkey_add', fields, other)).toBeUndefined();
    const foreign = authenticator.get(theirs.passkey, await asked('POST safe/confirm_options'));
    expect(await errorOf('POST safe/anti_phishing', { ...word, passkey: foreign })).toBe(
      'confirmation_wrong',
    );
  });

  it('is required to delete a passkey; the deletion holds withdrawals', async () => {
    const passkey = await made();
    const overview = async () => (await door.call('GET safe/overview', { token })).body.message;
    expect(await overview()).toMatchObject({
      passkeys: 1,
      confirm_with: ['passkey'],
      withdrawals_held_until: null,
    });
    const { body } = await door.call('GET safe/passkeys', { token });
    const [{ id }] = body.message as [{ id: string }];
    const remove = async (fields: Record<string, unknown>) => errorOf('POST safe/passkey_remove', fields);
    expect(await remove({ id: '1', current_password: PASSWORD })).toBe('not_found');
    expect(await remove({ id })).toBe('confirmation_needed');
    const signed = authenticator.get(passkey, await asked('POST safe/confirm_options'));
    expect(await remove({ id, passkey: signed })).toBeUndefined();
    expect(await overview()).toMatchObject({
      passkeys: 0,
      confirm_with: ['password'],
      withdrawals_held_until: expect.any(Number),
    });
    const signing = authenticator.get(passkey, await asked('POST user/passkey_options', undefined));
    expect(await signInError(signing)).toBe('confirmation_wrong');
  });
});
