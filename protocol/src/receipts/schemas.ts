/** Receipts for orders, and the keys with which devices sign them. Hashes, keys and signatures are in lower-case hex. */
import * as v from 'valibot';
import { cursor } from '../fields.ts';

const hex = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

export const deviceKeyInput = v.object({
  public_key: hex(32),
  /** The key's signature of `candor-device-key-v2|<customer>|<public key>|<SHA-256 of the session's token>`. */
  signature: hex(64),
});
export const deviceKeyOutput = v.object({
  number: v.number(),
  /**
   * The server's clock, in milliseconds since 1970. A device whose clock differs from it by minutes can't sign.
   */
  time_ms: v.number(),
});

export const deviceKeys = v.object({
  keys: v.array(
    v.object({
      number: v.number(),
      public_key: v.string(),
      at_ms: v.number(),
      /** The browser and the system of the session that registered the key; empty if unknown. */
      browser: v.string(),
      system: v.string(),
    }),
  ),
});

const receipt = v.object({
  /** The signed text of the batch, which is appended to the transparency log. */
  text: v.string(),
  signature: v.string(),
  leaf: v.string(),
  place: v.number(),
  path: v.array(v.string()),
});

export const ordersInput = v.object({ cursor: v.optional(cursor) });
export const orders = v.object({
  items: v.array(
    v.object({
      /** The text that the device signed, and the body that it sent. */
      text: v.string(),
      body: v.string(),
      device_key: v.string(),
      signature: v.string(),
      receipt,
      /** The place of the batch's text in the transparency log, from 0; null if it is not there yet. */
      index: v.nullable(v.number()),
    }),
  ),
  next: v.nullable(cursor),
});

export const batchInput = v.object({ number: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/)) });
export const batch = v.object({
  text: v.string(),
  index: v.nullable(v.number()),
});
