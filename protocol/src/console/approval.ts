/**
 * What an operator signs before anything is decided: the exact act and its body, for this house, under a number that is good
 * once. The console writes it down from what is on its screen, the server and the database from what they are about to do;
 * a signature is over SHA-256 of it, so it is good for nothing else.
 */

export type SignedAct = {
  /** As the log names it: "withdrawal.approve". */
  readonly action: string;
  /** "customer:100001", "house", "operator:kim". */
  readonly subject: string;
};

/** Book 0 is the house's own. */
export const customerSubject = (id: string): string =>
  /^0+$/.test(id) ? 'house' : `customer:${id.replace(/^0+/, '')}`;
export const operatorSubject = (account: string): string => `operator:${account.trim().toLowerCase()}`;

export type ApprovalSaid = SignedAct & {
  /** Which house it is for. */
  readonly house: string;
  /** Whose account. */
  readonly operator: string;
  /** What was sent, as `bodyText` writes it: the case, what was seen of it, the verdict. */
  readonly body: string;
  /** From the server, with its time in milliseconds. */
  readonly nonce: string;
  readonly timeMs: number;
};

/** What is kept in the log beside a record; the bytes in hex. */
export type Approval = {
  readonly key: string;
  readonly nonce: string;
  readonly time: number;
  readonly body: string;
  readonly authenticator: string;
  readonly client: string;
  readonly signature: string;
};

/** Which header carries it, all but the body, as JSON in base64url. */
export const APPROVAL_HEADER = 'approval';

/** Each field as its length in bytes of UTF-8, a colon, the bytes and a comma. */
function field(value: string): string {
  return `${utf8Bytes(value)}:${value},`;
}

/** Half of a pair alone counts as the sign that takes its place. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The text that is hashed and signed. A first approval of two is signed as an approval. */
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
 * What a passkey signs to sign in. The page hashes it by itself: whoever chose what is signed there could choose a decision.
 */
export function signInText(nonce: string): string {
  return ['candor sign in 1', nonce].map(field).join('');
}

/** What decides nothing, and is on record without a signature; the database says the same (`action_is_signed`). */
const UNSIGNED = /^(?:denied|clock\.forward|key\.enrol|chat\..*|article\..*|.*\.read)$/;

export function isSignedAction(action: string): boolean {
  return !UNSIGNED.test(action);
}

/** Whatever proves who somebody is is not signed, since what is signed is kept. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'new_password', 'totp', 'new_totp', 'sealed']);

/** A body in the one way in which it is signed: names in order, what is undefined and what is secret left out. */
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

/** What the door of a demo signs when it vouches for a browser's key. */
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
