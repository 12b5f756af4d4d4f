/**
 * Reads the command line and the environment into a typed configuration. It is pure: it returns an error as one sentence for the
 * user, which `main` prints.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { Mistake, databaseOf, mailOf, payoutOf, textMessagesOf, vaultKeyOf } from './environment.ts';
import type {
  DatabaseConfig,
  Environment,
  MailConfig,
  PayoutConfig,
  TextMessageConfig,
} from './environment.ts';
import { readHouse } from './house.ts';
import type { HouseConfig } from './house.ts';
import type { Network } from '../callers/addresses.ts';
import { consolePortOf, metricsOf, originsOf } from './door.ts';
import type { ConsoleDoorConfig, MetricsConfig } from './door.ts';
import { networksOf } from './networks.ts';
import { OPTIONS, helpText } from './options.ts';
import type { OptionName } from './options.ts';
import { EXTERNAL_OPTIONS, externalOf } from './sources.ts';
import type { ExternalConfig } from './sources.ts';
import { pushServicesOf } from './push.ts';
import type { PushServicesConfig } from './push.ts';
import { ROLES } from './roles.ts';
import type { Role } from './roles.ts';
import { timeStampsOf } from './time-stamps.ts';
import type { TimeStampConfig } from './time-stamps.ts';
import { appRollbackOf, tlogOf } from './tlog.ts';
import type { TlogConfig } from './tlog.ts';

export type FeedConfig =
  | { readonly kind: 'simulated'; readonly seed?: string }
  | {
      readonly kind: 'replay';
      readonly files: readonly { readonly symbol: string; readonly path: string }[];
      readonly speed: number;
      readonly halfSpread: Amount;
    }
  | ({ readonly kind: 'external' } & ExternalConfig);

export type Config = {
  readonly mode: 'demo' | 'live';
  /** Required in live mode, absent in a demo. */
  readonly house: HouseConfig | undefined;
  readonly port: number;
  readonly host: string;
  /** An absolute path. */
  readonly data: string;
  /** Where the embedded database copies its WAL. Undefined: nowhere. */
  readonly walArchive: string | undefined;
  readonly role: Role;
  /** The profile of the jurisdiction policy, which depends on the group of customers. */
  readonly jurisdictions: JurisdictionMode;
  /** Whether commands are recorded with their facts. */
  readonly records: boolean;
  /** Whether a new demo gets a history of three weeks. */
  readonly demoHistory: boolean;
  readonly feed: FeedConfig;
  readonly database: DatabaseConfig;
  /** Undefined: the data folder's key is used. */
  readonly vaultKey: Buffer | undefined;
  /** Undefined: mail is not sent, only stored. */
  readonly mail: MailConfig | undefined;
  /** Undefined: text messages are not sent, only stored. */
  readonly textMessages: TextMessageConfig | undefined;
  /** Undefined: treasurers pay approved withdrawals manually. */
  readonly payout: PayoutConfig | undefined;
  /** Such as "https://candor.example". Without it, the server accepts only local callers. */
  readonly origin: string | undefined;
  /** Includes `origin`. */
  readonly publicOrigins: readonly string[];
  /** Proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly Network[];
  readonly console: ConsoleDoorConfig;
  readonly logFormat: 'text' | 'json';
  /** Where Prometheus reads the metrics. Undefined: nowhere. */
  readonly metrics: MetricsConfig | undefined;
  /**
   * The name of the transparency log, its witnesses, and how many of them must have cosigned a checkpoint before it is served.
   */
  readonly tlog: TlogConfig;
  /** The reason why an older build of the customers' app is served again. Undefined if older builds must not be served. */
  readonly appRollback: string | undefined;
  readonly timeStamps: TimeStampConfig;
  /** The interval between statements of liabilities. */
  readonly liabilitiesEveryMs: number;
  /** The push services that may appear in a browser's subscription. */
  readonly pushServices: PushServicesConfig;
};

export type ConfigOutcome =
  | { readonly kind: 'run'; readonly config: Config }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly sentence: string };

type Given = (name: OptionName) => readonly string[];

export function readConfig(argv: readonly string[], environment: Environment): ConfigOutcome {
  try {
    const given = givenOptions(argv, environment);
    if (given === 'help') return { kind: 'help', text: helpText() };
    return { kind: 'run', config: configOf(given, environment) };
  } catch (error) {
    if (error instanceof Mistake) return { kind: 'wrong', sentence: error.message };
    throw error;
  }
}

