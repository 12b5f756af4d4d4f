/**
 * Writes values of commands as JSON and reads them back exactly. An amount is the text `#` followed by its digits. An instrument
 * is `$` followed by its symbol, because everybody has the same list. Bytes are `%` followed by their hex digits, and a Map is
 * the list of its pairs under `%map`. Any other text that starts with one of these characters is prefixed with `~`.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { instruments } from '../quotes/catalogue.ts';

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** Thrown for a value that JSON can't represent, such as a function. */
export class NotPlain extends Error {}

const MARKS = new Set(['#', '$', '%', '~']);
const MAP = '%map';

/**
 * Converts a value. Omits undefined properties. Throws NotPlain for a function or an instance of a class other than Map and
 * bytes.
 */
export function toPlain(value: unknown): Plain {
  switch (typeof value) {
    case 'bigint':
      return `#${value}`;
    case 'string':
      return MARKS.has(value.charAt(0)) ? `~${value}` : value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotPlain(`expected a finite number, found ${value}`);
      return value;
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : plainObject(value);
    default:
      throw new NotPlain(`expected data, found ${typeof value}`);
  }
}

function plainObject(value: object): Plain {
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Uint8Array) return `%${Buffer.from(value).toString('hex')}`;
  if (value instanceof Map) return { [MAP]: [...value].map((pair) => pair.map(toPlain)) };
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new NotPlain('expected data, found an instance of a class');
  const { symbol } = value as { symbol?: unknown };
  if (typeof symbol === 'string' && instruments.get(symbol) === value) return `$${symbol}`;
  const plain: Record<string, Plain> = {};
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    if (part !== undefined) plain[name] = toPlain(part);
  }
  return plain;
}

/** Converts a value back. Throws if it names an instrument that is not listed. */
export function fromPlain(plain: Plain): unknown {
  if (typeof plain === 'string') return fromText(plain);
  if (plain === null || typeof plain !== 'object') return plain;
  if (Array.isArray(plain)) return plain.map(fromPlain);
  const { [MAP]: pairs } = plain as { readonly [MAP]?: readonly Plain[] };
  if (pairs !== undefined) return new Map(pairs.map((pair) => fromPlain(pair) as [unknown, unknown]));
  return Object.fromEntries(Object.entries(plain).map(([name, part]) => [name, fromPlain(part)]));
}

function fromText(text: string): unknown {
  const rest = text.slice(1);
  switch (text.charAt(0)) {
    case '#':
      return BigInt(rest);
    case '%':
      return Buffer.from(rest, 'hex');
    case '$':
      return listed(rest);
    case '~':
      return rest;
    default:
      return text;
  }
}

function listed(symbol: string): ContractInstrument {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Error(`expected a listed instrument, found ${symbol}`);
  return instrument;
}
