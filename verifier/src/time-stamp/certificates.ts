/**
 * Certificates of time-stamp authorities: whether one may stamp, and whether its chain leads to one that the checker
 * trusts.
 */
import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  KeyUsage,
  KeyUsageFlags,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_kp_timeStamping,
} from '@peculiar/asn1-x509';

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
/** The maximum number of certificates in a path. */
const PATH_MAX = 6;
const UNDERSTOOD: ReadonlySet<string> = new Set([id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage]);

/** The certificates in a text in PEM; everything around them is ignored. Throws if one is malformed. */
export function readCertificates(pem: string): readonly X509Certificate[] {
  return [...pem.matchAll(PEM)].map(([text]) => new X509Certificate(text));
}

/** Why a certificate may not make time stamps, as a sentence without its full stop; undefined if it may. */
export function mayStamp(certificate: X509Certificate): string | undefined {
  const extension = extensionsOf(certificate).find(({ extnID }) => extnID === id_ce_extKeyUsage);
  const uses = extension && [...AsnConvert.parse(extension.extnValue.buffer, ExtendedKeyUsage)];
  if (uses?.length !== 1 || uses[0] !== id_kp_timeStamping || extension?.critical !== true) {
    return 'its certificate is not one that may make time stamps and nothing else';
  }
  const usage = keyUsageOf(certificate);
  const signs = KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
  return usage === undefined || (usage & signs) !== 0 ? undefined : 'its certificate may not sign';
}

/**
 * Why a certificate does not lead to a trusted one by certificates that were all valid at a time (milliseconds since 1970);
 * undefined if it does.
 */
export function pathToAnchor(
  certificate: X509Certificate,
  from: {
    readonly known: readonly X509Certificate[];
    readonly trusted: readonly X509Certificate[];
    readonly timeMs: number;
  },
  length = 0,
): string | undefined {
  const { known, trusted, timeMs } = from;
  if (timeMs < certificate.validFromDate.getTime() || timeMs > certificate.validToDate.getTime()) {
    return `the certificate of “${certificate.subject.replaceAll('\n', ', ')}” was not valid at that time`;
  }
  if (extensionsOf(certificate).some(({ extnID, critical }) => critical && !UNDERSTOOD.has(extnID))) {
    return 'a certificate has a restriction that this program does not know';
  }
  if (trusted.some(({ raw }) => raw.equals(certificate.raw))) return undefined;
  if (length >= PATH_MAX) return 'the path to a trusted certificate is too long';
  let why = 'its certificate does not lead to a trusted one';
  for (const issuer of [...trusted, ...known]) {
    if (issuer.raw.equals(certificate.raw) || !mayIssue(issuer, length)) continue;
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) continue;
    const further = pathToAnchor(issuer, from, length + 1);
    if (further === undefined) return undefined;
    why = further;
  }
  return why;
}

/** Whether a certificate may issue others, given the number of issuers between it and the end certificate. */
function mayIssue(issuer: X509Certificate, between: number): boolean {
  const extension = extensionsOf(issuer).find(({ extnID }) => extnID === id_ce_basicConstraints);
  if (extension === undefined) return false;
  const { cA, pathLenConstraint } = AsnConvert.parse(extension.extnValue.buffer, BasicConstraints);
  const usage = keyUsageOf(issuer);
  return (
    cA &&
    (pathLenConstraint ?? between) >= between &&
    (usage === undefined || (usage & KeyUsageFlags.keyCertSign) !== 0)
  );
}

const extensionsOf = ({ raw }: X509Certificate) => [
  ...(AsnConvert.parse(raw, Certificate).tbsCertificate.extensions ?? []),
];

function keyUsageOf(certificate: X509Certificate): number | undefined {
  const extension = extensionsOf(certificate).find(({ extnID }) => extnID === id_ce_keyUsage);
  return extension && AsnConvert.parse(extension.extnValue.buffer, KeyUsage).toNumber();
}
