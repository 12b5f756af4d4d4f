/**
 * Finds the signer of a token: the certificate named in its signed attributes (RFC 2634, 5816), with a widely supported
 * algorithm.
 */
import { createHash, verify } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import { Attribute } from '@peculiar/asn1-cms';
import type { SignerInfo } from '@peculiar/asn1-cms';
import {
  AsnArray,
  AsnConvert,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const DIGESTS: ReadonlyMap<string, string> = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
/** The key type and the digest of each algorithm. Plain RSA leaves the digest to the signature. */
const ALGORITHMS: ReadonlyMap<string, readonly ['rsa' | 'ec', string | undefined]> = new Map([
  ['1.2.840.113549.1.1.1', ['rsa', undefined]],
  ['1.2.840.113549.1.1.11', ['rsa', 'sha256']],
  ['1.2.840.113549.1.1.12', ['rsa', 'sha384']],
  ['1.2.840.113549.1.1.13', ['rsa', 'sha512']],
  ['1.2.840.10045.4.3.2', ['ec', 'sha256']],
  ['1.2.840.10045.4.3.3', ['ec', 'sha384']],
  ['1.2.840.10045.4.3.4', ['ec', 'sha512']],
]);
/** The object identifier of a time stamp's content in DER, which has only one encoding. */
const TIME_CONTENT = Buffer.from('060b2a864886f70d0109100104', 'hex');

class Attributes extends AsnArray<Attribute> {}
class CertificateId {
  hash = new OctetString();
  issuerSerial?: ArrayBuffer;
}
class CertificateIdV2 extends CertificateId {
  algorithm = new AlgorithmIdentifier({ algorithm: SHA256 });
}
class SigningCertificate {
  certificates: CertificateId[] = [];
  policies?: ArrayBuffer;
}
class SigningCertificateV2 {
  certificates: CertificateIdV2[] = [];
  policies?: ArrayBuffer;
}
// Applied as functions, because Node does not run decorators.
const ANY = { type: AsnPropTypes.Any, optional: true } as const;
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(Attributes);
AsnProp({ type: OctetString })(CertificateId.prototype, 'hash');
AsnProp(ANY)(CertificateId.prototype, 'issuerSerial');
AsnProp({ type: AlgorithmIdentifier, optional: true })(CertificateIdV2.prototype, 'algorithm');
AsnProp({ type: OctetString })(CertificateIdV2.prototype, 'hash');
AsnProp(ANY)(CertificateIdV2.prototype, 'issuerSerial');
AsnProp({ type: CertificateId, repeated: 'sequence' })(SigningCertificate.prototype, 'certificates');
AsnProp(ANY)(SigningCertificate.prototype, 'policies');
AsnProp({ type: CertificateIdV2, repeated: 'sequence' })(SigningCertificateV2.prototype, 'certificates');
AsnProp(ANY)(SigningCertificateV2.prototype, 'policies');

/** Returns the certificate that signed a token with this content. Throws if none of the token's certificates did. */
export function signerOf(
  signer: SignerInfo,
  body: Buffer,
  within: readonly X509Certificate[],
): X509Certificate {
  const attributes = [...(signer.signedAttrs ?? [])];
  const digest = DIGESTS.get(signer.digestAlgorithm.algorithm);
  const algorithm = ALGORITHMS.get(signer.signatureAlgorithm.algorithm);
  if (digest === undefined || algorithm === undefined)
    throw new Error('its token has an unknown signature format');
  const said = Buffer.from(AsnConvert.parse(onlyValue(attributes, MESSAGE_DIGEST), OctetString).buffer);
  if (!createHash(digest).update(body).digest().equals(said))
    throw new Error('its signature is for another token');
  if (!TIME_CONTENT.equals(Buffer.from(onlyValue(attributes, CONTENT_TYPE))))
    throw new Error('its signature is for another kind of content');
  const certificate = within.find((one) => isNamed(attributes, one));
  if (certificate === undefined) throw new Error('its token lacks the certificate that it names');
  const bytes = Buffer.from(AsnConvert.serialize(new Attributes(attributes)));
  const [type, ownDigest = digest] = algorithm;
  const key = certificate.publicKey;
  if (key.asymmetricKeyType !== type || !verify(ownDigest, bytes, key, Buffer.from(signer.signature.buffer)))
    throw new Error('its signature is invalid');
  return certificate;
}

function onlyValue(attributes: readonly Attribute[], type: string): ArrayBuffer {
  const [value, ...more] = attributes
    .filter(({ attrType }) => attrType === type)
    .flatMap(({ attrValues }) => attrValues);
  if (value === undefined || more.length > 0) throw new Error('its token has an unknown signature format');
  return value;
}

/** Whether the attributes name this certificate first, in the newer attribute or, if that is missing, in the older one. */
function isNamed(attributes: readonly Attribute[], { raw }: X509Certificate): boolean {
  const valueOf = (type: string) => attributes.find(({ attrType }) => attrType === type)?.attrValues[0];
  const hasHash = (digest: string | undefined, hash: OctetString | undefined): boolean =>
    digest !== undefined &&
    hash !== undefined &&
    createHash(digest).update(raw).digest().equals(Buffer.from(hash.buffer));
  const newer = valueOf(SIGNING_CERTIFICATE_V2);
  if (newer !== undefined) {
    const [id] = AsnConvert.parse(newer, SigningCertificateV2).certificates;
    return hasHash(DIGESTS.get(id?.algorithm.algorithm ?? ''), id?.hash);
  }
  const older = valueOf(SIGNING_CERTIFICATE);
  return (
    older !== undefined && hasHash('sha1', AsnConvert.parse(older, SigningCertificate).certificates[0]?.hash)
  );
}
