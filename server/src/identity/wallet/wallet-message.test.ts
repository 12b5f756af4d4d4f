/** Parses the vectors of EIP-4361's authors, and further messages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testWallet, writeMessage } from '@candor/testing/test-wallet.ts';
import type { MessageFields } from '@candor/testing/test-wallet.ts';
import { parseWalletMessage } from './wallet-message.ts';

function vectors<Vector>(name: string): [string, Vector][] {
  const url = new URL(`../../../../fixtures/wallet-sign-in/${name}.json`, import.meta.url);
  return Object.entries(JSON.parse(readFileSync(url, 'utf8')) as Record<string, Vector>);
}

const positive = vectors<{ message: string; fields: MessageFields }>('parsing_positive');
const negative = vectors<string>('parsing_negative');
const negativeObjects = vectors<MessageFields>('parsing_negative_objects');

/** The expected violation of each rejected vector, by name. */
const violations: Readonly<Record<string, string>> = {
  'missing domain': 'domain',
  'missing address': 'address',
  'missing uri': 'uri',
  'missing version': 'version',
  'missing chainId': 'chain_id',
  'missing nonce': 'nonce',
  'missing issuedAt': 'issued_at',
  'out of order uri': 'uri',
  'out of order version': 'version',
  'out of order chainId': 'chain_id',
  'out of order nonce': 'nonce',
  'out of order issuedAt': 'issued_at',
  // An optional line is present where the grammar allows no further line.
  'out of order expirationTime': 'form',
  'out of order notBefore': 'form',
  'out of order requestId': 'resources',
  'out of order resources': 'resources',
  'domain not RFC4501 authority': 'domain',
  'address not EIP-55': 'checksum',
  'statement has line break': 'statement',
  'uri is non-RFC 3986': 'uri',
  'version not 1': 'version',
  'not a valid chainId': 'chain_id',
  'nonce with less then 8 chars': 'nonce',
  'non-ISO 8601 issuedAt': 'issued_at',
  'non-ISO 8601 expirationTime': 'expiration_time',
  'non-ISO 8601 notBefore': 'not_before',
  'resources not separated by line break': 'resources',
  'first resource not-RFC 3986': 'resources',
  'second resource is not-RFC3986': 'resources',
};

describe('parsing vectors', () => {
  it('are as many as the authors published', () => {
    expect([positive.length, negative.length, negativeObjects.length]).toEqual([19, 29, 18]);
  });

  it.each(positive)('are parsed into their fields: %s', (_, { message, fields }) => {
    const said = parseWalletMessage(message);
    if (typeof said === 'string') throw new Error(said);
    expect(said).toEqual({
      ...(typeof fields.scheme === 'string' ? { scheme: fields.scheme } : {}),
      domain: fields.domain,
      address: fields.address,
      ...(fields.statement === undefined ? {} : { statement: fields.statement }),
      uri: fields.uri,
      chainId: fields.chainId,
      nonce: fields.nonce,
      issuedMs: Date.parse(fields.issuedAt ?? ''),
      ...(fields.resources === undefined ? {} : { resources: fields.resources }),
    });
  });

  it.each(negative)('are rejected with the expected violation: %s', (name, message) => {
    expect(parseWalletMessage(message)).toBe(violations[name] ?? 'no reason is known for this vector');
  });

  it.each(negativeObjects)('are rejected if they are written from fields: %s', (name, fields) => {
    expect(parseWalletMessage(writeMessage(fields))).toBe(
      violations[name] ?? 'no reason is known for this vector',
    );
  });
});

const good = {
  domain: 'candor.example',
  address: testWallet(1).address,
  statement: 'Sign in to Candor.',
  uri: 'https://candor.example',
  version: '1',
  chainId: 42_161,
  nonce: '0123456789abcdef',
  issuedAt: '2026-01-31T23:59:59Z',
  expirationTime: '2026-02-28T00:00:00.5+01:00',
  requestId: 'a%20b',
};
const written = writeMessage(good);

describe('parseWalletMessage', () => {
  it('parses every field, and times with their time zones', () => {
    expect(parseWalletMessage(written)).toMatchObject({
      issuedMs: Date.UTC(2026, 0, 31, 23, 59, 59),
      expiresMs: Date.UTC(2026, 1, 27, 23, 0, 0, 500),
      requestId: 'a%20b',
    });
  });

  it.each([
    ['an extra line at the end', `${written}\n`, 'form'],
    ['Windows line endings', written.replaceAll('\n', '\r\n'), 'domain'],
    ['an empty text', '', 'domain'],
    ['a chain id with a leading zero', written.replace('Chain ID: 4', 'Chain ID: 04'), 'chain_id'],
    ['a chain id in hexadecimal', written.replace('42161', '0xa4b1'), 'chain_id'],
    ['a chain id beyond the safe integers', written.replace('42161', '9'.repeat(16)), 'chain_id'],
    [
      'capitals alone',
      written.replace(good.address, good.address.toUpperCase().replace('X', 'x')),
      'checksum',
    ],
    ['a statement with a forbidden character', written.replace('Sign in', 'Sígn in'), 'statement'],
    ['an impossible date', written.replace('2026-01-31', '2026-02-30'), 'issued_at'],
    ['an impossible hour', written.replace('T23:59:59', 'T24:00:00'), 'issued_at'],
    ['a time without its zone', written.replace('59Z', '59'), 'issued_at'],
    ['an incomplete percent encoding', written.replace('a%20b', 'a%2'), 'request_id'],
    [
      'two user names before the host',
      written.replace('candor.example wants', 'a@b@candor.example wants'),
      'domain',
    ],
    [
      'brackets around a text that is not IPv6',
      written.replace('candor.example wants', '[::g] wants'),
      'domain',
    ],
  ])('rejects %s', (_, message, violation) => {
    expect(parseWalletMessage(message)).toBe(violation);
  });

  it('parses a message crafted to be slow in about the same time as an ordinary one', () => {
    const before = performance.now();
    parseWalletMessage(written.replace('https://candor.example', `https://${'a%20'.repeat(1000)}^`));
    parseWalletMessage(written.replace('candor.example wants', `${'a:'.repeat(2000)}^ wants`));
    expect(performance.now() - before).toBeLessThan(200);
  });
});
