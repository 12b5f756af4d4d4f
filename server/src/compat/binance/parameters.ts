/**
 * Parses the parameters of a request. Like the exchange, it accepts them in the query, in the body, or in both; if both have a
 * parameter, the query's value wins. The first invalid parameter determines the answer.
 */
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { LIMITS } from '../../limits.ts';
import * as failures from './failure.ts';
import type { Failure, Result } from './failure.ts';
import { listedSymbols, pairOf } from './pairs.ts';
import type { Pair } from './pairs.ts';

/** Parameter names must match this. */
export const NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const WHOLE = /^[0-9]{1,20}$/;
const DECIMAL = /^([0-9]{1,20})(\.[0-9]{1,20})?$/;
const SYMBOL = /^[A-Z0-9-_.]{1,20}$/;
const SYMBOLS = '^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$';
/**
 * Numbers from here on are microseconds. Milliseconds reach this value in the year 5138, and microseconds exceeded it in 1973.
 */
const MICROSECONDS_FROM = 100_000_000_000_000;
const WINDOW_USUAL_MS = 5000;
const WINDOW = /^[0-9]{1,20}(\.[0-9]{1,3})?$/;

export type Given = ReadonlyMap<string, string>;
type Failing = { readonly ok: false; readonly failure: Failure };
export type Period = { readonly startMs: number | undefined; readonly endMs: number | undefined };

/**
 * Rejects duplicate names within the query or the body, so that no two parsers can read a request differently. A signature covers
 * the query and the body joined without a separator. Parts that have no equals sign, or two, are therefore rejected as well:
 * otherwise somebody who copies a request could end the query within an amount.
 */
export function readGiven(query: string, body: string): Result<Given> {
  const given = new Map<string, string>();
  for (const text of [body, query]) {
    const own = readForm(text);
    if (!own.ok) return own;
    for (const [name, value] of own.value) given.set(name, value);
  }
  return { ok: true, value: given };
}

