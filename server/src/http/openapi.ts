/** Generates the OpenAPI document from the table that also validates requests and types the web app's client. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { anyCallRefusals } from '@candor/protocol/call.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { refusalCode } from '@candor/protocol/fields.ts';
import { noticeKind } from '@candor/protocol/notifications/schemas.ts';
import { noticeTopic } from '@candor/protocol/settings/schemas.ts';
import { calls, notices, noticeTopics, refusals } from '@candor/protocol/features.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';

export type JsonSchema = ReturnType<typeof toJsonSchema>;

const DECIMAL_PATTERN = '^(0|[1-9][0-9]{0,29})(\\.[0-9]{1,8})?$';

/** Lists all codes of the code's table. */
const codesOf = new Map<unknown, string[]>([
  [refusalCode, Object.keys(refusals)],
  [noticeKind, Object.keys(notices)],
  [noticeTopic, Object.keys(noticeTopics)],
]);

/** A call's input or output as JSON Schema, in which our check of decimals becomes the equivalent pattern. */
export function schemaOf(schema: CallRow['input'], typeMode: 'input' | 'output'): JsonSchema {
  return toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'check' ? { ...jsonSchema, pattern: DECIMAL_PATTERN } : jsonSchema,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const codes = codesOf.get(valibotSchema);
      return codes === undefined ? jsonSchema : { type: 'string', enum: codes };
    },
  });
}

/** The row's own refusals come first. */
export function refusalsOf(row: CallRow): RefusalCode[] {
  const common = anyCallRefusals.filter((code) => row.who !== 'visitor' || !VISITORS_NEVER.has(code));
  return [...new Set<RefusalCode>([...row.refusals, ...common])];
}

const VISITORS_NEVER: ReadonlySet<RefusalCode> = new Set([
  'session_ended',
  'account_frozen',
  'account_locked',
  'key_reused',
]);

export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(calls) as [CallName, CallRow][]) {
    const { method, path } = methodAndPath(name);
    const at = `/api/${path}`;
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every answer is wrapped in an envelope. Amounts are decimal strings, times are seconds, ids are strings. ' +
        'Bodies are JSON or form-urlencoded; those that carry a file are multipart.',
    },
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: { Refusal: REFUSAL_SCHEMA },
      examples: Object.fromEntries(CODES.map((code) => [code, refusalExample(code)])),
    },
  };
}

const CODES = Object.keys(refusals) as RefusalCode[];

/** A session's token, or the three headers with which an API key signs a request. */
const SECURITY = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token of `POST user/login`.',
  },
  key: { type: 'apiKey', in: 'header', name: 'Candor-Key', description: 'The code of an API key.' },
  keyTime: { type: 'apiKey', in: 'header', name: 'Candor-Time', description: 'Milliseconds since 1970.' },
  keySignature: {
    ...{ type: 'apiKey', in: 'header', name: 'Candor-Signature' },
    description:
      'HMAC-SHA256 in hexadecimal, or Ed25519 in base64, over six lines: the time, the method, the path with its query, ' +
      'the SHA-256 of the body in hexadecimal, the Idempotency-Key and the Candor-Window, the last two empty if absent.',
  },
};

const BY_TOKEN = { token: [] };
const BY_KEY = { key: [], keyTime: [], keySignature: [] };

/** The ways in which a caller may identify themselves. */
function securityOf({ who, scope }: CallRow): Record<string, unknown> {
  if (who === 'visitor') return { security: [] };
  const ways = [BY_TOKEN, ...(scope === undefined ? [] : [BY_KEY])];
  return { security: who === 'anybody' ? [...ways, {}] : ways };
}

const REFUSAL_SCHEMA = {
  type: 'object',
  required: ['type', 'code', 'error', 'message', 'params'],
  properties: {
    type: { enum: ['error', '999'] },
    code: { const: 0 },
    error: { enum: Object.keys(refusals) },
    message: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

const ORDER_DESCRIPTION =
  'An accepted order is answered with a receipt in the header `candor-receipt`, the platform’s signed promise about it.';

function operation(name: CallName, row: CallRow): Record<string, unknown> {
  const input = schemaOf(row.input, 'input');
  const isGet = name.startsWith('GET ');
  const hasFields = Object.keys(input.properties ?? {}).length > 0;
  return {
    operationId: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    summary: row.summary,
    ...(row.order === true ? { description: ORDER_DESCRIPTION } : {}),
    ...securityOf(row),
    ...parametersOf(row, isGet ? input : {}),
    ...(!isGet && hasFields ? { requestBody: { required: true, content: bodyContent(row, input) } } : {}),
    responses: { '200': goodResponse(row), ...refusalResponses(row) },
  };
}

function parametersOf(row: CallRow, query: JsonSchema): Record<string, unknown> {
  const required = new Set(query.required ?? []);
  const parameters: unknown[] = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
  if (row.idempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 100 },
    });
  }
  return parameters.length === 0 ? {} : { parameters };
}

function bodyContent(row: CallRow, input: JsonSchema): Record<string, unknown> {
  if (row.takesFile === true) return { 'multipart/form-data': { schema: withFile(input) } };
  return { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } };
}

/** The file comes last, after the fields that describe it. */
function withFile(input: JsonSchema): Record<string, unknown> {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return {
    ...input,
    required: [...(input.required ?? []), 'file'],
    properties: { ...input.properties, file },
  };
}

function goodResponse(row: CallRow): Record<string, unknown> {
  const schema = {
    type: 'object',
    required: ['type', 'code', 'message'],
    properties: { type: { const: 'ok' }, code: { const: 1 }, message: schemaOf(row.output, 'output') },
  };
  return { description: 'Done', content: { 'application/json': { schema } } };
}

function refusalResponses(row: CallRow): Record<string, unknown> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(row)) {
    const { status } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const schema = { $ref: '#/components/schemas/Refusal' };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(
        codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      );
      const content = { 'application/json': { schema, examples } };
      return [String(status), { description: codes.join(', '), content }];
    }),
  );
}

/** With its meaning in English; the message itself is in the language of the platform's first customers. */
function refusalExample(code: RefusalCode): Record<string, unknown> {
  const { texts } = refusals[code];
  const type = code === 'session_ended' ? '999' : 'error';
  return { summary: texts.en, value: { type, code: 0, error: code, message: texts.zh, params: {} } };
}
