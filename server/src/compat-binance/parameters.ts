/**
 * Reads the parameters of a request. Like the exchange, it accepts them in the query, in the body, or in both, where the query's
 * value wins. The first invalid parameter becomes the answer.
 */
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { failed, illegal, missing, notValid } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import { listedSymbols, pairOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import { invalidSymbol } from './failure.ts';

const PARTS_MAX = 64;
/** Of a parameter. */
export const NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const WHOLE = /^\d{1,18}$/;
const DECIMAL = /^\d{1,20}(\.\d{1,20})?$/;
const SYMBOL = /^[A-Z0-9_.-]{1,20}$/;

export type Given = ReadonlyMap<string, string>;

/**
 * Rejects duplicate names within the query or the body, so that no two parsers can read a request differently. A signature covers
 * the query and the body without a sign between them, so a part without its equals sign, or with two, is rejected as well: whoever
 * copies a request could otherwise end the query within an amount.
 */
export function readGiven(query: string, body: string): Result<Given> {
  const given = new Map<string, string>();
  for (const text of [body, query]) {
    const own = readForm(text);
    if (own === undefined) return failed(-1101, 'Too many parameters sent for this endpoint.');
    for (const [name, value] of own) given.set(name, value);
  }
  return { ok: true, value: given };
}

function readForm(text: string): Given | undefined {
  const own = new Map<string, string>();
  if (text === '') return own;
  const parts = text.split('&', PARTS_MAX + 1);
  if (parts.length > PARTS_MAX) return undefined;
  for (const part of parts) {
    if (part === '') continue;
    const [name = '', value, ...rest] = part.split('=');
    // A signature in base64 may end with the sign.
    if (value === undefined || !NAME.test(name) || (rest.length > 0 && name !== 'signature'))
      return undefined;
    const said = decoded([value, ...rest].join('='));
    if (said === undefined || own.has(name)) return undefined;
    own.set(name, said);
  }
  return own;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Reads one parameter after another and remembers the first failure. */
export class Asked {
  readonly given: Given;
  #failure: Failure | undefined;

  constructor(given: Given) {
    this.given = given;
  }

  get failure(): { readonly ok: false; readonly failure: Failure } | undefined {
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
    return form.test(value) ? value : this.fail(illegal(name, form.source));
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.given.get(name);
    if (value === undefined || value === '') return undefined;
    return choices.find((choice) => choice === value) ?? this.fail(notValid(name));
  }

  whole(name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const text = this.text(name, WHOLE);
    if (text === undefined) return undefined;
    const value = Number(text);
    return value >= min && value <= max ? value : this.fail(notValid(name));
  }

  /** A limit above the maximum counts as the maximum, as the exchange does it. */
  limit(usual: number, max: number): number {
    const value = this.whole('limit', { min: 1 });
    return Math.min(value ?? usual, max);
  }

  decimal(name: string): Amount | undefined {
    const text = this.text(name, DECIMAL);
    if (text === undefined) return undefined;
    const plain = text.replace(/^0+(?=\d)/, '').replace(/(\.\d{8})0+$/, '$1');
    const value = parseAmount(plain);
    return value ?? this.fail(failed(-1111, `Parameter '${name}' has too much precision.`));
  }

  needed<Value>(name: string, value: Value | undefined): Value | undefined {
    return value ?? this.fail(missing(name));
  }

  pair(): Pair | undefined {
    const name = this.given.get('symbol');
    if (name === undefined || name === '') return this.fail(missing('symbol'));
    if (!SYMBOL.test(name)) return this.fail(illegal('symbol', SYMBOL.source));
    return pairOf(name) ?? this.fail(invalidSymbol);
  }

  /** One pair, several as a JSON list, or every listed one. The second value says whether the answer is a list. */
  pairs(): readonly [pairs: readonly Pair[], isList: boolean] {
    if (this.has('symbol') && this.has('symbols')) {
      this.fail(failed(-1128, "Combination of optional parameters invalid: 'symbol', 'symbols'."));
    }
    if (this.has('symbol')) {
      const pair = this.pair();
      return [pair === undefined ? [] : [pair], false];
    }
    const list = this.given.get('symbols');
    if (list === undefined || list === '') return [listedSymbols.flatMap((name) => pairOf(name) ?? []), true];
    const names = namesIn(list);
    if (names === undefined) {
      this.fail(illegal('symbols', '^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$'));
      return [[], true];
    }
    const pairs = names.map((name) => pairOf(name) ?? this.fail(invalidSymbol));
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
  if (!Array.isArray(value) || value.length === 0 || value.length > listedSymbols.length) return undefined;
  return value.every((name) => typeof name === 'string' && SYMBOL.test(name)) ? value : undefined;
}
