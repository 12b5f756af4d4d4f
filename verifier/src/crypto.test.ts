/** SHA-256 and Ed25519, with the published test vectors (FIPS 180-4 with NIST's examples; RFC 8032, section 7.1). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSignatures } from './cli/node-signatures.ts';
import { chainedHash, isSignedBy } from './crypto.ts';
import { signer } from './testing/made-tape.ts';

describe('SHA-256', () => {
  // The first 32 bytes of each message are passed as the previous hash.
  it.each([
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
  ])('computes the published hash of %s', (message, hash) => {
    const before = Buffer.from(message.slice(0, 32)).toString('hex');
    expect(chainedHash(before, message.slice(32))).toBe(hash);
  });
});

const EMPTY = {
  text: '',
  key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  signature:
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
};
const LETTER = {
  text: 'r',
  key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
};

describe.each([
  ['in plain JavaScript', isSignedBy],
  ['by Node', nodeSignatures()],
])('Ed25519 %s', (_, isSigned) => {
  it('accepts only the published signatures', () => {
    for (const { text, key, signature } of [EMPTY, LETTER]) {
      expect(isSigned(signature, text, key)).toBe(true);
      expect(isSigned(signature, `${text} `, key)).toBe(false);
    }
    expect(isSigned(EMPTY.signature, EMPTY.text, LETTER.key)).toBe(false);
    expect(isSigned(LETTER.signature, EMPTY.text, EMPTY.key)).toBe(false);
  });

  it('rejects invalid signatures and keys', () => {
    const zero = '0'.repeat(64);
    for (const signature of ['', EMPTY.signature.toUpperCase(), `${EMPTY.signature}00`, zero, zero + zero]) {
      expect(isSigned(signature, '', EMPTY.key)).toBe(false);
    }
    for (const key of ['', 'ff'.repeat(32), EMPTY.key.slice(2), `${EMPTY.key.slice(0, -1)}g`]) {
      expect(isSigned(EMPTY.signature, '', key)).toBe(false);
    }
  });
});

it('accepts and rejects the same signatures as Node', () => {
  const key = signer(3);
  const byNode = nodeSignatures();
  const given = fc.record({ text: fc.string({ maxLength: 80 }), bit: fc.integer({ min: -1, max: 511 }) });
  fc.assert(
    fc.property(given, ({ text, bit }) => {
      const bytes = Buffer.from(key.sign(text), 'hex');
      if (bit >= 0) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const signature = bytes.toString('hex');
      expect(isSignedBy(signature, text, key.publicKey)).toBe(bit < 0);
      expect(byNode(signature, text, key.publicKey)).toBe(bit < 0);
    }),
    { numRuns: 100 },
  );
});
