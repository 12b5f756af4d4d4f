/**
 * Compares an answer's refusal codes and notice kinds with the tables that list them. The answers' schemas check only the form of
 * a code, because the tables depend on the schemas.
 */
import type { CallRow } from '@candor/protocol/call.ts';
import { schemaOf } from '../openapi-schema.ts';
import type { JsonSchema } from '../openapi-schema.ts';

/** Returns the unlisted codes, each with its path, such as "items.0.kind: nonsense". */
export function undeclaredIn(row: Pick<CallRow, 'output'>, answer: unknown): string[] {
  return violationsOf(schemaOf(row.output, 'output'), answer, '');
}

function violationsOf(schema: JsonSchema, value: unknown, at: string): string[] {
  const { type, enum: codes, anyOf: choices = schema.oneOf } = schema;
  if (choices !== undefined) {
    const each = choices.map((one) => violationsOf(one as JsonSchema, value, at));
    return each.some((violations) => violations.length === 0) ? [] : [...new Set(each.flat())];
  }
  const isOther = schema.const !== undefined && schema.const !== value;
  const isUnknown = codes !== undefined && !codes.some((code) => code === value);
  if (isOther || isUnknown || (type !== undefined && !isOf(type, value)))
    return [`${at}: ${JSON.stringify(value)}`];
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      violationsOf((schema.items ?? {}) as JsonSchema, one, within(at, index)),
    );
  return typeof value === 'object' && value !== null ? violationsOfFields(schema, value, at) : [];
}

function violationsOfFields(schema: JsonSchema, value: object, at: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${within(at, name)}: missing`);
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
  const violations = Object.entries(value).flatMap(([name, field]) =>
    violationsOf((properties[name] ?? rest) as JsonSchema, field, within(at, name)),
  );
  return [...missing, ...violations];
}

const within = (at: string, name: string | number): string => (at === '' ? `${name}` : `${at}.${name}`);

function isOf(type: NonNullable<JsonSchema['type']>, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
