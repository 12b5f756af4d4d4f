/**
 * Asks a time-stamp authority (RFC 3161), and checks its answer before it is stored: it must be granted, cover what was asked with
 * the same nonce, and be signed now by a certificate for time stamps that leads to a configured one. The verifier has code of its
 * own for this, since others must not trust ours.
 */
import { X509Certificate, createHash, verify } from 'node:crypto';
import { Attribute, ContentInfo, SignedData } from '@peculiar/asn1-cms';
import type { SignerInfo } from '@peculiar/asn1-cms';
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import {
  MessageImprint,
  PKIStatus,
  TSTInfo,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  id_ct_tstInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATES = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'];
const DIGESTS = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
const PATH_MAX = 6;
/** How far an authority's clock may be from ours. */
const CLOCKS_DIFFER_MAX_MS = 300_000;

class Attributes extends AsnArray<Attribute> {}
// A decorator, which Node does not run as one.
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(Attributes);

export type Asked = { readonly text: Buffer; readonly nonce: Buffer };
export type Accepting = {
  readonly anchors: readonly X509Certificate[];
  readonly nowMs: number;
};

/** A request in DER for a text. The nonce is a positive integer of 16 bytes, whose first bits are 01. */
export function timeStampRequest({ text, nonce }: Asked): Buffer {
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(sha256(text)),
    }),
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  });
  return Buffer.from(AsnConvert.serialize(request));
}

/** Returns the authority's time in milliseconds. Throws if the answer must not be kept. */
export function acceptedTime(answer: Buffer, { text, nonce }: Asked, { anchors, nowMs }: Accepting): number {
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp);
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods)
    throw new Error(`it refused: ${[...(status.statusString ?? [])].join(' ')} (status ${status.status})`);
  if (timeStampToken === undefined) throw new Error('its answer has no token');
  const { content } = AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo);
  const signed = AsnConvert.parse(content, SignedData);
  const body = signed.encapContentInfo.eContent?.single;
  if (signed.encapContentInfo.eContentType !== id_ct_tstInfo || body === undefined)
    throw new Error('its token has no time');
  const info = AsnConvert.parse(body.buffer, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA256 || !sha256(text).equals(Buffer.from(hashedMessage.buffer)))
    throw new Error('its token is about something else');
  if (info.nonce === undefined || !nonce.equals(Buffer.from(info.nonce)))
    throw new Error('its token has another nonce: it answers another request');
  const timeMs = info.genTime.getTime();
  if (Math.abs(timeMs - nowMs) > CLOCKS_DIFFER_MAX_MS)
    throw new Error(`its clock says ${info.genTime.toISOString()}, which differs from ours`);
  const within = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
  );
  if (signed.signerInfos.length !== 1) throw new Error('its token does not have one signature');
  for (const signer of signed.signerInfos) {
    const certificate = signerOf(signer, Buffer.from(body.buffer), within);
    if (certificate.keyUsage?.join() !== TIME_STAMPING)
      throw new Error('its certificate is not one for time stamps alone');
    if (!leadsToAnchor(certificate, { within, anchors, timeMs }))
      throw new Error('its certificate does not lead to a configured one by valid certificates');
  }
  return timeMs;
}

/** The certificate that signed a token and that the signed attributes name. */
function signerOf(signer: SignerInfo, body: Buffer, within: readonly X509Certificate[]): X509Certificate {
  const attributes = signer.signedAttrs ?? [];
  const values = (...types: readonly string[]) =>
    attributes.filter(({ attrType }) => types.includes(attrType)).flatMap(({ attrValues }) => attrValues);
  const digest = DIGESTS.get(signer.digestAlgorithm.algorithm);
  const [said, ...more] = values(MESSAGE_DIGEST);
  if (digest === undefined || said === undefined || more.length > 0)
    throw new Error('its token is signed in an unknown way');
  const hash = createHash(digest).update(body).digest();
  if (!hash.equals(Buffer.from(AsnConvert.parse(said, OctetString).buffer)))
    throw new Error('its signature is of another token');
  const named = values(...SIGNING_CERTIFICATES).map((value) => Buffer.from(value));
  const certificate = within.find(({ raw }) =>
    ['sha1', 'sha256', 'sha384', 'sha512'].some((one) =>
      named.some((value) => value.includes(createHash(one).update(raw).digest())),
    ),
  );
  if (certificate === undefined) throw new Error('its token lacks the certificate that it names');
  const bytes = Buffer.from(AsnConvert.serialize(new Attributes([...attributes])));
  const algorithm = SIGNED_WITH.get(signer.signatureAlgorithm.algorithm) ?? digest;
  if (!verify(algorithm, bytes, certificate.publicKey, Buffer.from(signer.signature.buffer)))
    throw new Error('its signature is invalid');
  return certificate;
}

/** The digests of algorithms that name one: RSA (PKCS #1) and ECDSA. */
const SIGNED_WITH = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
]);

type Path = Pick<Accepting, 'anchors'> & {
  readonly within: readonly X509Certificate[];
  readonly timeMs: number;
};

function leadsToAnchor(certificate: X509Certificate, path: Path, length = 0): boolean {
  const { anchors, within, timeMs } = path;
  const isValid =
    timeMs >= certificate.validFromDate.getTime() && timeMs <= certificate.validToDate.getTime();
  if (!isValid || length > PATH_MAX) return false;
  if (anchors.some(({ raw }) => raw.equals(certificate.raw))) return true;
  return [...anchors, ...within].some(
    (issuer) =>
      issuer.ca &&
      !issuer.raw.equals(certificate.raw) &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      leadsToAnchor(issuer, path, length + 1),
  );
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