function configOf(given: Given, environment: Environment): Config {
  return {
    mode: choiceOf(given, 'mode', ['demo', 'live']),
    house: houseOfFile(given),
    port: integerOf(given, 'port', { min: 0, max: 65_535 }),
    host: textOf(given, 'host'),
    data: resolve(textOf(given, 'data')),
    walArchive: walArchiveOf(given, environment),
    role: choiceOf(given, 'role', ROLES),
    jurisdictions: choiceOf(given, 'jurisdiction', ['demo', 'country', 'eu', 'uk']),
    records: choiceOf(given, 'records', ['on', 'off']) === 'on',
    demoHistory: choiceOf(given, 'demo-history', ['on', 'off']) === 'on',
    feed: feedOf(given),
    database: databaseOf(environment),
    vaultKey: vaultKeyOf(environment),
    mail: mailOf(environment),
    textMessages: textMessagesOf(environment),
    payout: payoutOf(environment),
    origin: originOf(given),
    publicOrigins: originsOf('public-origins', given('public-origins').at(-1)),
    trustedProxies: optionalNetworksOf(given, 'trusted-proxies'),
    console: consoleOf(given),
    logFormat: choiceOf(given, 'log-format', ['text', 'json']),
    metrics: metricsOf(given('metrics-port').at(-1), {
      host: textOf(given, 'metrics-host'),
      customersPort: integerOf(given, 'port', { min: 0, max: 65_535 }),
    }),
    tlog: tlogOf(
      given('log-origin').at(-1),
      given('witness'),
      given('witness-quorum').at(-1),
      choiceOf(given, 'mode', ['demo', 'live']),
    ),
    appRollback: appRollbackOf(given('app-rollback').at(-1)),
    timeStamps: timeStampsOf(
      given('time-stamps'),
      integerOf(given, 'time-stamps-every', { min: 1, max: 86_400 }),
      given('time-stamps-anchors').at(-1),
    ),
    liabilitiesEveryMs: integerOf(given, 'liabilities-every', { min: 1, max: 3600 }) * 1000,
    pushServices: pushServicesOf(textOf(given, 'push-services')),
  };
}

function walArchiveOf(given: Given, environment: Environment): string | undefined {
  const folder = given('wal-archive').at(-1);
  if (folder === undefined) return undefined;
  if (databaseOf(environment).kind === 'given')
    throw new Mistake(
      '--wal-archive works only with the embedded database. Set up WAL archiving on the server of DATABASE_URL itself.',
    );
  return resolve(textOf(given, 'wal-archive'));
}

function consoleOf(given: Given): ConsoleDoorConfig {
  const customersPort = integerOf(given, 'port', { min: 0, max: 65_535 });
  return {
    port: consolePortOf(given('console-port').at(-1), customersPort),
    host: given('console-host').at(-1) ?? textOf(given, 'host'),
    origins: originsOf('console-origins', given('console-origins').at(-1)),
    networks: networksOf('console-networks', textOf(given, 'console-networks')),
  };
}

function optionalNetworksOf(given: Given, name: OptionName): readonly Network[] {
  const text = given(name).at(-1);
  const networks = text === undefined ? [] : networksOf(name, text);
  if (networks.some(({ prefix }) => prefix === 0))
    throw new Mistake(
      `--${name} must not include every address: any client could then claim another address.`,
    );
  return networks;
}

/** A demo with play money has no legal entity, so giving it a house file is an error. */
function houseOfFile(given: Given): HouseConfig | undefined {
  const path = given('house').at(-1);
  if (path === undefined) return undefined;
  if (textOf(given, 'mode') === 'demo')
    throw new Mistake('--house is for --mode live, and the mode is demo.');
  return readHouse(resolve(path));
}

function feedOf(given: Given): FeedConfig {
  const kind = choiceOf(given, 'feed', ['simulated', 'replay', 'external']);
  belongsTo(given, kind, {
    simulated: ['seed'],
    replay: ['replay-file', 'replay-speed', 'replay-half-spread'],
    external: EXTERNAL_OPTIONS,
  });
  if (kind === 'simulated') {
    const seed = given('seed').at(-1) === undefined ? undefined : textOf(given, 'seed');
    return { kind, ...(seed !== undefined && { seed }) };
  }
  if (kind === 'external') return { kind, ...externalOf(given, (name) => textOf(given, name)) };
  const files = given('replay-file').map(replayFileOf);
  if (files.length === 0)
    throw new Mistake('--feed replay needs at least one --replay-file SYMBOL=file.csv.');
  const symbols = files.map((file) => file.symbol);
  const twice = symbols.find((symbol, row) => symbols.indexOf(symbol) !== row);
  if (twice !== undefined) throw new Mistake(`--replay-file names ${twice} twice; give one file per symbol.`);
  return { kind, files, speed: speedOf(given), halfSpread: halfSpreadOf(given) };
}

