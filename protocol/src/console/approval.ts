/**
 * The text that an operator signs for a decision. It contains the exact action with its body, the deployment, and a nonce that
 * is valid once. The console builds the text from the displayed data; server and database build it from the data that they are
 * about to write. The signature covers the SHA-256 of the text, so it is valid for nothing else.
 */

export type SignedAct = {
  /** The name of the action in the audit log, for example "withdrawal.approve". */
  readonly action: string;
  /** For example "customer:100001", "house" or "operator:kim". */
  readonly subject: string;
};

/** Book 0 belongs to the house. */
export const customerSubject = (id: string): string =>
  /^0+$/.test(id) ? 'house' : `customer:${id.replace(/^0+/, '')}`;
export const operatorSubject = (account: string): string => `operator:${account.trim().toLowerCase()}`;

export type ApprovalSaid = SignedAct & {
  readonly house: string;
  readonly operator: string;
  /**
   * The request as formatted by `bodyText`. It contains the case, the displayed data on which the decision is based, and the
   * verdict.
   */
  readonly body: string;
  /** The nonce and the time in milliseconds, both issued by the server. */
  readonly nonce: string;
  readonly timeMs: number;
};

/** The signature as stored in the audit log. Bytes are in hex. */
export type Approval = {
  readonly key: string;
  readonly nonce: string;
  readonly time: number;
  readonly body: string;
  readonly authenticator: string;
  readonly client: string;
  readonly signature: string;
};

/** The header that carries the approval without the body, as JSON in base64url. */
export const APPROVAL_HEADER = 'approval';

/** Encodes a field as its length in bytes of UTF-8, a colon, the bytes and a comma. */
function field(value: string): string {
  return `${utf8Bytes(value)}:${value},`;
}

/** An unpaired surrogate is encoded as the replacement character. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Returns the text that is hashed and signed. The first of two approvals is signed like a final one. */
export function approvalText(said: ApprovalSaid): string {
  const action = said.action.replace(/_first$/, '');
  return [
    'candor approval 1',
    ...[said.house, said.operator, action, said.subject, said.body],
    ...[said.nonce, String(said.timeMs)],
  ]
    .map(field)
    .join('');
}

/**
 * The text that a passkey signs to log in. The page computes the hash itself, because a server that could choose the signed
 * bytes could obtain a signature for a decision.
 */
export function signInText(nonce: string): string {
  return ['candor sign in 1', nonce].map(field).join('');
}

/** Credentials are omitted from the signed text, because it is stored. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'new_password', 'totp', 'new_totp', 'sealed']);

/** The canonical form of a body for signing: fields in alphabetical order, without undefined and secret ones. */
export function bodyText(fields: Readonly<Record<string, unknown>>): string {
  const open = Object.entries(fields).filter(([name]) => !SECRETS.has(name));
  return JSON.stringify(ordered(Object.fromEntries(open)));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  );
}

/** The statement with which a demo's server vouches for a browser's key. */
export type VouchedKey = {
  readonly house: string;
  readonly account: string;
  readonly key: string;
  /** SubjectPublicKeyInfo in hex. */
  readonly publicKey: string;
  readonly rpId: string;
  readonly origin: string;
  readonly enrolledMs: number;
  readonly validUntilMs: number;
};

export function vouchedText(vouched: VouchedKey): string {
  const { house, account, key, publicKey, rpId, origin, enrolledMs, validUntilMs } = vouched;
  return [
    'candor key 1',
    ...[house, account, key, publicKey, rpId, origin, String(enrolledMs), String(validUntilMs)],
  ]
    .map(field)
    .join('');
}
