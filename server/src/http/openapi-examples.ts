/** The examples in the OpenAPI document: requests that a developer would send, and answers generated from their schemas. */
import * as v from 'valibot';
import type { CallRow, Schema } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { JsonSchema } from './openapi-schema.ts';
import { textOf } from './openapi-fields.ts';

export type Example = { readonly summary: string; readonly value: unknown };

const LIMIT_BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '50000' };
const SELL = { symbol: 'BTC/USDT', side: 'sell', quantity: '0.002' };

/** Requests for which a generated example would teach little. A test checks that their calls accept them. */
const REQUESTS: Readonly<Partial<Record<CallName, Readonly<Record<string, Example>>>>> = {
  'POST user/login': {
    password: { summary: 'Account and password', value: { account: 'lena', password: 'Demo-lena-1' } },
  },
  'POST coin/trade': {
    market: {
      summary: 'Buy for 100 USDT at market',
      value: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '100' },
    },
    limit: { summary: 'Limit order', value: LIMIT_BUY },
    good_till: {
      summary: 'Limit order with an expiry and your own name',
      value: { ...LIMIT_BUY, time_in_force: 'GTD', expires_at: 1_764_399_600_000, client_order_id: 'rung-7' },
    },
    stop: { summary: 'Stop order', value: { ...SELL, type: 'stop', stop_price: '88000' } },
    stop_limit: {
      summary: 'Stop-limit order',
      value: { ...SELL, type: 'stop_limit', stop_price: '88000', price: '87900' },
    },
    oco: {
      summary: 'OCO: take profit or stop',
      value: { ...SELL, type: 'oco', price: '99000', stop_price: '88000' },
    },
    coin_to_coin: { summary: 'Coin to coin', value: { from: 'ETH', to: 'BTC', amount: '0.5' } },
  },
  'POST order/cancel': {
    by_id: { summary: 'By id', value: { id: '4711' } },
    by_name: { summary: 'By your own name', value: { client_order_id: 'rung-7' } },
  },
  'POST order/amend': { price: { summary: 'Move the limit', value: { id: '4711', price: '50500' } } },
  'POST order/cancel_all': { one: { summary: 'Of one instrument', value: { symbol: 'BTC/USDT' } } },
  'POST orders/dead_mans_switch': {
    arm: { summary: 'Cancel everything unless repeated within a minute', value: { seconds: 60 } },
    disarm: { summary: 'Disarm', value: { seconds: 0 } },
  },
  'POST orders/batch': {
    two: {
      summary: 'Cancel one order and place another',
      value: {
        orders: [
          { call: 'POST order/cancel', fields: { id: '4711' } },
          { call: 'POST coin/trade', fields: LIMIT_BUY, idempotency_key: 'rung-7-place' },
        ],
      },
    },
  },
  'POST lever/submit': {
    market: {
      summary: 'Open a position at market, with a stop loss',
      value: {
        ...{ symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 },
        stop_loss: '80000',
      },
    },
  },
  'POST api_keys/create': {
    program: {
      summary: 'A key that may trade BTC and ETH for 30 days',
      value: {
        ...{
          name: 'ladder',
          kind: 'hmac-sha256',
          scopes: ['read', 'trade'],
          symbols: ['BTC/USDT', 'ETH/USDT'],
        },
        ...{ networks: [], order_max: '1000', loss_max: '200', days: 30, current_password: 'Demo-lena-1' },
      },
    },
  },
};

/** Returns a value for a schema: a sample for the field's name if there is one, and otherwise one generated from the schema. */
export function sampleOf(schema: JsonSchema | boolean | undefined, call: string, field = ''): unknown {
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

function listOf(schema: JsonSchema, call: string, field: string): unknown[] {
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
): Readonly<Record<string, Example>> {
  const written = REQUESTS[call];
  if (written !== undefined) return written;
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
  const value = Object.fromEntries(
    properties.map(([name, inner]) => [name, sampleOf(inner as JsonSchema, call, name)]),
  );
  return accepts(row.input, value) ? { request: { summary: 'The required fields', value } } : {};
}

export const accepts = (schema: Schema, value: unknown): boolean => v.safeParse(schema, value).success;
