/** Tokens of time-stamp authorities by `openssl ts`, and those that a dishonest platform or authority could show. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  TSTInfo,
  TSTInfoVersion,
  TimeStampResp,
  TimeStampToken,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { openTimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import type { Signer, TimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import { checkToken } from './check-token.ts';

const TEXT = Buffer.from('log.example\n7\nroot\n');
const DAY_MS = 86_400_000;
let authority: TimeStampAuthority;
let sound: Buffer;

beforeAll(async () => {
  authority = await openTimeStampAuthority();
  sound = await authority.reply(await authority.query(TEXT));
});
afterAll(() => authority.close());

/** An answer with any time, signed by any certificate. */
async function forged(signer: Signer, given: { readonly timeMs?: number; readonly text?: Buffer } = {}) {
  const { timeMs = Date.now(), text = TEXT } = given;
  const info = new TSTInfo({
    version: TSTInfoVersion.v1,
    policy: '1.2.3.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1', parameters: null }),
      hashedMessage: new OctetString(createHash('sha256').update(text).digest()),
    }),
    serialNumber: Uint8Array.of(7).buffer,
    genTime: new Date(timeMs),
  });
  const signed = await authority.sign(new Uint8Array(AsnConvert.serialize(info)), signer);
  return answerWith(signed);
}

function answerWith(token: Uint8Array, status = PKIStatus.granted): Buffer {
  const { contentType, content } = AsnConvert.parse(token, ContentInfo);
  const answer = new TimeStampResp({
    status: new PKIStatusInfo({ status }),
    timeStampToken: new TimeStampToken({ contentType, content }),
  });
  return Buffer.from(AsnConvert.serialize(answer));
}

const violationOf = (answer: Buffer, anchors = authority.anchors, text = TEXT) => {
  const checked = checkToken(answer, text, anchors);
  return 'violation' in checked ? checked.violation : checked;
};

test('returns from openssl’s answer when the text existed, and who signed it', () => {
  const checked = checkToken(sound, TEXT, `every 3600\n${authority.anchors}`);
  expect(checked).toMatchObject({ accuracyMs: 1000, authority: 'CN=tsa' });
  if ('violation' in checked) throw new Error(checked.violation);
  expect(Math.abs(checked.timeMs - Date.now())).toBeLessThan(60_000);
});

test('accepts a token made here, so that each one below is rejected for its own reason', async () => {
  expect(violationOf(await forged('tsa'))).toMatchObject({ authority: 'CN=tsa' });
});

describe('rejected is', () => {
  test('a token of another text', () => {
    expect(violationOf(sound, authority.anchors, Buffer.from('other'))).toBe('it covers another text');
  });

  test('a token whose certificate leads elsewhere, although it contains its own', async () => {
    expect(violationOf(await forged('stranger'))).toMatch(/does not lead to a trusted one/);
    expect(violationOf(sound, '')).toMatch(/does not lead to a trusted one/);
  });

  test.each(['plain', 'many'] as const)('a token by a certificate with the purpose “%s”', async (signer) => {
    expect(violationOf(await forged(signer))).toMatch(/make time stamps and nothing else/);
  });

  test('a token with a time at which its certificate was not valid', async () => {
    const timeMs = Date.now();
    for (const at of [timeMs - DAY_MS, timeMs + 10 * DAY_MS]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(violationOf(await forged('tsa', { timeMs: at }))).toMatch(/was not valid at that time/);
    }
  });

  test('a token of which a byte was changed, or that is cut', () => {
    let survived = 0;
    for (let at = 0; at < sound.length; at += 13) {
      const edited = Buffer.from(sound);
      edited.writeUInt8(edited.readUInt8(at) ^ 1, at);
      const checked = checkToken(edited, TEXT, authority.anchors);
      // Some bytes say nothing about the text or its time, such as the certificate's order or the status text.
      if ('violation' in checked) continue;
      survived += 1;
      expect(checked).toEqual(checkToken(sound, TEXT, authority.anchors));
    }
    expect(survived).toBeLessThan(sound.length / 13 / 4);
    for (const length of [0, 1, 40, sound.length - 1])
      expect(violationOf(sound.subarray(0, length))).toEqual(expect.any(String));
  });

  test('an answer that the authority refused', async () => {
    const refusal = answerWith(await authority.sign(Buffer.from('x'), 'tsa'), PKIStatus.rejection);
    expect(violationOf(refusal)).toBe('the authority refused');
  });

  test('a signature over something other than a time', async () => {
    expect(violationOf(answerWith(await authority.sign(Buffer.from('text'), 'tsa')))).toMatch(/malformed/);
  });
});
