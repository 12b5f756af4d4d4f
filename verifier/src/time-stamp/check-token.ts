/**
 * Checks an answer of a time-stamp authority (RFC 3161): that it covers a text, that its certificate signed it and was made
 * for nothing but time stamps, and that it leads to a certificate that the checker trusts. A valid answer proves that the
 * text existed by its time.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData, id_signedData } from '@peculiar/asn1-cms';
import type { SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { PKIStatus, TSTInfo, TimeStampResp, id_ct_tstInfo } from '@peculiar/asn1-tsp';
import { mayStamp, pathToAnchor, readCertificates } from './certificates.ts';
import { names, signatureOf, signedBytes } from './signature.ts';

/** A valid time stamp. */
export type TimeStamp = {
  /** The authority's time in milliseconds since 1970. */
  readonly timeMs: number;
  /** By how much the authority says that its time may be wrong; 0 if it does not say. */
  readonly accuracyMs: number;
  /** The subject of the authority's certificate. */
  readonly authority: string;
};

export type TokenCheck = (answer: Uint8Array, text: Uint8Array, anchors: string) => TimeStamp | Violation;
/** Why a token proves nothing, as one sentence without its full stop. */
export type Violation = { readonly violation: string };

const SHA256 = '2.16.840.1.101.3.4.2.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';

/**
 * Checks an authority's answer (DER, as `openssl ts` reads it) for a text. `anchors` has the trusted certificates in PEM; other
 * lines in it are ignored.
 */
export function checkToken(answer: Uint8Array, text: Uint8Array, anchors: string): TimeStamp | Violation {
  try {
    return checked(answer, text, anchors);
  } catch (error) {
    // The libraries throw if any part is malformed.
    return { violation: `it is malformed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function checked(answer: Uint8Array, text: Uint8Array, anchors: string): TimeStamp | Violation {
  const { status, timeStampToken: token } = AsnConvert.parse(answer, TimeStampResp);
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || token === undefined) return { violation: 'the authority refused' };
  const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(token), ContentInfo);
  if (contentType !== id_signedData) return { violation: 'it is not signed data' };
  const signed = AsnConvert.parse(content, SignedData);
  const { eContentType, eContent } = signed.encapContentInfo;
  const body = eContent?.single?.buffer;
  if (eContentType !== id_ct_tstInfo || body === undefined) return { violation: 'it has no time' };
  const info = AsnConvert.parse(body, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.buffer);
  if (hashAlgorithm.algorithm !== SHA256 || !createHash('sha256').update(text).digest().equals(imprint)) {
    return { violation: 'it covers another text' };
  }
  const [signer, ...others] = signed.signerInfos;
  if (signer === undefined || others.length > 0) return { violation: 'it does not have one signature' };
  const trusted = readCertificates(anchors);
  const known = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
  );
  const timeMs = info.genTime.getTime();
  const violation = signerViolation(signer, Buffer.from(body), { known, trusted, timeMs });
  if (typeof violation === 'string') return { violation };
  const { seconds = 0, millis = 0, micros = 0 } = info.accuracy ?? {};
  const accuracyMs = seconds * 1000 + millis + Math.ceil(micros / 1000);
  return { timeMs, accuracyMs, authority: violation.subject.replaceAll('\n', ', ') };
}

type Given = {
  readonly known: readonly X509Certificate[];
  readonly trusted: readonly X509Certificate[];
  readonly timeMs: number;
};

/** Returns the certificate that signed, or why no trusted certificate did. */
function signerViolation(
  signer: SignerInfo,
  body: Buffer,
  { known, trusted, timeMs }: Given,
): X509Certificate | string {
  const { signedAttrs } = signer;
  if (signedAttrs === undefined) return 'it has no signed attributes';
  const signature = signatureOf(signer);
  if (signature === undefined) return 'it is signed with an unknown algorithm';
  const valuesOf = (type: string) => signedAttrs.filter(({ attrType }) => attrType === type);
  const [digest, ...moreDigests] = valuesOf(MESSAGE_DIGEST);
  const [type, ...moreTypes] = valuesOf(CONTENT_TYPE);
  if (digest?.attrValues[0] === undefined || type?.attrValues[0] === undefined) {
    return 'its attributes are incomplete';
  }
  if (moreDigests.length + moreTypes.length > 0) return 'it has an attribute twice';
  const said = AsnConvert.parse(digest.attrValues[0], OctetString).buffer;
  if (!createHash(signature.digest).update(body).digest().equals(Buffer.from(said))) {
    return 'its attributes cover another content';
  }
  // An object identifier in DER has one form only.
  if (!OID_OF_TIME.equals(Buffer.from(type.attrValues[0]))) return 'its attributes name another content';
  const certificate = known.find((one) => names(signedAttrs, one));
  if (certificate === undefined) return 'it does not contain the certificate that its attributes name';
  if (!signature.isOf(certificate, signedBytes(signedAttrs))) return 'its signature is invalid';
  const purpose = mayStamp(certificate);
  if (purpose !== undefined) return purpose;
  return pathToAnchor(certificate, { known, trusted, timeMs }) ?? certificate;
}

/** DER of the object identifier of a time stamp's content. */
const OID_OF_TIME = Buffer.from('060b2a864886f70d0109100104', 'hex');