function readForm(text: string): Result<Given> {
  const own = new Map<string, string>();
  const { partsMax } = LIMITS.compat;
  const parts = text === '' ? [] : text.split('&', partsMax + 1);
  if (parts.length > partsMax) return failures.tooManyParameters;
  for (const part of parts) {
    if (part === '') continue;
    const [name = '', value, ...rest] = part.split('=');
    // Only a base64 signature may contain further equals signs, at its end.
    if (value === undefined || !NAME.test(name) || (rest.length > 0 && name !== 'signature'))
      return failures.tooManyParameters;
    const said = decoded([value, ...rest].join('='));
    if (said === undefined) return failures.illegalParameters;
    if (own.has(name)) return failures.duplicateParameters;
    own.set(name, said);
  }
  return { ok: true, value: own };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Refuses parameters that the call doesn't read, because the sender expects them to have an effect, and parameters without a
 * value.
 */
export function namesViolation(given: Given, takes: ReadonlySet<string>): Failing | undefined {
  const read = [...given.keys()].filter((name) => takes.has(name));
  if (read.length < given.size) {
    return failures.failed(
      -1104,
      `Not all sent parameters were read; read '${read.length}' parameter(s) but was sent '${given.size}'.`,
    );
  }
  const blank = read.find((name) => given.get(name) === '');
  return blank === undefined ? undefined : failures.empty(blank);
}

/** Reads the parameters of a request and remembers the first failure. */
export class Asked {
  readonly given: Given;
  #failure: Failure | undefined;

  constructor(given: Given) {
    this.given = given;
  }

  get failure(): Failing | undefined {
    return this.#failure === undefined ? undefined : { ok: false, failure: this.#failure };
  }

  fail({ failure }: { readonly failure: Failure }): undefined {
    this.#failure ??= failure;
    return undefined;
  }

  has(name: string): boolean {
    return (this.given.get(name) ?? '') !== '';
  }

  text(name: string, form: RegExp): string | undefined {
    const value = this.given.get(name);
    if (value === undefined || value === '') return undefined;
    return form.test(value) ? value : this.fail(failures.illegal(name, form.source));
  }

  oneOf<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    otherwise: { readonly failure: Failure } = failures.notValid(name),
  ): Choice | undefined {
    const value = this.given.get(name);
    if (value === undefined || value === '') return undefined;
    return choices.find((choice) => choice === value) ?? this.fail(otherwise);
  }

  flag(name: string): boolean | undefined {
    const said = this.oneOf(name, ['true', 'false']);
    return said === undefined ? undefined : said === 'true';
  }

  whole(name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const text = this.text(name, WHOLE);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isSafeInteger(value)) return this.fail(failures.overflowed(name));
    return value >= min && value <= max ? value : this.fail(failures.notValid(name));
  }

  /** Returns a time, which is in milliseconds or, as the exchange also allows, in microseconds. */
  time(name: string): number | undefined {
    const value = this.whole(name);
    return value === undefined || value < MICROSECONDS_FROM ? value : Math.floor(value / 1000);
  }

  /** Returns how long the request is valid, which may have up to three decimals. */
  window(): number {
    const text = this.text('recvWindow', WINDOW);
    const value = text === undefined ? WINDOW_USUAL_MS : Number(text);
    if (value > LIMITS.apiKeys.windowMsMax) this.fail(failures.windowTooLong);
    return value;
  }

  period({ isOfADay = false } = {}): Period {
    const [startMs, endMs] = [this.time('startTime'), this.time('endTime')];
    if (isOfADay && startMs !== undefined && endMs !== undefined && endMs - startMs > DAY_MS)
      this.fail(failures.moreThanADay);
    return { startMs, endMs };
  }

  /** Fails if the request has parameters of more than one of the groups. */
  excluding(...groups: readonly (readonly string[])[]): void {
    const sent = groups.flatMap((names) => names.find((name) => this.has(name)) ?? []);
    if (sent.length > 1) this.fail(failures.combination(...sent));
  }

  /** Returns the limit. A value above the maximum is reduced to the maximum, as on the exchange. */
  limit(): number {
    const { rowsUsual, rowsMax } = LIMITS.compat;
    return Math.min(this.whole('limit', { min: 1 }) ?? rowsUsual, rowsMax);
  }

  decimal(name: string): Amount | undefined {
    const text = this.text(name, DECIMAL);
    if (text === undefined) return undefined;
    const plain = text.replace(/^0+(?=\d)/, '').replace(/(\.\d{8})0+$/, '$1');
    return parseAmount(plain) ?? this.fail(failures.tooPrecise(name));
  }

  needed<Value>(name: string, value: Value | undefined): Value | undefined {
    return value ?? this.fail(failures.missing(name));
  }

  eitherNeeded(one: string, other: string): void {
    if (!this.has(one) && !this.has(other)) this.fail(failures.bothMissing(one, other));
  }

  pair(): Pair | undefined {
    const name = this.given.get('symbol');
    if (name === undefined || name === '') return this.fail(failures.missing('symbol'));
    if (!SYMBOL.test(name)) return this.fail(failures.illegal('symbol', SYMBOL.source));
    return pairOf(name) ?? this.fail(failures.invalidSymbol);
  }

  /** Returns one pair, several given as a JSON list, or all pairs. The second value says whether the answer is a list. */
  pairs(): readonly [pairs: readonly Pair[], isList: boolean] {
    this.excluding(['symbol'], ['symbols']);
    if (this.has('symbol')) {
      const pair = this.pair();
      return [pair === undefined ? [] : [pair], false];
    }
    const list = this.given.get('symbols');
    if (list === undefined || list === '') return [listedSymbols.flatMap((name) => pairOf(name) ?? []), true];
    const names = namesIn(list);
    if (names === undefined) {
      this.fail(failures.illegal('symbols', SYMBOLS));
      return [[], true];
    }
    if (new Set(names).size < names.length) this.fail(failures.duplicateSymbols);
    const pairs = names.map((name) => pairOf(name) ?? this.fail(failures.invalidSymbol));
    return [pairs.filter((pair) => pair !== undefined), true];
  }
}

function namesIn(text: string): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((name) => typeof name === 'string' && SYMBOL.test(name)) ? value : undefined;
}
