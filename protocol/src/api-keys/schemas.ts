/** API keys: a key with its mandate, and orders that wait for the customer. */
import * as v from 'valibot';
import { confirmation } from '../confirmation.ts';
import { decimal, decimalOut, id, seconds, symbol, text } from '../fields.ts';

/** The rights of a key. It can never do anything else, such as paying out, changing a setting or creating a key. */
const keyScopes = ['read', 'trade'] as const;
export type KeyScope = (typeof keyScopes)[number];
export const keyKinds = ['hmac-sha256', 'ed25519'] as const;

const scopes = v.pipe(v.array(v.picklist(keyScopes)), v.minLength(1), v.maxLength(2));
const network = v.pipe(v.string(), v.regex(/^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/));

/** The mandate as the key's customer sees it. Amounts are in USDT. */
const mandate = {
  scopes: v.array(v.picklist(keyScopes)),
  /** Empty for every instrument. */
  symbols: v.array(v.string()),
  order_max: decimalOut,
  loss_max: decimalOut,
  /** An order above this size waits for the customer; null if no order does. */
  ask_above: v.nullable(decimalOut),
  /** The networks from which the key works, in CIDR notation; empty for every address. */
  networks: v.array(v.string()),
  expires_at: seconds,
};

const apiKey = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(keyKinds),
  /** The value that the program sends as `Candor-Key`. */
  key: v.string(),
  ...mandate,
  created_at: seconds,
  revoked_at: v.nullable(seconds),
  used_at: v.nullable(seconds),
  used_from: v.nullable(v.string()),
  /** The key's loss today, including its holdings at the newest prices against those of midnight. */
  lost_today: decimalOut,
});
export const apiKeys = v.object({ items: v.array(apiKey), max: v.number(), now: seconds });

export const createInput = v.object({
  name: text(40),
  kind: v.picklist(keyKinds),
  /** For Ed25519: the 32 bytes of the public key, in base64. */
  public_key: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/))),
  scopes,
  symbols: v.pipe(v.array(symbol), v.maxLength(50)),
  order_max: decimal,
  loss_max: decimal,
  ask_above: v.optional(decimal),
  networks: v.pipe(v.array(network), v.maxLength(20)),
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
  ...confirmation,
});
/** `secret` only for HMAC-SHA256: 64 hexadecimal digits, to be used as text. */
export const made = v.object({ id: v.string(), key: v.string(), secret: v.optional(v.string()) });
export const revokeInput = v.object({ id, ...confirmation });

export const waitingOrders = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      key_name: v.string(),
      symbol: v.string(),
      side: v.picklist(['buy', 'sell', 'convert']),
      /** For an amendment, all fields from here on state what the order would become. */
      type: v.picklist(['market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop']),
      quantity: v.nullable(decimalOut),
      amount: v.nullable(decimalOut),
      price: v.nullable(decimalOut),
      stop_price: v.nullable(decimalOut),
      /** The distance of a trailing stop in price, or in basis points of the price. */
      trailing: v.optional(decimalOut),
      trailing_bps: v.optional(v.number()),
      /** The levels of the sale that would protect a purchase. */
      take_profit: v.optional(decimalOut),
      stop_loss: v.optional(decimalOut),
      /** The number of the open order that would be amended; absent if an order would be placed. */
      amends: v.optional(v.string()),
      /** The approximate value of the order in USDT, at the prices when it was requested. */
      size: decimalOut,
      created_at: seconds,
      expires_at: seconds,
    }),
  ),
  now: seconds,
});
export const waitingRef = v.object({ id });
/** `order` is the number of the order that was placed or amended. */
export const confirmed = v.object({ order: v.string() });
