/**
 * The settings that come from the environment, where secrets belong: the database, the mail and text message providers, and the
 * payment provider. No error message repeats a value, because it may contain a password.
 */

export type Environment = Readonly<Record<string, string | undefined>>;
export type DatabaseConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'given';
      readonly url: string;
      readonly ownerUrl: string;
      /** The URL for the role that writes the tape. */
      readonly tapeUrl: string;
      /** The URL for the role that creates sessions and can't move money. */
      readonly doorUrl: string;
      /** The URL for the guard, which checks the books. */
      readonly guardUrl: string;
      /** The URL for uses that need a dedicated connection, if the other URLs go through a pooler. */
      readonly sessionUrl?: string;
    };

type Given = Readonly<Record<'url' | 'tapeUrl' | 'doorUrl', string>>;

export type MailConfig = { readonly url: string; readonly from: string };
/** ISO codes of the countries to which text messages may be sent. */
export type TextMessageConfig = {
  readonly url: string;
  readonly token: string;
  readonly countries: ReadonlySet<string>;
};
export type PayoutConfig = { readonly url: string; readonly token: string };

const KEY_BYTES = 32;

/** Returns undefined if the data folder's key is to be used. */
export function vaultKeyOf(environment: Environment): Buffer | undefined {
  const text = environment['VAULT_KEY'] ?? '';
  if (text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  // Decoding ignores invalid base64 characters, so the result is encoded again and compared.
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) {
    throw new Mistake(
      `VAULT_KEY must be ${KEY_BYTES} bytes in base64, such as "openssl rand -base64 32" prints.`,
    );
  }
  return key;
}

/** An error in the given options. `readConfig` returns its message. */
export class Mistake extends Error {}

export function databaseOf(environment: Environment): DatabaseConfig {
  const url = environment['DATABASE_URL'] ?? '';
  const ownerUrl = environment['DATABASE_OWNER_URL'] ?? '';
  const tapeUrl = environment['DATABASE_TAPE_URL'] ?? '';
  const doorUrl = environment['DATABASE_DOOR_URL'] ?? '';
  const guardUrl = environment['DATABASE_GUARD_URL'] ?? '';
  const sessionUrl = environment['DATABASE_SESSION_URL'] ?? '';
  const names = {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_TAPE_URL: tapeUrl,
    DATABASE_DOOR_URL: doorUrl,
    DATABASE_GUARD_URL: guardUrl,
    DATABASE_SESSION_URL: sessionUrl,
  };
  const alone = Object.entries(names).find(([, one]) => one !== '');
  if (url === '' && alone === undefined) return { kind: 'embedded' };
  if (url === '') {
    throw new Mistake(`${alone?.[0]} is set without DATABASE_URL; both name the same database.`);
  }
  const given = {
    url,
    ownerUrl: ownerUrl || url,
    tapeUrl: tapeUrl || url,
    doorUrl: doorUrl || url,
    guardUrl: guardUrl || url,
  };
  for (const [name, value] of Object.entries({ DATABASE_URL: url, ...names })) {
    if (value !== '' && (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(withFirstHost(value)))) {
      throw new Mistake(`${name} must look like postgres://user:password@host:5432/database.`);
    }
  }
  demandOwnConnections({ ...given, sessionUrl });
  return { kind: 'given', ...given, ...(sessionUrl !== '' && { sessionUrl }) };
}

/** Several hosts are allowed, such as a primary and its standby, but `URL` can parse only one. */
const withFirstHost = (url: string): string => url.replace(/^([^/]*\/\/[^/?,]*),[^/?]*/, '$1');

const passesSharedPool = (url: string): boolean => /[?&]pooling=transaction(?:&|$)/.test(url);

/** Migrations, the guard's long reads, LISTEN and session-level locks don't work through a pool of shared connections. */
function demandOwnConnections(
  urls: Readonly<Record<'ownerUrl' | 'guardUrl' | 'sessionUrl', string>> & Given,
): void {
  const own = {
    DATABASE_OWNER_URL: urls.ownerUrl,
    DATABASE_GUARD_URL: urls.guardUrl,
    DATABASE_SESSION_URL: urls.sessionUrl,
  };
  const shared = Object.entries(own).find(([, url]) => passesSharedPool(url));
  if (shared !== undefined)
    throw new Mistake(`${shared[0]} needs session connections; remove pooling=transaction from it.`);
  if ([urls.url, urls.tapeUrl, urls.doorUrl].some(passesSharedPool) && urls.sessionUrl === '')
    throw new Mistake(
      'With pooling=transaction, DATABASE_SESSION_URL must name the database without it, as the role candor_door.',
    );
}

export function mailOf(environment: Environment): MailConfig | undefined {
  const url = environment['SMTP_URL'] ?? '';
  const from = environment['MAIL_FROM'] ?? '';
  if (url === '' && from === '') return undefined;
  if (url === '' || from === '') throw new Mistake('SMTP_URL and MAIL_FROM belong together; one is missing.');
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Mistake('SMTP_URL must look like smtp://user:password@host:587.');
  }
  return { url, from };
}

export function textMessagesOf(environment: Environment): TextMessageConfig | undefined {
  const url = environment['SMS_URL'] ?? '';
  const token = environment['SMS_TOKEN'] ?? '';
  const countries = (environment['SMS_COUNTRIES'] ?? '').split(',').map((one) => one.trim());
  if (url === '' && token === '') return undefined;
  if (url === '' || token === '') throw new Mistake('SMS_URL and SMS_TOKEN belong together; one is missing.');
  if (!countries.every((one) => /^[A-Z]{2}$/.test(one))) {
    throw new Mistake('SMS_COUNTRIES must list the countries that messages go to, such as GB,DE,FR.');
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Mistake('SMS_URL must look like https://messages.example/send.');
  }
  return { url, token, countries: new Set(countries) };
}

/** The token must be long, because whoever guesses it can report payments as made. */
const PAYOUT_TOKEN_CHARS_MIN = 32;

export function payoutOf(environment: Environment): PayoutConfig | undefined {
  const url = environment['PAYOUT_URL'] ?? '';
  const token = environment['PAYOUT_TOKEN'] ?? '';
  if (url === '' && token === '') return undefined;
  if (url === '' || token === '')
    throw new Mistake('PAYOUT_URL and PAYOUT_TOKEN belong together; one is missing.');
  const { protocol, hostname } = URL.parse(url) ?? {};
  const near = protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname ?? '');
  if (protocol !== 'https:' && !near) {
    throw new Mistake('PAYOUT_URL must look like https://payments.example/payouts.');
  }
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < PAYOUT_TOKEN_CHARS_MIN) {
    throw new Mistake(`PAYOUT_TOKEN must have at least ${PAYOUT_TOKEN_CHARS_MIN} printable characters.`);
  }
  return { url, token };
}
