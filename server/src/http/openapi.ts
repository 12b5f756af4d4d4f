/** Generates the OpenAPI document from the table that also validates requests and provides the types of the web app's client. */
import type { CallRow } from '@candor/protocol/call.ts';
import { anyCallRefusals } from '@candor/protocol/call.ts';
import { refusals } from '@candor/protocol/features.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { requestOf, sampleOf } from './openapi-examples.ts';
import { textOf } from './openapi-fields.ts';
import { introduction } from './openapi-intro.ts';
import { schemaOf } from './openapi-schema.ts';
import type { JsonSchema } from './openapi-schema.ts';
import { CHAPTERS } from './sections.ts';
import type { Section } from './sections.ts';
import { webhookEvents } from '@candor/protocol/webhook-events.ts';

const SECTIONS = CHAPTERS.flatMap(({ sections }) => sections);

export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const section of SECTIONS) {
    for (const [name, row] of section.calls) {
      const { method, path } = methodAndPath(name);
      const at = `/api/${path}`;
      paths[at] = { ...paths[at], [method.toLowerCase()]: operation({ name, row, section }) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candor API',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: introduction(),
    },
    servers: [{ url: '/', description: 'This platform' }],
    tags: SECTIONS.map(({ name, about }) => ({ name, description: about })),
    'x-tagGroups': CHAPTERS.map(({ name, sections }) => ({
      name,
      tags: sections.map((section) => section.name),
    })),
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookEvents).map(webhookItem)),
    components: {
      securitySchemes: SECURITY,
      schemas: { Refusal: REFUSAL_SCHEMA },
      responses: { AnyCall: ANY_CALL },
      examples: Object.fromEntries(CODES.map((code) => [code, refusalExample(code)])),
    },
  };
}

/** The payload that a customer's webhook receives, signed after the Standard Webhooks scheme. */
function webhookItem([type, data]: [string, CallRow['output']]): [string, unknown] {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: schemaOf(data, 'output'),
    },
  };
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const post = {
    operationId: `webhook_${type.replace('.', '_')}`,
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'It is not sent again.' } },
  };
  return [type, { post }];
}

const CODES = Object.keys(refusals) as RefusalCode[];

/** A request is authenticated by a session's token, or by the three headers with which an API key signs it. */
const SECURITY = {
  token: {
    ...{ type: 'apiKey', in: 'header', name: 'Authorization' },
    description: 'The token of a session, which `POST user/login` answers.',
  },
  key: { type: 'apiKey', in: 'header', name: 'Candor-Key', description: 'The code of an API key.' },
  keyTime: {
    ...{ type: 'apiKey', in: 'header', name: 'Candor-Time' },
    description: 'The time of the request, in milliseconds since 1970.',
  },
  keySignature: {
    ...{ type: 'apiKey', in: 'header', name: 'Candor-Signature' },
    description:
      'HMAC-SHA256 in hexadecimal, or Ed25519 in base64, over six lines: the time, the method, the path with its query, ' +
      'the SHA-256 of the body in hexadecimal, the Idempotency-Key and the Candor-Window, the last two empty if absent.',
  },
};

const BY_TOKEN = { token: [] };
const BY_KEY = { key: [], keyTime: [], keySignature: [] };

/** Returns the ways in which a caller can authenticate. */
function securityOf({ who, scope }: CallRow): Record<string, unknown> {
  if (who === 'visitor') return { security: [] };
  const ways = [BY_TOKEN, ...(scope === undefined ? [] : [BY_KEY])];
  return { security: who === 'anybody' ? [...ways, {}] : ways };
}

const REFUSAL_SCHEMA = {
  type: 'object',
  required: ['type', 'code', 'error', 'message', 'params'],
  properties: {
    type: { enum: ['error', '999'], description: '`999` if the session has ended.' },
    code: { const: 0 },
    error: { type: 'string', description: 'The reason. Read this field, not the message.' },
    message: {
      type: 'string',
      description: 'The reason for people, in the language of the platform’s first customers.',
    },
    params: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The field and the figures that the reason is about.',
    },
  },
};

const REFUSAL = { $ref: '#/components/schemas/Refusal' };
const exampleRefs = (codes: readonly RefusalCode[]): Record<string, unknown> =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));

const ANY_CALL = {
  description: 'A refusal that any call may give; the introduction lists them.',
  content: { 'application/json': { schema: REFUSAL, examples: exampleRefs(anyCallRefusals) } },
};

