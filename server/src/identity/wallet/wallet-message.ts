/**
 * Parses the message that a wallet signs, strictly by EIP-4361: every line in its place, every field by its grammar, and nothing
 * else. An invalid message is rejected with the name of its first invalid line, and never repaired.
 */
import { isIPv6 } from 'node:net';
import { isChecksummed } from './wallet-address.ts';

export type WalletMessage = {
  readonly scheme?: string;
  /** Includes the port, if any. */
  readonly domain: string;
  /** In mixed case (EIP-55). */
  readonly address: string;
  readonly statement?: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedMs: number;
  readonly expiresMs?: number;
  readonly notBeforeMs?: number;
  readonly requestId?: string;
  readonly resources?: readonly string[];
};

/** The line that is wrong or misplaced; `form` means unexpected content. */
export type MessageViolation =
  | 'domain'
  | 'address'
  | 'checksum'
  | 'statement'
  | 'uri'
  | 'version'
  | 'chain_id'
  | 'nonce'
  | 'issued_at'
  | 'expiration_time'
  | 'not_before'
  | 'request_id'
  | 'resources'
  | 'form';

/** Carries a violation out of the parser, and is caught in this file. */
class Faulty extends Error {
  readonly violation: MessageViolation;
  constructor(violation: MessageViolation) {
    super(violation);
    this.violation = violation;
  }
}

export function parseWalletMessage(text: string): WalletMessage | MessageViolation {
  try {
    return read(new Lines(text.split('\n')));
  } catch (error) {
    if (error instanceof Faulty) return error.violation;
    throw error;
  }
}

function read(lines: Lines): WalletMessage {
  const intro = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your Ethereum account:$/i;
  const [scheme, domain] = lines.take(intro, 'domain');
  if (domain === undefined || !isAuthority(domain)) throw new Faulty('domain');
  const [address] = lines.take(/^(0x[0-9a-fA-F]{40})$/, 'address');
  if (address === undefined || !isChecksummed(address)) throw new Faulty('checksum');
  lines.take(/^()$/, 'statement');
  const [statement] = lines.take(/^([A-Za-z0-9 !#$&'()*+,\-./:;=?@[\]_~]*)$/, 'statement');
  if (statement !== '') lines.take(/^()$/, 'statement');

  const [uri] = lines.take(/^URI: (.*)$/, 'uri');
  if (uri === undefined || !isUri(uri)) throw new Faulty('uri');
  lines.take(/^Version: (1)$/, 'version');
  const [chain] = lines.take(/^Chain ID: (0|[1-9]\d{0,14})$/, 'chain_id');
  const [nonce] = lines.take(/^Nonce: ([A-Za-z0-9]{8,})$/, 'nonce');
  const issuedMs = lines.time('Issued At', 'issued_at');
  if (issuedMs === undefined || nonce === undefined) throw new Faulty('issued_at');

  const expiresMs = lines.time('Expiration Time', 'expiration_time');
  const notBeforeMs = lines.time('Not Before', 'not_before');
  const requestId = lines.option(/^Request ID: ((?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})*)$/i, 'request_id');
  const resources = lines.resources();
  lines.end();
  return {
    ...(scheme === undefined ? {} : { scheme }),
    domain,
    address,
    ...(statement === '' || statement === undefined ? {} : { statement }),
    uri,
    chainId: Number(chain),
    nonce,
    issuedMs,
    ...(expiresMs === undefined ? {} : { expiresMs }),
    ...(notBeforeMs === undefined ? {} : { notBeforeMs }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resources === undefined ? {} : { resources }),
  };
}

/** The message's lines, consumed one by one. */
class Lines {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Returns the groups of the next line. Throws unless it matches. */
  take(form: RegExp, violation: MessageViolation): readonly (string | undefined)[] {
    const found = form.exec(this.#lines[this.#at] ?? '\n');
    if (found === null) throw new Faulty(violation);
    this.#at += 1;
    return found.slice(1);
  }

  /** Like `take` for a line that may be absent. If it is present, it must be valid. */
  option(form: RegExp, violation: MessageViolation): string | undefined {
    const title = form.source.slice(1, form.source.indexOf(':'));
    return this.#lines[this.#at]?.startsWith(`${title}:`) === true
      ? this.take(form, violation)[0]
      : undefined;
  }

  time(title: string, violation: MessageViolation): number | undefined {
    const written = this.option(new RegExp(`^${title}: (.*)$`), violation);
    if (written === undefined) return undefined;
    const timeMs = timeOf(written);
    if (timeMs === undefined) throw new Faulty(violation);
    return timeMs;
  }

  resources(): readonly string[] | undefined {
    if (this.option(/^Resources:()$/, 'resources') === undefined) return undefined;
    const found: string[] = [];
    while (this.#at < this.#lines.length) {
      const [uri = ''] = this.take(/^- (.*)$/, 'resources');
      if (!isUri(uri)) throw new Faulty('resources');
      found.push(uri);
    }
    return found;
  }

  end(): void {
    if (this.#at !== this.#lines.length) throw new Faulty('form');
  }
}

/** Parses an RFC 3339 time into milliseconds. Returns undefined for an impossible date or a leap second. */
function timeOf(text: string): number | undefined {
  const form = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
  const day = form.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  return Date.parse(text.toUpperCase());
}

const CHARS = "[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}";
const AUTHORITY = new RegExp(`^(?:(?:${CHARS}|:)*@)?(?:\\[([0-9A-Fa-f:.]+)\\]|(?:${CHARS})+)(?::\\d{1,5})?$`);
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://([^/?#]*))?(?:${CHARS}|[:@/])*(?:\\?(?:${CHARS}|[:@/?])*)?(?:#(?:${CHARS}|[:@/?])*)?$`,
);

/** Whether the text is a non-empty [user@]host[:port] (RFC 3986). */
function isAuthority(text: string): boolean {
  const found = AUTHORITY.exec(text);
  return found !== null && (found[1] === undefined || isIPv6(found[1]));
}

function isUri(text: string): boolean {
  const found = URI.exec(text);
  return found !== null && (found[1] === undefined || isAuthority(found[1]));
}
