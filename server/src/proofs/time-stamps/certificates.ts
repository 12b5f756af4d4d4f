/**
 * Decides which certificates are acceptable for a time stamp. It is as strict as the verifier that strangers use
 * (`verifier/src/time-stamp`), because a stamp that they would reject must not be stored as a proof.
 */
import type { X509Certificate } from 'node:crypto';
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

const PATH_MAX = 6;
const UNDERSTOOD: ReadonlySet<string> = new Set([id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage]);

/** Throws unless a certificate is for time stamps only, stated by a critical extension, and may sign. */
export function demandStamper(certificate: X509Certificate): void {
  const purpose = extensionOf(certificate, id_ce_extKeyUsage);
  const uses = purpose && [...AsnConvert.parse(purpose.extnValue.buffer, ExtendedKeyUsage)];
  if (uses?.join() !== id_kp_timeStamping || purpose?.critical !== true)
    throw new Error('its certificate is not for time stamps only');
  if (!mayUse(certificate, KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation))
    throw new Error('its certificate may not sign');
}

export type Path = {
  readonly anchors: readonly X509Certificate[];
  /** The certificates contained in the token. */
  readonly within: readonly X509Certificate[];
  readonly timeMs: number;
};

/**
 * Whether certificates that were all valid at a time lead from this one to a configured one. `length` counts those before this
 * one.
 */
export function leadsToAnchor(certificate: X509Certificate, path: Path, length = 0): boolean {
  const { anchors, within, timeMs } = path;
  const isValid =
    timeMs >= certificate.validFromDate.getTime() && timeMs <= certificate.validToDate.getTime();
  if (!isValid || hasUnknownRestriction(certificate)) return false;
  if (anchors.some(({ raw }) => raw.equals(certificate.raw))) return true;
  if (length >= PATH_MAX) return false;
  return [...anchors, ...within].some(
    (issuer) =>
      !issuer.raw.equals(certificate.raw) &&
      mayIssue(issuer, length) &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      leadsToAnchor(issuer, path, length + 1),
  );
}

/** Whether a certificate may issue others; `between` counts the issuers between it and the one that signed the token. */
function mayIssue(issuer: X509Certificate, between: number): boolean {
  const constraints = extensionOf(issuer, id_ce_basicConstraints);
  if (constraints === undefined) return false;
  const { cA, pathLenConstraint = between } = AsnConvert.parse(
    constraints.extnValue.buffer,
    BasicConstraints,
  );
  return cA && pathLenConstraint >= between && mayUse(issuer, KeyUsageFlags.keyCertSign);
}

/** Whether a certificate allows one of several uses of its key. A certificate that states no uses allows all. */
function mayUse(certificate: X509Certificate, uses: number): boolean {
  const extension = extensionOf(certificate, id_ce_keyUsage);
  return (
    extension === undefined ||
    (AsnConvert.parse(extension.extnValue.buffer, KeyUsage).toNumber() & uses) !== 0
  );
}

const extensionsOf = ({ raw }: X509Certificate) => [
  ...(AsnConvert.parse(raw, Certificate).tbsCertificate.extensions ?? []),
];

const extensionOf = (certificate: X509Certificate, id: string) =>
  extensionsOf(certificate).find(({ extnID }) => extnID === id);

const hasUnknownRestriction = (certificate: X509Certificate): boolean =>
  extensionsOf(certificate).some(({ extnID, critical }) => critical && !UNDERSTOOD.has(extnID));
