/** Prints the table of calls as TypeScript that needs nothing else, so that a stranger can use the client without our sources. */
import type { CallRow } from '../protocol/src/call.ts';
import { calls, refusals } from '../protocol/src/features.ts';
import type { RefusalCode } from '../protocol/src/refusals.ts';
import { refusalsOf, schemaOf } from '../server/src/http/openapi-schema.ts';

type Schema = Exclude<ReturnType<typeof schemaOf>, boolean> & { readonly const?: unknown };

const HEAD = `/**
 * Every call of the API: what it takes, what it answers, and what it refuses. Printed from the platform's own table of calls by
 * \`npm run print:sdk\`. Amounts and prices are decimal strings with at most eight decimals, times are in seconds since 1970 unless
 * their name ends in \`_ms\`, ids are strings.
 */
`;

export function sdkCalls(): string {
  const rows = (Object.entries(calls) as [string, CallRow][]).filter(([, row]) => row.takesFile !== true);
  const names = (which: (row: CallRow) => boolean): string =>
    rows.flatMap(([name, row]) => (which(row) ? [`  ${quoted(name)},`] : [])).join('\n');
  const orders = rows.filter(([, row]) => row.order === true).map(([name]) => quoted(name));
  return [
    HEAD,
    `export type Calls = {\n${rows.map(([name, row]) => callText(name, row)).join('\n')}\n};\n`,
    `export type CallName = keyof Calls;\n/** The calls that open, change or end a trade. */\nexport type OrderName =\n  | ${orders.join('\n  | ')};\n`,
    `const ORDERS: ReadonlySet<string> = new Set<OrderName>([\n${names((row) => row.order === true)}\n]);`,
    `const IDEMPOTENT: ReadonlySet<string> = new Set<CallName>([\n${names((row) => row.idempotent)}\n]);\n`,
    `/** Whether the call is answered with a receipt. */\nexport const isOrder = (name: CallName): boolean => ORDERS.has(name);`,
    `/** Whether the call honours an idempotency key. */\nexport const isIdempotent = (name: CallName): boolean => IDEMPOTENT.has(name);\n`,
  ].join('\n');
}

function callText(name: string, row: CallRow): string {
  const codes = refusalsOf(row);
  const own = row.refusals.map((code) => `   * - \`${code}\`: ${meaningOf(code)}`);
  const lines = [
    `   * ${row.summary}`,
    ...(row.who === 'customer' ? ['   * Needs a session or an API key.'] : []),
    ...(own.length === 0 ? [] : ['   *', '   * Refused with:', ...own]),
  ];
  return [
    ...['  /**', ...lines, '   */'],
    `  ${quoted(name)}: {`,
    `    request: ${typeOf(schemaOf(row.input, 'input') as Schema)};`,
    `    answer: ${typeOf(schemaOf(row.output, 'output') as Schema)};`,
    `    refusals: ${codes.map(quoted).join(' | ')};`,
    '  };',
  ].join('\n');
}

function meaningOf(code: RefusalCode): string {
  return refusals[code].texts.en.replaceAll('*/', '');
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

function typeOf(schema: Schema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const any = schema.anyOf ?? schema.oneOf;
  if (any !== undefined) return any.map((one) => typeOf(one as Schema)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((one) => `(${typeOf(one as Schema)})`).join(' & ');
  if (schema.type === 'array') return arrayOf(schema);
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : JSON.stringify(value);

function arrayOf({ prefixItems, items }: Schema): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (tuple !== undefined) return `[${tuple.map((one) => typeOf(one as Schema)).join(', ')}]`;
  return `(${typeOf(items as Schema)})[]`;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const key = /^[a-zA-Z_]\w*$/.test(name) ? name : quoted(name);
    return `${key}${isOptional ? '?' : ''}: ${typeOf(schema as Schema)}`;
  });
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties as Schema) : 'unknown';
  if (additionalProperties !== undefined && additionalProperties !== false) {
    return fields.length === 0
      ? `Record<string, ${rest}>`
      : `{ ${fields.join('; ')} } & Record<string, ${rest}>`;
  }
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`;
}
