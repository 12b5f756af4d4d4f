/** Declares every command-line option: its name, value and description. The output of `--help` is generated from this table. */
import { PRIVATE_NETWORKS } from './networks.ts';
import { KNOWN_PUSH_SERVICES } from './push.ts';

type Option = {
  readonly takes: string;
  readonly usual?: string;
  readonly says: string;
  readonly repeatable?: true;
};

/** Each option can also be given as an environment variable: `--replay-speed` as `CANDOR_REPLAY_SPEED`. */
const TABLE = {
  port: {
    takes: 'number',
    usual: '8080',
    says: 'port of the customers’ app and its API; 0 takes any free one',
  },
  host: {
    takes: 'address',
    usual: '127.0.0.1',
    says: 'address to listen on; 0.0.0.0 opens it to the network',
  },
  origin: {
    takes: 'url',
    says: 'public address, https://candor.example; without it wallets and passkeys work on this machine and its network',
  },
  'public-origins': {
    takes: 'url,…',
    says: 'every public address, https://candor.example; a name that is not among them is not answered, but those of this machine and in a demo its network',
  },
  'trusted-proxies': {
    takes: 'a.b.c.d/n,…',
    says: 'proxies in front of this server, whose X-Forwarded-For, -Proto and -Host are believed; nobody else’s are',
  },
  'console-port': {
    takes: 'number',
    says: 'port of the operators’ console; two above --port when not given, 8082 beside 8080',
  },
  'console-host': { takes: 'address', says: 'address it listens on; that of --host when not given' },
  'console-origins': {
    takes: 'url,…',
    says: 'addresses of the console besides those of this machine and its network',
  },
  'console-networks': {
    takes: 'a.b.c.d/n,…',
    usual: PRIVATE_NETWORKS,
    says: 'from where operators reach their console; to anybody else there is none',
  },
  'log-format': {
    takes: 'text|json',
    usual: 'text',
    says: 'format of the log: lines for people, or one JSON object a line for programs that collect them',
  },
  'metrics-port': {
    takes: 'number|none',
    says: 'port at which Prometheus reads /metrics; by default three above --port, such as 8083 for 8080',
  },
  'metrics-host': {
    takes: 'address',
    usual: '127.0.0.1',
    says: 'address on which /metrics listens; anyone who reaches it can read the metrics, so keep it internal',
  },
  'push-services': {
    takes: 'name,…',
    usual: KNOWN_PUSH_SERVICES,
    says: 'push services at which browsers may be told something, by https; http://127.0.0.1:4711 is one on this machine',
  },
  'log-origin': {
    takes: 'name',
    says: 'name of the transparency log, such as candor.example/log; a demo’s is derived from its key',
  },
  witness: {
    takes: '"key url"|none',
    says: 'a witness that cosigns the transparency log, as its program prints it; a demo runs three of its own when none is given',
    repeatable: true,
  },
  'witness-quorum': {
    takes: 'number',
    says: 'how many witnesses must have cosigned the log before it is served; more than half of them when not given',
  },
  'app-rollback': {
    takes: 'reason',
    says: 'why an older build of the customers’ app is served again, 10 to 500 characters; the transparency log publishes it',
  },
  'time-stamps': {
    takes: 'url',
    says: 'an authority that stamps the transparency log with its time (RFC 3161); give it again for others',
    repeatable: true,
  },
  'time-stamps-every': {
    takes: 'seconds',
    usual: '3600',
    says: 'how often each of them is asked',
  },
  'time-stamps-anchors': {
    takes: 'file.pem',
    says: 'certificates to which those of the authorities lead, which are published',
  },
  'liabilities-every': {
    takes: 'seconds',
    usual: '3600',
    says: 'how often what is owed to customers is stated in the log',
  },
  data: { takes: 'folder', usual: '.data', says: 'where the database, its log and the pid file are kept' },
  'wal-archive': {
    takes: 'folder',
    says: 'where the embedded database copies its WAL, at least once a minute, so that a backup can be restored to any second',
  },
  mode: {
    takes: 'demo|live',
    usual: 'demo',
    says: 'play money, or the real thing, which refuses to start incomplete',
  },
  house: {
    takes: 'file.json',
    says: 'whose house it is, for --mode live: docs/going-live.md says what stands in it',
  },
  role: {
    takes: 'all|api|market|worker|guard',
    usual: 'all',
    says: 'what this process does: serve, lead the market, send and publish in the background, check the books, or all of it',
  },
  feed: {
    takes: 'simulated|replay|external',
    usual: 'simulated',
    says: 'where prices come from',
  },
  seed: {
    takes: 'text',
    says: 'for tests: a simulated market that anybody can compute from this text',
  },
  'replay-file': {
    takes: 'SYMBOL=file.csv',
    says: 'history to replay, of candles or trades; once for each symbol',
    repeatable: true,
  },
  'replay-speed': { takes: 'factor', usual: '1', says: 'how many times faster than it happened' },
  'replay-half-spread': {
    takes: 'amount',
    usual: '0',
    says: 'half the distance of bid and ask, where the history has one price',
  },
  'external-url': {
    takes: 'url',
    says: 'a websocket (ws://) to read or an address (http://) to poll for quotes as JSON',
  },
  jurisdiction: {
    takes: 'demo|country|eu|uk',
    usual: 'demo',
    says: 'what customers may be offered: everything, what their verified country allows, or one profile for all',
  },
  records: {
    takes: 'on|off',
    usual: 'on',
    says: 'whether each command is recorded with its facts, so that an auditor can decide it again',
  },
  'demo-history': {
    takes: 'on|off',
    usual: 'off',
    says: 'whether a new demo with the simulated feed begins three weeks ago and is filled with trades; npm start turns it on',
  },
  'external-token': {
    takes: 'secret',
    says: 'lets a program that knows it push quotes as JSON to the websocket /api/feed',
  },
  source: {
    takes: 'name=url',
    says: 'one of several named sources of quotes, read or polled as with --external-url; prices are their median',
    repeatable: true,
  },
  'source-token': {
    takes: 'name=secret',
    says: 'a named source that pushes its quotes as with --external-token',
    repeatable: true,
  },
  'sources-min': {
    takes: 'number',
    says: 'how many sources a price needs; more than half of them when not given',
  },
  'sources-age-max': {
    takes: 'milliseconds',
    usual: '3000',
    says: 'how much older than the newest source’s quote another one may be',
  },
  'sources-deviation-max': {
    takes: 'fraction',
    usual: '0.005',
    says: 'how far a source may be from the median of all before it is left out',
  },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof TABLE;
export const OPTIONS: Readonly<Record<OptionName, Option>> = TABLE;

export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  [
    'DATABASE_URL',
    'a PostgreSQL of your own, 15 or later, as the role candor_app, instead of the embedded one',
  ],
  ['DATABASE_OWNER_URL', 'the same database as its owner, for migrations; DATABASE_URL when not given'],
  [
    'DATABASE_TAPE_URL',
    'the same as the role candor_tape, for whoever leads the market; DATABASE_URL when not given, a member of both roles then',
  ],
  [
    'DATABASE_DOOR_URL',
    'the same as the role candor_door, for sessions, mail, chat and content; DATABASE_URL when not given, a member of both roles then',
  ],
  [
    'DATABASE_GUARD_URL',
    'the same as the role candor_guard, which checks the books; DATABASE_URL when not given, a member of both roles then',
  ],

  [
    'DATABASE_SESSION_URL',
    'the same as the role candor_door, with connections that no pooler shares; only for others with pooling=transaction (docs/scaling.md)',
  ],
  [
    'VAULT_KEY',
    'the key that seals secrets and documents, 32 bytes in base64; made in the data folder when not given',
  ],
  ['SMTP_URL', 'a mail server, smtp://user:password@host:587; without it a demo keeps its mail to itself'],
  ['MAIL_FROM', 'the sender of that mail, "Candor <mail@example.com>"'],
  [
    'SMS_URL',
    'where text messages are handed over, by a POST of JSON {to, text}; without it a demo keeps them',
  ],
  ['SMS_TOKEN', 'what that address is told as the bearer token'],
  ['SMS_COUNTRIES', 'the countries that messages go to, as ISO codes: GB,DE,FR'],
  [
    'PAYOUT_URL',
    'where approved withdrawals are handed over to be paid, by a POST of JSON {key, currency, network, address, amount}; without it treasurers pay by hand',
  ],
  [
    'PAYOUT_TOKEN',
    'what that address is told as the bearer token, and what it says at /api/payout/callback; 32 characters or more',
  ],
];

export function helpText(): string {
  const left = Object.entries(OPTIONS).map(([name, option]) => `--${name} <${option.takes}>`);
  const width = Math.max(...left.map((text) => text.length));
  const lines = Object.values(OPTIONS).map((option, row) => {
    const notes = [
      option.usual === undefined ? '' : ` (${option.usual})`,
      option.repeatable === true ? ' (repeatable)' : '',
    ];
    return `  ${left[row]?.padEnd(width)}  ${option.says}${notes.join('')}`;
  });
  const environment = ENVIRONMENT.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`);
  return [
    'Candor, a retail trading platform that can prove it deals fairly.',
    '',
    'npm start -- [options]',
    '',
    ...lines,
    `  ${'--help'.padEnd(width)}  prints this`,
    '',
    'Environment',
    '',
    ...environment,
    `  ${'CANDOR_<OPTION>'.padEnd(width)}  any option above: CANDOR_REPLAY_SPEED=60 is --replay-speed 60`,
    '',
  ].join('\n');
}