type Described = { readonly name: CallName; readonly row: CallRow; readonly section: Section };

function operation({ name, row, section }: Described): Record<string, unknown> {
  const input = withTexts(schemaOf(row.input, 'input'), name);
  const isGet = name.startsWith('GET ');
  const hasFields = Object.keys(input.properties ?? {}).length > 0;
  return {
    operationId: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
    tags: [section.name],
    summary: row.reference.title,
    description: descriptionOf(row),
    ...securityOf(row),
    ...parametersOf(row, isGet ? input : {}, name),
    ...(!isGet && hasFields
      ? { requestBody: { required: true, content: bodyContent(row, name, input) } }
      : {}),
    responses: {
      '200': goodResponse(row, name),
      ...refusalResponses(row),
      default: { $ref: '#/components/responses/AnyCall' },
    },
  };
}

/** Returns the sentence in the table, followed by what the row's other columns mean for a caller. */
function descriptionOf(row: CallRow): string {
  const notes = [
    row.summary,
    row.scope === undefined ? '' : `An API key with the scope \`${row.scope}\` may make this call.`,
    row.order === true ? 'An accepted order is answered with a receipt in the header `candor-receipt`.' : '',
    row.mode === 'demo' ? 'Exists on a demo only.' : '',
    row.whenFrozen === true ? 'Also works while the account is frozen.' : '',
  ];
  return notes.filter((note) => note !== '').join('\n\n');
}

/** Adds the fields' descriptions. */
function withTexts(schema: JsonSchema, name: CallName): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
    const { about } = textOf(name, field);
    return [field, about === undefined ? inner : { ...(inner as object), description: about }];
  });
  return properties.length === 0
    ? schema
    : { ...schema, properties: Object.fromEntries(properties) as never };
}

function parametersOf(row: CallRow, query: JsonSchema, call: CallName): Record<string, unknown> {
  const required = new Set(query.required ?? []);
  const parameters: unknown[] = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.has(name), schema },
    ...(textOf(call, name).about === undefined ? {} : { description: textOf(call, name).about }),
    ...(required.has(name) ? { example: sampleOf(schema as JsonSchema, call, name) } : {}),
  }));
  if (row.idempotent) {
    parameters.push({
      ...{
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        schema: { type: 'string', maxLength: 100 },
      },
      description: 'Your own name for this request. Repeated with it, the request executes at most once.',
      example: 'b7f0c2e4-rung-7',
    });
  }
  return parameters.length === 0 ? {} : { parameters };
}

function bodyContent(row: CallRow, name: CallName, input: JsonSchema): Record<string, unknown> {
  if (row.takesFile === true) return { 'multipart/form-data': { schema: withFile(input) } };
  const examples = requestOf(row, name, input);
  const content = { schema: input, ...(Object.keys(examples).length === 0 ? {} : { examples }) };
  return { 'application/json': content, 'application/x-www-form-urlencoded': { schema: input } };
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

function goodResponse(row: CallRow, name: CallName): Record<string, unknown> {
  const output = schemaOf(row.output, 'output');
  const schema = {
    type: 'object',
    required: ['type', 'code', 'message'],
    properties: { type: { const: 'ok' }, code: { const: 1 }, message: output },
  };
  const example = { type: 'ok', code: 1, message: sampleOf(output, name) };
  const headers =
    row.order === true
      ? { 'candor-receipt': { description: 'The signed receipt of the order.', schema: { type: 'string' } } }
      : undefined;
  return {
    description: 'Done.',
    ...(headers === undefined ? {} : { headers }),
    content: { 'application/json': { schema, example } },
  };
}

/** Returns the call's own refusals. Those common to every call are the default response. */
function refusalResponses(row: CallRow): Record<string, unknown> {
  const byStatus = Map.groupBy(row.refusals, (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const lines = codes.map((code) => `- \`${code}\`: ${refusals[code].texts.en}`);
      const content = { 'application/json': { schema: REFUSAL, examples: exampleRefs(codes) } };
      return [String(status), { description: lines.join('\n'), content }];
    }),
  );
}

/** Returns an example of a refusal, summarised in English. Its message is in the language of the platform's first customers. */
function refusalExample(code: RefusalCode): Record<string, unknown> {
  const { texts } = refusals[code];
  const type = code === 'session_ended' ? '999' : 'error';
  return { summary: texts.en, value: { type, code: 0, error: code, message: texts.zh, params: {} } };
}
