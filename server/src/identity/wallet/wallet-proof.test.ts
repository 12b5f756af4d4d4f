/**
 * Verifies the vectors of EIP-4361's authors with the domain, nonce, time and chain of each, and rejects messages for each
 * reason.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testWallet, upperHalf, writeMessage } from '@candor/testing/test-wallet.ts';
import type { MessageFields } from '@candor/testing/test-wallet.ts';
import { parseWalletMessage } from './wallet-message.ts';
import { proofViolation } from './wallet-proof.ts';
import type { Expected } from './wallet-proof.ts';

type Vector = MessageFields & {
  readonly signature: string;
  readonly domainBinding?: string;
  readonly matchNonce?: string;
  readonly time?: string;
};

function vectors(name: string): [string, Vector][] {
  const url = new URL(`../../../../fixtures/wallet-sign-in/${name}.json`, import.meta.url);
  return Object.entries(JSON.parse(readFileSync(url, 'utf8')) as Record<string, Vector>);
}

/** The violation of a message, parsed from its text, and its signature. */
function violationOf(message: string, sign: string, expected: Expected): string | undefined {
  const said = parseWalletMessage(message);
  return typeof said === 'string' ? said : proofViolation(said, { message, sign }, expected);
}

function violationOfVector(vector: Vector): string | undefined {
  return violationOf(writeMessage(vector), vector.signature, {
    domain: vector.domainBinding ?? vector.domain ?? '',
    uri: vector.uri ?? '',
    chainId: Number(vector.chainId),
    nonce: vector.matchNonce ?? vector.nonce,
    // One vector was issued two years after the time of its verification. EIP-4361 allows that; this server doesn't, as a test
    // below shows.
    nowMs: vector.time === undefined ? Date.now() : Date.parse(vector.time),
  });
}

const violations: Readonly<Record<string, string>> = {
  'expired message': 'expired',
  'domain binding': 'other_domain',
  'custom time': 'expired',
  'custom nonce': 'nonce_used',
  'malformed signature': 'wrong_signature',
  'wrong signature': 'wrong_signature',
  'not yet valid': 'not_yet_valid',
  'invalid issuedAt': 'issued_at',
  'invalid notBefore': 'not_before',
  'invalid expirationTime': 'expiration_time',
};

describe('verification vectors', () => {
  const positive = vectors('verification_positive');
  const negative = vectors('verification_negative');

  it('are as many as the authors published', () => {
    expect([positive.length, negative.length]).toEqual([4, 10]);
  });

  it.each(positive)('are accepted: %s', (_, vector) => {
    expect(violationOfVector(vector)).toBeUndefined();
  });

  it.each(negative)('are rejected with the expected violation: %s', (name, vector) => {
    expect(violationOfVector(vector)).toBe(violations[name] ?? 'no reason is known for this vector');
  });
});

describe('the verification of a wallet’s message', () => {
  const wallet = testWallet(7);
  const nowMs = Date.UTC(2026, 5, 1, 12);
  const fields: MessageFields = {
    domain: 'candor.example:8080',
    address: wallet.address,
    statement: 'Sign in to Candor.',
    uri: 'http://candor.example:8080',
    version: '1',
    chainId: 42_161,
    nonce: '00112233445566778899aabbccddeeff',
    issuedAt: '2026-06-01T11:59:00Z',
    expirationTime: '2026-06-01T12:04:00Z',
  };
  const expected: Expected = {
    domain: 'candor.example:8080',
    uri: 'http://candor.example:8080',
    chainId: 42_161,
    nonce: '00112233445566778899aabbccddeeff',
    nowMs,
    issuedUntilMs: nowMs,
  };

  const rows: [string, MessageFields, Partial<Expected>, string | undefined][] = [
    ['no change', {}, {}, undefined],
    ['the scheme before the domain', { scheme: 'http' }, {}, undefined],
    ['a different scheme', { scheme: 'https' }, {}, 'other_domain'],
    ['a different domain', { domain: 'candor.example' }, {}, 'other_domain'],
    ['a different URI', { uri: 'http://candor.example:8080/' }, {}, 'other_uri'],
    ['a different chain', { chainId: 1 }, {}, 'other_chain'],
    ['a nonce that was not issued', {}, { nonce: undefined }, 'nonce_used'],
    ['a different nonce', { nonce: '00112233445566778899aabbccddeefF' }, {}, 'nonce_used'],
    ['an issue time in the future', { issuedAt: '2026-06-01T12:00:01Z' }, {}, 'issued_in_future'],
    ['validity from the next second', { notBefore: '2026-06-01T12:00:01Z' }, {}, 'not_yet_valid'],
    ['validity from this second', { notBefore: '2026-06-01T12:00:00Z' }, {}, undefined],
    ['an expiry at this second', { expirationTime: '2026-06-01T12:00:00Z' }, {}, 'expired'],
    ['the address of a different wallet', { address: testWallet(8).address }, {}, 'wrong_signature'],
  ];
  it.each(rows)(
    'finds the violation, if any, of a message with one change: %s',
    (_, change, change2, violation) => {
      const message = writeMessage({ ...fields, ...change });
      expect(violationOf(message, wallet.sign(message), { ...expected, ...change2 })).toBe(violation);
    },
  );

  const message = writeMessage(fields);
  const sign = wallet.sign(message);
  it.each([
    ['of a different message', wallet.sign(`${message} `)],
    ['in capitals, including the hexadecimal prefix', sign.toUpperCase()],
    ['without its last byte', sign.slice(0, -2)],
    ['with an extra byte', `${sign}00`],
    ['of all zeros', `0x${'00'.repeat(64)}1b`],
    ['rewritten with the higher valid s', upperHalf(sign)],
    ['that is a hash of the address, as another platform accepted', `0x${'ab'.repeat(32)}`],
    ['that is empty', ''],
  ])('rejects a signature %s', (_, given) => {
    expect(violationOf(message, given, expected)).toBe('wrong_signature');
  });

  it('rejects an address with the case of one letter changed', () => {
    const changed = message.replace(
      wallet.address,
      `0x${wallet.address.slice(2).replace(/[a-f]/, (letter) => letter.toUpperCase())}`,
    );
    expect(changed).not.toBe(message);
    expect(violationOf(changed, wallet.sign(changed), expected)).toBe('checksum');
  });
});