/** An option of a feed that is not in use is an error, not silently ignored. */
function belongsTo(given: Given, kind: string, owned: Readonly<Record<string, readonly OptionName[]>>): void {
  for (const [owner, names] of Object.entries(owned)) {
    const stray = owner === kind ? undefined : names.find((name) => given(name).length > 0);
    if (stray !== undefined) throw new Mistake(`--${stray} is for --feed ${owner}, and the feed is ${kind}.`);
  }
}

function replayFileOf(text: string): { symbol: string; path: string } {
  const cut = text.indexOf('=');
  const symbol = text.slice(0, cut);
  const path = text.slice(cut + 1);
  if (cut < 1 || path === '') throw new Mistake(`--replay-file must be SYMBOL=file.csv, not "${text}".`);
  return { symbol, path: resolve(path) };
}

function speedOf(given: Given): number {
  const text = textOf(given, 'replay-speed');
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (speed > 0 && speed <= 1_000_000) return speed;
  throw new Mistake(`--replay-speed must be above 0 and at most 1000000, not "${text}".`);
}

function halfSpreadOf(given: Given): Amount {
  const text = textOf(given, 'replay-half-spread');
  const halfSpread = parseAmount(text);
  if (halfSpread !== undefined) return halfSpread;
  throw new Mistake(`--replay-half-spread must be an amount such as 0.25, not "${text}".`);
}

/** Browsers allow passkeys and wallets only on pages loaded over https or from this machine. */
function originOf(given: Given): string | undefined {
  const text = given('origin').at(-1);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const near = url?.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url !== null && (url.protocol === 'https:' || near) && `${url.origin}/` === url.href) return url.origin;
  throw new Mistake(`--origin must look like https://candor.example, not "${text}".`);
}

function textOf(given: Given, name: OptionName): string {
  const text = given(name).at(-1) ?? OPTIONS[name].usual ?? '';
  if (text.trim() === '') throw new Mistake(`--${name} must not be empty.`);
  return text;
}

function choiceOf<Choice extends string>(given: Given, name: OptionName, choices: readonly Choice[]): Choice {
  const text = textOf(given, name);
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new Mistake(
    `--${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not "${text}".`,
  );
}

function integerOf(given: Given, name: OptionName, range: { min: number; max: number }): number {
  const text = textOf(given, name);
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new Mistake(`--${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`);
}

function givenOptions(argv: readonly string[], environment: Environment): Given | 'help' {
  const values = new Map<string, string[]>();
  for (const [name, value] of typedOptions(argv)) {
    if (name === 'help') return 'help';
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  for (const [name, [first, second]] of values) {
    const { repeatable } = OPTIONS[name as OptionName];
    if (second !== undefined && repeatable !== true) {
      throw new Mistake(`--${name} is given twice, as "${first}" and as "${second}".`);
    }
  }
  return (name) => {
    const typed = values.get(name);
    if (typed !== undefined) return typed;
    const variable = environment[`CANDOR_${name.toUpperCase().replaceAll('-', '_')}`];
    return variable === undefined || variable === '' ? [] : [variable];
  };
}

function typedOptions(argv: readonly string[]): [string, string][] {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens.map((token) => {
    if (token.kind !== 'option') throw new Mistake(`"${argv[token.index]}" is not an option; see --help.`);
    if (token.name === 'help') return ['help', ''];
    if (!Object.hasOwn(OPTIONS, token.name)) throw new Mistake(unknownOption(token.rawName));
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      throw new Mistake(
        `${token.rawName} needs a value: ${token.rawName} <${OPTIONS[token.name as OptionName].takes}>.`,
      );
    }
    return [token.name, token.value];
  });
}

function unknownOption(typed: string): string {
  const name = typed.replace(/^-+/, '');
  const near = Object.keys(OPTIONS).find((known) => known.startsWith(name) || name.startsWith(known));
  return near === undefined || name === ''
    ? `There is no option ${typed}; see --help.`
    : `There is no option ${typed}; did you mean --${near}?`;
}
