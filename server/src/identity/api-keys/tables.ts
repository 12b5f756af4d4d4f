/** The rows of API keys, their mandates, and the orders that they place, as the command executor reads and writes them. */
import type { keyKinds } from '@candor/protocol/api-keys/schemas.ts';
import { amount, bigint, digest, json, key, text, typed, whole } from '../../commands/fields.ts';
import { log, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const apiKeys = table(
  'api_key',
  {
    ...key,
    name: typed().fixed(),
    kind: text<(typeof keyKinds)[number]>().fixed(),
    code: text().fixed(),
    publicKey: digest().orNull().fixed(),
    /** Null once it was erased together with the account. */
    sealed: digest().orNull().fixed(),
    proofHash: digest().fixed(),
    /** Lists are stored as words separated by spaces. */
    scopes: typed().fixed(),
    symbols: typed().fixed(),
    orderMax: amount().fixed(),
    lossMax: amount().fixed(),
    askAbove: amount().orNull().fixed(),
    networks: typed().fixed(),
    /** Wall clock, in milliseconds. */
    createdMs: whole().fixed(),
    expiresMs: whole().fixed(),
    revokedMs: whole().orNull(),
  },
  { openIf: { where: 't.revoked_ms is null', is: (row) => row.revokedMs === null } },
);
export type ApiKeyRow = RowOf<typeof apiKeys>;

/** A key's current mandate, with the day's loss so far and the cost reserved for its orders. */
export const mandates = view('api_mandate', {
  ...key,
  symbols: typed(),
  orderMax: amount(),
  lossMax: amount(),
  askAbove: amount().orNull(),
  expiresMs: whole(),
  revokedMs: whole().orNull(),
  loss: amount(),
  /** The certain costs of the key's open orders, and of those that this batch accepted so far. */
  reserved: amount(),
});
export type Mandate = RowOf<typeof mandates>;

/** Orders placed by keys. The row is written before the order, because the order's guard looks for it. */
export const apiOrders = log(
  'api_order',
  { book: bigint(), orderId: bigint(), keyId: bigint() },
  { first: true },
);

/** Amendments by keys. The row is written before the amendment, because the amendment's guard looks for it. */
export const apiAmendments = log(
  'api_amendment',
  { book: bigint(), orderId: bigint(), version: whole(), keyId: bigint() },
  { first: true },
);

/** The key that placed each open order. For a sale that protects a purchase, it is the key that placed the purchase. */
export const openKeyOrders = view('api_open_order', { ...key, keyId: bigint() });

export const waitingOrders = table(
  'api_waiting',
  {
    ...key,
    keyId: bigint().fixed(),
    symbol: text().fixed(),
    /** The request's fields as the program sent them. */
    request: json<Readonly<Record<string, unknown>>>().fixed(),
    size: amount().fixed(),
    status: text<'waiting' | 'confirmed' | 'declined'>(),
    version: whole(),
    createdMs: whole().fixed(),
    expiresMs: whole().fixed(),
    decidedMs: whole().orNull(),
  },
  { open: { status: ['waiting'] } },
);
export type WaitingOrder = RowOf<typeof waitingOrders>;

/** Returns the words of a stored list. */
export const wordsOf = (list: string): string[] => (list === '' ? [] : list.split(' '));
/** The stored form of a list that allows every instrument. */
export const ANY_SYMBOL = '*';
