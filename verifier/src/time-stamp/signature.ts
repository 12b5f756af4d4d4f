/** The signature algorithms of time stamps, and the certificate that a signature's attributes name (RFC 2634, 5816). */
import { constants, createHash, verify } from 'node:crypto';
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

const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
type Kind = { readonly key: 'rsa' | 'ec'; readonly digest?: string; readonly isPss?: boolean };
const SIGNATURES: Readonly<Record<string, Kind>> = {
  // RSA, with the digest that the signature names elsewhere.
  '1.2.840.113549.1.1.1': { key: 'rsa' },
  '1.2.840.113549.1.1.10': { key: 'rsa', isPss: true },
  '1.2.840.113549.1.1.11': { key: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { key: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { key: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { key: 'ec', digest: 'sha512' },
};
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

export type Signature = {
  /** The digest of the signed content, such as `sha256`. */
  readonly digest: string;
  /** Whether a certificate's key made this signature over the given bytes. */
  readonly isOf: (certificate: X509Certificate, bytes: Uint8Array) => boolean;
};

/** Returns how to check a signature; undefined if its algorithm is unknown or weak, such as SHA-1. */
export function signatureOf({
  digestAlgorithm,
  signatureAlgorithm,
  signature,
}: SignerInfo): Signature | undefined {
  const digest = DIGESTS[digestAlgorithm.algorithm];
  const kind = SIGNATURES[signatureAlgorithm.algorithm];
  if (digest === undefined || kind === undefined) return undefined;
  const padding = kind.isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {};
  return {
    digest,
    isOf: ({ publicKey: key }, bytes) =>
      key.asymmetricKeyType === kind.key &&
      verify(kind.digest ?? digest, bytes, { key, ...padding }, Buffer.from(signature.buffer)),
  };
}

class Attributes extends AsnArray<Attribute> {}
class CertificateId {
  hash = new OctetString();
  issuerSerial?: ArrayBuffer;
}
class CertificateIdV2 extends CertificateId {
  algorithm = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });
}
class SigningCertificate {
  certificates: CertificateId[] = [];
  policies?: ArrayBuffer;
}
class SigningCertificateV2 {
  certificates: CertificateIdV2[] = [];
  policies?: ArrayBuffer;
}
// The libraries declare structures with decorators, which Node does not support. Decorators are functions, so they are
// called directly.
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

/** The bytes that a signature over attributes covers: their set, with a different tag from that inside the signature. */
export const signedBytes = (attributes: readonly Attribute[]): Uint8Array =>
  new Uint8Array(AsnConvert.serialize(new Attributes([...attributes])));

/**
 * Whether the signed attributes name a certificate as the signer's. Without this check, another certificate with the same key
 * would be accepted.
 */
export function names(attributes: readonly Attribute[], { raw }: X509Certificate): boolean {
  const valueOf = (type: string) => attributes.find(({ attrType }) => attrType === type)?.attrValues[0];
  const newer = valueOf(SIGNING_CERTIFICATE_V2);
  const older = valueOf(SIGNING_CERTIFICATE);
  const hashIs = (digest: string | undefined, hash: OctetString | undefined): boolean =>
    digest !== undefined &&
    hash !== undefined &&
    createHash(digest).update(raw).digest().equals(Buffer.from(hash.buffer));
  if (newer !== undefined) {
    const [id] = AsnConvert.parse(newer, SigningCertificateV2).certificates;
    return hashIs(DIGESTS[id?.algorithm.algorithm ?? ''], id?.hash);
  }
  if (older === undefined) return false;
  return hashIs('sha1', AsnConvert.parse(older, SigningCertificate).certificates[0]?.hash);
}
