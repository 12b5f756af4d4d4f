/** An authority's answer that independent verifiers would reject is not stored: the server is as strict as the verifier. */
import { X509Certificate, createHash } from 'node:crypto';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  TSTInfo,
  TSTInfoVersion,
  TimeStampResp,
  TimeStampToken,
  id_ct_tstInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { openTimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import type { Signer, TimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkToken } from '../../../../verifier/src/time-stamp/check-token.ts';
import { acceptedTime } from './answer.ts';

const TEXT = Buffer.from('log.example\n1\nroot\n');
const NONCE = Buffer.alloc(16, 0x41);
const DATA = '1.2.840.113549.1.7.1';
let tsa: TimeStampAuthority;
beforeAll(async () => {
  tsa = await openTimeStampAuthority();
});
afterAll(() => tsa.close());

const timeInfo = (): Uint8Array =>
  new Uint8Array(
    AsnConvert.serialize(
      new TSTInfo({
        version: TSTInfoVersion.v1,
        policy: '1.2.3.4.1',
        messageImprint: new MessageImprint({
          hashAlgorithm: new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1', parameters: null }),
          hashedMessage: new OctetString(createHash('sha256').update(TEXT).digest()),
        }),
        serialNumber: Uint8Array.of(7).buffer,
        genTime: new Date(),
        nonce: new Uint8Array(NONCE).buffer,
      }),
    ),
  );

function answerWith(contentType: string, content: ArrayBuffer): Buffer {
  const answer = new TimeStampResp({
    status: new PKIStatusInfo({ status: PKIStatus.granted }),
    timeStampToken: new TimeStampToken({ contentType, content }),
  });
  return Buffer.from(AsnConvert.serialize(answer));
}

async function signedBy(signer: Signer): Promise<Buffer> {
  const { contentType, content } = AsnConvert.parse(await tsa.sign(timeInfo(), signer), ContentInfo);
  return answerWith(contentType, content);
}

/** Returns an answer that was signed as another kind of content, but is presented as a time stamp. */
async function ofOtherKind(): Promise<Buffer> {
  const { contentType, content } = AsnConvert.parse(await tsa.sign(timeInfo(), 'tsa', DATA), ContentInfo);
  const signed = AsnConvert.parse(content, SignedData);
  signed.encapContentInfo.eContentType = id_ct_tstInfo;
  return answerWith(contentType, AsnConvert.serialize(signed));
}

async function unsignedKind(): Promise<Buffer> {
  const { content } = AsnConvert.parse(await tsa.sign(timeInfo(), 'tsa'), ContentInfo);
  return answerWith(DATA, content);
}

const kept = (answer: Buffer): string => {
  const anchors = [new X509Certificate(tsa.anchors)];
  try {
    acceptedTime(answer, { text: TEXT, nonce: NONCE }, { anchors, nowMs: Date.now() });
    return 'kept';
  } catch (error) {
    return (error as Error).message;
  }
};

test('accepts a valid answer', async () => {
  const answer = await signedBy('tsa');
  expect(kept(answer)).toBe('kept');
  expect(checkToken(answer, TEXT, tsa.anchors)).toMatchObject({ authority: 'CN=tsa' });
});

test.each<[string, () => Promise<Buffer>, RegExp]>([
  [
    'whose certificate does not mark its purpose as critical',
    () => signedBy('loose'),
    /for time stamps only/,
  ],
  ['whose certificate has two purposes', () => signedBy('many'), /for time stamps only/],
  ['whose certificate does not permit signing', () => signedBy('mute'), /may not sign/],
  ['whose certificate has an unknown critical extension', () => signedBy('odd'), /does not lead to/],
  ['whose certificate’s issuer is not allowed by its own issuer', () => signedBy('deep'), /does not lead to/],
  ['that signs another kind of content', ofOtherKind, /another kind of content/],
  ['whose token is not marked as signed data', unsignedKind, /not signed/],
])('neither server nor verifier accepts an answer %s', async (_, made, why) => {
  const answer = await made();
  expect(kept(answer)).toMatch(why);
  expect(checkToken(answer, TEXT, tsa.anchors)).toMatchObject({ violation: expect.any(String) as string });
});
