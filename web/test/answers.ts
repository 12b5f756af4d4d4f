/**
 * Generates server answers from the protocol's table: for each call, an output that is valid for its schema, with realistic
 * figures or edge cases. `true-to-life.ts` adds rules that no schema states but a server always follows, such as the two
 * currencies of a pair.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import { calls } from '@candor/protocol/features.ts';
import { cursor, decimalOut, id, seconds, symbol } from '@candor/protocol/fields.ts';
import * as v from 'valibot';
import type { Random } from './random.ts';
import { randomFrom } from './random.ts';
import { LONG_TEXT, NOW_MS, decimalOf, isStructural, textOf } from './figures.ts';
import { SYMBOLS, nth } from './instruments.ts';
import { trueToLife } from './true-to-life.ts';

/**
 * `usual`: a few rows; `empty`: no rows and no optional fields; `long`: long texts and many rows; `zero` and `huge`: all amounts
 * are zero or huge.
 */
export const variants = ['usual', 'empty', 'long', 'zero', 'huge'] as const;
export type Variant = (typeof variants)[number];

const ROWS: Readonly<Record<Variant, number>> = { usual: 3, empty: 0, long: 12, zero: 2, huge: 2 };

/** Texts in the formats that schemas require. */
const FORMS: readonly string[] = [
  '1001',
  'fees',
  'ab12'.repeat(8),
  '08:30',
  '2026-11-20',
  '123456',
  'lena@example.com',
];

type Place = {
  readonly name: CallName;
  /** The last field on the path or, for an item of a list, the field of the list. */
  readonly field: string;
  /** The index in the innermost list, from 0. */
  readonly at: number;
  readonly variant: Variant;
  readonly random: Random;
};

type Schema = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly value?: Schema;
  readonly items?: readonly Schema[];
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
};

export type Input = Readonly<Record<string, unknown>>;
export type Wanted = { readonly variant: Variant; readonly seed?: number };

/** Returns a call's answer that is valid for its schema. An invalid answer would be a bug in this file. */
export function answerOf(name: CallName, input: Input, { variant, seed = 1 }: Wanted): unknown {
  const place: Place = { name, field: '', at: 0, variant, random: randomFrom(seed) };
  const made = trueToLife(name, valueOf(calls[name].output, place), input);
  const parsed = v.safeParse(calls[name].output, made);
  if (parsed.success) return made;
  const issue = parsed.issues[0];
  throw new Error(
    `expected the answer made for ${name} to match its schema, found ${v.getDotPath(issue) ?? ''} ${issue.message}`,
  );
}

function valueOf(schema: Schema, place: Place): unknown {
  switch (schema.type) {
    case 'object':
    case 'strict_object':
      return objectOf(schema.entries ?? {}, place);
    case 'array':
      return listOf(schema, place);
    case 'nullable':
      return isLeftOut(place) ? null : valueOf(inner(schema.wrapped), place);
    case 'optional':
      return isLeftOut(place) ? undefined : valueOf(inner(schema.wrapped), place);
    case 'picklist':
      return pick(schema.options ?? [], place);
    case 'literal':
      return schema.literal;
    case 'union':
      return valueOf(pick(schema.options as readonly Schema[], place), place);
    case 'boolean':
      return booleanOf(place);
    case 'number':
      return numberOf(schema, place);
    case 'record':
      return place.variant === 'empty'
        ? {}
        : { [textOf({ ...place, field: 'symbol' })]: valueOf(inner(schema.value), place) };
    case 'tuple':
      return (schema.items ?? []).map((item) => valueOf(item, place));
    case 'string':
      return stringOf(schema, place);
    case 'null':
      return null;
    case 'custom':
      return 'market_closed';
    default:
      throw new Error(
        `expected a supported schema type, found ${schema.type} at ${place.name} ${place.field}`,
      );
  }
}

function inner(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('expected a schema to have its inner part, found none');
  return schema;
}

function objectOf(entries: Readonly<Record<string, Schema>>, place: Place): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries)
      .map(([field, schema]) => [field, valueOf(schema, { ...place, field })] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function listOf({ item }: Schema, place: Place): unknown[] {
  const rows = ROWS[place.variant];
  // Lists of picklist values and of symbols contain each value once.
  const count = Math.min(rows, optionsOf(inner(item)));
  return Array.from({ length: count }, (_, at) => valueOf(inner(item), { ...place, at }));
}

/** Returns the number of different values that `stringOf` and `pick` make for an item of a list. */
function optionsOf(item: Schema): number {
  if (item.type === 'picklist') return item.options?.length ?? 0;
  return item === (symbol as unknown as Schema) ? SYMBOLS.length : Infinity;
}

/**
 * Returns whether an optional field is left out. The next page's cursor is always left out, because lists would otherwise never
 * end. The variant `empty` leaves out all fields, `long` none, and every other variant a third.
 */
function isLeftOut({ field, variant, random }: Place): boolean {
  if (field === 'next' || field === 'cursor') return true;
  if (variant === 'empty') return true;
  return variant !== 'long' && random() < 1 / 3;
}

/** Picks an option. Rows cycle through the options; a single value gets a random option. */
function pick<Option>(options: readonly Option[], { at, random }: Place): Option {
  const index = at > 0 ? at % options.length : Math.floor(random() * options.length);
  return nth(options, index);
}

function booleanOf({ variant, random }: Place): boolean {
  return variant === 'empty' ? false : random() < 0.7;
}

function numberOf(schema: Schema, { field, at, variant, random }: Place): number {
  if (schema === (seconds as unknown as Schema) || field === 'seconds') {
    return field === 'seconds' ? 60 : Math.floor(NOW_MS / 1000) - 600 * (at + 1);
  }
  if (field.endsWith('_ms') || field === 'ms') return NOW_MS - 600_000 * (at + 1);
  if (field === 'leverage' || field === 'leverages') return nth([1, 2, 5, 10, 20, 50, 100], at);
  if (field.endsWith('seq') || field === 'number') return 1000 + at;
  if (variant === 'zero' && !isStructural(field)) return 0;
  if (variant === 'huge' && !isStructural(field)) return 1_234_567;
  return 1 + Math.floor(random() * 30);
}

function stringOf(schema: Schema, place: Place): string {
  if (schema === (decimalOut as unknown as Schema)) return decimalOf(place);
  if (schema === (symbol as unknown as Schema)) return nth(SYMBOLS, place.at);
  if (schema === (id as unknown as Schema)) return String(1001 + place.at);
  if (schema === (cursor as unknown as Schema)) return 'c1';
  const text = textOf(place);
  const free = schema.pipe === undefined;
  if (free) return place.variant === 'long' && text.includes(' ') ? LONG_TEXT : text;
  const fitting = [text, ...FORMS].find((form) => v.is(schema as unknown as v.GenericSchema, form));
  if (fitting === undefined)
    throw new Error(`expected a text that fits ${place.name} ${place.field}, found none`);
  return fitting;
}
