/** A signature counts only for exactly what was signed, by the key's owner, at the console's own address. */
import { expect, test } from 'vitest';
import { approvalText } from '@candor/protocol/console/approval.ts';
import { assertionViolation, usesOf } from './assertion.ts';
import { BrowserSigner } from './browser-signer.ts';

const AT = { rpId: 'console.example', origin: 'https://console.example' };
const ACT = { action: 'withdrawal.approve', subject: 'customer:7' };
const of = { ...ACT, house: 'house', operator: 'theo' };
const signer = new BrowserSigner(AT);
const body = '{"amount":"5"}';
const at = { nonce: 'number', timeMs: 1_800_000_000_000 };

const key = { kind: 'browser' as const, publicKey: Buffer.from(signer.publicKey, 'base64url'), ...AT };
const approval = { ...signer.sign(approvalText({ ...of, body, ...at }), at), body };
type Signed = typeof approval;
type Changed = Partial<Omit<Signed, 'client'>> & { readonly client?: (client: string) => string };

const changed = ({ client, ...rest }: Changed): Signed => ({
  ...approval,
  ...rest,
  ...(client !== undefined && { client: client(approval.client) }),
});
const without = (flag: number): string => {
  const bytes = Buffer.from(approval.authenticator, 'hex');
  bytes[32] = (bytes[32] ?? 0) & ~flag;
  return bytes.toString('hex');
};

test('accepts a signature for what was signed', () => {
  expect(assertionViolation(approval, key, of)).toBeUndefined();
  expect(usesOf(approval)).toBe(0);
});

test.each<[what: string, changes: Changed, violation: string]>([
  ['another body', { body: '{"amount":"6"}' }, 'something else was signed'],
  ['another number', { nonce: 'other' }, 'something else was signed'],
  ['another time', { time: at.timeMs + 1 }, 'something else was signed'],
  [
    'another purpose',
    { client: (text) => text.replace('candor.browser', 'webauthn.get') },
    'it was signed for another use',
  ],
  [
    'another address',
    { client: (text) => text.replace(AT.origin, 'https://evil.example') },
    'it was signed at another address',
  ],
  [
    'a frame of another address',
    { client: (text) => text.replace('"crossOrigin":false', '"crossOrigin":true') },
    'it was signed at another address',
  ],
  ['a user who is absent', { authenticator: without(1) }, 'nobody made sure that its owner was there'],
  ['an authenticator that said too little', { authenticator: '00' }, 'the authenticator said too little'],
  ['a client that is no JSON', { client: () => 'nonsense' }, 'what the browser wrote down cannot be read'],
  ['another text around the same signature', { client: (text) => `${text} ` }, 'the signature is wrong'],
])('rejects a signature with %s', (_, changes, violation) => {
  expect(assertionViolation(changed(changes), key, of)).toBe(violation);
});

test.each([
  ['operator', { ...of, operator: 'ada' }],
  ['installation', { ...of, house: 'other' }],
  ['action', { ...of, action: 'withdrawal.reject' }],
  ['customer', { ...of, subject: 'customer:8' }],
])('rejects a signature for another %s', (_, other) => {
  expect(assertionViolation(approval, key, other)).toBe('something else was signed');
});

test('rejects a signature by another key, or for another site', () => {
  const stranger = Buffer.from(new BrowserSigner(AT).publicKey, 'base64url');
  expect(assertionViolation(approval, { ...key, publicKey: stranger }, of)).toBe('the signature is wrong');
  const elsewhere = { ...key, rpId: 'evil.example' };
  expect(assertionViolation(approval, elsewhere, of)).toBe('it was signed for another site');
});

test('requires of a passkey that it verified its user', () => {
  const client = approval.client.replace('candor.browser', 'webauthn.get');
  const passkey = { ...key, kind: 'passkey' as const };
  expect(assertionViolation({ ...approval, client }, passkey, of)).toBe(
    'nobody made sure that its owner was there',
  );
});
