/**
 * The text that an operator signs to decide something: the exact action and its body, for one deployment, with a nonce that is
 * valid once. The console builds it from what its screen shows; server and database build it from what they are about to
 * execute. The signature covers the SHA-256 of the text, so it is valid for nothing else.
 */

export type SignedAct = {
  /** The action, named as in the audit log: "withdrawal.approve". */
  readonly action: string;
  /** "customer:100001", "house", "operator:kim". */
  readonly subject: string;
};

/** Book 0 belongs to the house. */
export const customerSubject = (id: string): string =>
  /^0+$/.test(id) ? 'house' : `customer:${id.replace(/^0+/, '')}`;
export const operatorSubject = (account: string): string => `operator:${account.trim().toLowerCase()}`;

export type ApprovalSaid = SignedAct & {
  /** The id of the deployment. */
  readonly house: string;
  /** The operator's account. */
  readonly operator: string;
  /** The request in the form of `bodyText`: the case, the displayed data that the decision relies on, and the verdict. */
  readonly body: string;
  /** The nonce is issued by the server, together with its time in milliseconds. */
  readonly nonce: string;
  readonly timeMs: number;
};

/** Stored in the audit log with the record. Bytes are in hex. */
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
 * The text that a passkey signs to log in. The page computes the hash itself, because whoever could choose the signed bytes
 * could obtain a signature under a decision.
 */
export function signInText(nonce: string): string {
  return ['candor sign in 1', nonce].map(field).join('');
}

/** Actions that decide nothing and are recorded without a signature. The database has the same list (`action_is_signed`). */
const UNSIGNED = /^(?:denied|clock\.forward|key\.enrol|chat\..*|article\..*|.*\.read)$/;

export function isSignedAction(action: string): boolean {
  return !UNSIGNED.test(action);
}

/** Credentials are not signed, because the signed text is stored. */
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
