/** The examples in the OpenAPI document: requests that a developer would send, and answers generated from their schemas. */
import * as v from 'valibot';
import type { CallRow, Schema } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RequestExample } from '@candor/protocol/reference.ts';
import type { JsonSchema } from './openapi-schema.ts';
import { textOf } from './openapi-fields.ts';

/** Returns a value for a schema: a sample for the field's name if there is one, and otherwise one generated from the schema. */
export function sampleOf(schema: JsonSchema | boolean | undefined, call: CallName, field = ''): unknown {
  if (schema === undefined || typeof schema === 'boolean') return {};
  const { like } = textOf(call, field);
  if (like !== undefined && fits(schema, like)) return like;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return sampleOf(choices[0], call, field);
  if (schema.type === 'array') return listOf(schema, call, field);
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [
        name,
        sampleOf(inner as JsonSchema, call, name),
      ]),
    );
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, field);
  return schema.type === 'null' ? null : textLike(schema);
}

function listOf(schema: JsonSchema, call: CallName, field: string): unknown[] {
  const { prefixItems, items } = schema as { prefixItems?: readonly JsonSchema[]; items?: JsonSchema };
  if (prefixItems !== undefined) return prefixItems.map((one) => sampleOf(one, call, field));
  const count = Math.max(1, schema.minItems ?? 1);
  return Array.from({ length: count }, () => sampleOf(items, call, field));
}

function numberOf({ minimum = 0 }: JsonSchema, field: string): number {
  if (field.endsWith('_ms')) return 1_764_313_200_000;
  if (field.endsWith('_at') || field.endsWith('_until')) return 1_764_313_200;
  return Math.max(1, minimum);
}

/** Sample texts of the protocol's formats. The first one that the field's pattern accepts is used. */
const TEXTS = [
  '12.5',
  '4711',
  'BTC/USDT',
  '2026-11-27',
  '2026',
  'BTC',
  '09:00',
  'text',
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
];

function textLike({
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
  format,
}: JsonSchema): string {
  if (format === 'date') return '2026-11-27';
  if (format === 'email') return 'lena@example.com';
  const exact = /\[0-9a-f\]\{(\d+)\}/.exec(pattern ?? '')?.[1];
  if (exact !== undefined && Number(exact) >= 32) return 'ab'.repeat(Number(exact) / 2);
  const plain = pattern === undefined ? 'text' : TEXTS.find((text) => new RegExp(pattern, 'u').test(text));
  return (plain ?? 'text').padEnd(minLength, 'x').slice(0, maxLength);
}

/** Whether a sample has the type and form that the field's schema requires. */
function fits(schema: JsonSchema, like: string | number | boolean | null): boolean {
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return choices.some((choice) => fits(choice, like));
  if (schema.const !== undefined) return schema.const === like;
  if (schema.enum !== undefined) return schema.enum.includes(like);
  if (like === null) return schema.type === 'null';
  if (typeof like === 'boolean') return schema.type === 'boolean';
  if (typeof like === 'number') return isNumberWithin(schema, like);
  if (schema.type !== 'string') return false;
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isLong = like.length >= minLength && like.length <= maxLength;
  return isLong && (pattern === undefined || new RegExp(pattern, 'u').test(like));
}

function isNumberWithin({ type, minimum, maximum }: JsonSchema, like: number): boolean {
  if (type !== 'number' && type !== 'integer') return false;
  return like >= (minimum ?? Number.NEGATIVE_INFINITY) && like <= (maximum ?? Number.POSITIVE_INFINITY);
}

/** Builds an example request with only the required fields. Optional fields are explained but not shown. */
export function requestOf(
  row: CallRow,
  call: CallName,
  schema: JsonSchema,
): Readonly<Record<string, RequestExample>> {
  if (row.reference.examples !== undefined) return row.reference.examples;
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
  const value = Object.fromEntries(
    properties.map(([name, inner]) => [name, sampleOf(inner as JsonSchema, call, name)]),
  );
  return accepts(row.input, value) ? { request: { summary: 'The required fields', value } } : {};
}

export const accepts = (schema: Schema, value: unknown): boolean => v.safeParse(schema, value).success;
