/**
 * Reads the file given by `--house`: the legal entity and its licence, its deposit methods, its fund tiers, and the instruments
 * of its live feed. A missing field is reported by live mode. An invalid or unknown field is an error. Demos don't use the file.
 */
import { readFileSync } from 'node:fs';
import { parseAmount } from '@candor/domain/money/amount.ts';
import { Mistake } from './environment.ts';
import {
  CHAINS,
  HOURS_FIELDS,
  HOUSE_FIELDS,
  SERVICE_FIELDS,
  TIER_COUNTS,
  TIER_DECIMALS,
  WIRE_CURRENCIES,
  WIRE_FIELDS,
  namesOf,
} from './house-fields.ts';

export type WireConfig = {
  readonly beneficiary: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly swift: string;
  readonly account: string;
};

/** The opening hours of customer service in a time zone; days run from 1 (Monday) to 7 (Sunday). */
export type ServiceHours = {
  readonly days: number[];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
};

/** The fund's tiers from the lowest to the highest, to be published as terms. */
export type FundTierConfig = Readonly<Record<keyof typeof TIER_DECIMALS | keyof typeof TIER_COUNTS, string>>;

export type HouseConfig = {
  readonly legalEntity: string | undefined;
  readonly licenceNumber: string | undefined;
  /** The licence's URL in a public register. */
  readonly registerUrl: string | undefined;
  /** The invite code with which the first customers register. */
  readonly inviteCode: string | undefined;
  /** Where deposits are sent: an address per chain, and bank instructions per currency. */
  readonly ways: {
    readonly addresses: Readonly<Record<string, string>>;
    readonly wires: Readonly<Record<string, WireConfig>>;
  };
  /** Contacts and opening hours of customer service outside the app. */
  readonly service: {
    readonly email: string | undefined;
    readonly hours: ServiceHours | undefined;
  };
  readonly fundTiers: readonly FundTierConfig[];
  /** The symbols of the live feed that can be traded. */
  readonly instruments: readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;

export function readHouse(path: string): HouseConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Mistake(`--house: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return houseOf(text);
}

export function houseOf(text: string): HouseConfig {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Mistake('--house is not valid JSON.');
  }
  const house = fieldsOf(value, 'the file', namesOf(HOUSE_FIELDS));
  const registerUrl = textOf(house, 'register_url');
  if (registerUrl !== undefined && URL.parse(registerUrl)?.protocol !== 'https:') {
    throw new Mistake('--house: register_url must begin with https://.');
  }
  const addresses = fieldsOf(house['deposit_addresses'] ?? {}, 'deposit_addresses', CHAINS);
  const wires = fieldsOf(house['wires'] ?? {}, 'wires', WIRE_CURRENCIES);
  return {
    legalEntity: textOf(house, 'legal_entity'),
    licenceNumber: textOf(house, 'licence_number'),
    registerUrl,
    inviteCode: textOf(house, 'invite_code'),
    ways: {
      addresses: mapOf(addresses, (_, chain) => neededText(addresses, chain, 'deposit_addresses')),
      wires: mapOf(wires, wireOf),
    },
    service: serviceOf(house['service'] ?? {}),
    fundTiers: inOrder(listOf(house, 'fund_tiers').map(tierOf)),
    instruments: listOf(house, 'instruments').map(symbolOf),
  };
}

function serviceOf(value: unknown): HouseConfig['service'] {
  const service = fieldsOf(value, 'service', namesOf(SERVICE_FIELDS));
  const email = textOf(service, 'email');
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Mistake('--house: service.email must be an e-mail address.');
  const hours = service['hours'] === undefined ? undefined : hoursOf(service['hours']);
  return { email, hours };
}

function hoursOf(value: unknown): ServiceHours {
  const hours = fieldsOf(value, 'service.hours', namesOf(HOURS_FIELDS));
  const [from, to, time_zone] = ['from', 'to', 'time_zone'].map((name) =>
    neededText(hours, name, 'service.hours'),
  ) as [string, string, string];
  const days = listOf(hours, 'days').filter((day) => isWhole(day) && day >= 1 && day <= 7) as number[];
  if (days.length === 0 || days.length !== listOf(hours, 'days').length || new Set(days).size !== days.length)
    throw new Mistake('--house: service.hours.days must be days from 1 (Monday) to 7 (Sunday).');
  if (![from, to].every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    throw new Mistake('--house: service.hours.from and to must be times, such as "09:00".');
  try {
    Intl.DateTimeFormat('en', { timeZone: time_zone });
  } catch {
    throw new Mistake('--house: service.hours.time_zone must be a time zone, such as "Europe/Berlin".');
  }
  return { days: days.toSorted((one, other) => one - other), from, to, time_zone };
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

function wireOf(value: unknown, currency: string): WireConfig {
  const wire = fieldsOf(value, `wires.${currency}`, namesOf(WIRE_FIELDS));
  const [beneficiary, bank_name, bank_address, swift, account] = namesOf(WIRE_FIELDS).map((name) =>
    neededText(wire, name, `wires.${currency}`),
  ) as [string, string, string, string, string];
  return { beneficiary, bank_name, bank_address, swift, account };
}

function tierOf(value: unknown): FundTierConfig {
  const tier = fieldsOf(value, 'fund_tiers', namesOf({ ...TIER_DECIMALS, ...TIER_COUNTS }));
  const decimals = namesOf(TIER_DECIMALS).map((name) => {
    const text = neededText(tier, name, 'fund_tiers');
    if (parseAmount(text) === undefined)
      throw new Mistake(`--house: fund_tiers.${name} must be a decimal in quotes, such as "0.5".`);
    return [name, text] as const;
  });
  const counts = namesOf(TIER_COUNTS).map((name) => {
    const count = tier[name] ?? (name === 'limit_per_account' ? 0 : undefined);
    if (
      typeof count !== 'number' ||
      !Number.isInteger(count) ||
      count < (name === 'limit_per_account' ? 0 : 1)
    )
      throw new Mistake(`--house: fund_tiers.${name} must be a whole number.`);
    return [name, count.toString()] as const;
  });
  return Object.fromEntries([...decimals, ...counts]) as FundTierConfig;
}

/** A tier must start at or above the end of the previous one, so that an amount belongs to only one tier. */
function inOrder(tiers: readonly FundTierConfig[]): readonly FundTierConfig[] {
  const figure = (text: string): bigint => parseAmount(text) ?? 0n;
  for (const [at, { min, max, rate_min, rate_max }] of tiers.entries()) {
    const before = tiers[at - 1];
    if (figure(min) >= figure(max) || figure(min) < figure(before?.max ?? '0'))
      throw new Mistake('--house: fund_tiers must go from the lowest to the highest and not overlap.');
    if (figure(rate_min) > figure(rate_max) || figure(rate_max) === 0n)
      throw new Mistake(
        '--house: fund_tiers.rate_min must not exceed rate_max, and rate_max must be above 0.',
      );
  }
  return tiers;
}

function symbolOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Mistake('--house: instruments must be symbols, such as "BTC/USDT".');
}

/** Rejects fields that are not in `known`. */
function fieldsOf(value: unknown, called: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Mistake(`--house: ${called} must be an object.`);
  }
  const stray = Object.keys(value).find((name) => !known.includes(name));
  if (stray !== undefined) throw new Mistake(`--house: ${called} has no field "${stray}".`);
  return value as Fields;
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new Mistake(`--house: ${name} must be a non-empty text.`);
}

function neededText(fields: Fields, name: string, called: string): string {
  const value = textOf(fields, name);
  if (value === undefined) throw new Mistake(`--house: ${called} lacks ${name}.`);
  return value;
}

function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new Mistake(`--house: ${name} must be a list.`);
}

function mapOf<Value>(
  fields: Fields,
  of: (value: unknown, name: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, of(value, name)]));
}
