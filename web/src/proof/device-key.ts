/**
 * The key with which this device signs the customer's orders. The browser keeps it and never reveals it, not even to this
 * program. Without a secure address or storage, or in a browser without such keys, there is none.
 */
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import type { Client } from '../lib/client.ts';

const DATABASE = 'candor-device';
const STORE = 'keys';
/** A device whose clock is further off signs nothing, because the platform would refuse its signatures. */
const CLOCK_WITHIN_MS = 60_000;

export type DeviceKey = {
  /** 32 bytes in lower-case hex. */
  readonly publicKey: string;
  /** The signature in lower-case hex. */
  sign(text: string): Promise<string>;
};

/** Why a device has no key, or does not use it. `unreachable`: the platform did not answer, so it is asked again later. */
export type NoKey = 'unsupported' | 'clock' | 'refused' | 'unreachable';

/** Returns the key of this device for a customer, registered with the platform in the session of a token. */
export async function openDeviceKey(
  api: Client,
  customer: string,
  token: string,
): Promise<DeviceKey | NoKey> {
  const pair = await pairOf(customer);
  if (pair === undefined) return 'unsupported';
  const publicKey = hexOf(await crypto.subtle.exportKey('raw', pair.publicKey));
  const sign = async (text: string): Promise<string> =>
    hexOf(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
  const session = await hashOf(token);
  const signature = await sign(deviceKeyText({ customer, publicKey, session }));
  const fields = { public_key: publicKey, signature };
  const done = await api('POST receipts/device_key', fields, { quiet: true }).catch(() => undefined);
  if (done === undefined) return 'unreachable';
  if (done.type !== 'ok') return 'refused';
  if (Math.abs(Date.now() - done.message.time_ms) > CLOCK_WITHIN_MS) return 'clock';
  return { publicKey, sign };
}

/** The SHA-256 of a text's UTF-8, in lower-case hex. */
export async function hashOf(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Each customer of a shared device has a separate key. Undefined if the browser can't make or keep one. */
async function pairOf(customer: string): Promise<CryptoKeyPair | undefined> {
  if (!globalThis.isSecureContext || globalThis.indexedDB === undefined) return undefined;
  try {
    return await keptPair(customer);
  } catch (failure) {
    // Browsers report missing algorithms and refused storage as exceptions of the DOM, and some as type errors.
    if (failure instanceof DOMException || failure instanceof TypeError) return undefined;
    throw failure;
  }
}

async function keptPair(customer: string): Promise<CryptoKeyPair> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await resultOf(opening);
  try {
    const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
    const known = (await resultOf(store('readonly').get(customer))) as CryptoKeyPair | undefined;
    if (known !== undefined) return known;
    const made = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    // Another tab may have created a key in the meantime.
    const writing = store('readwrite');
    const other = (await resultOf(writing.get(customer))) as CryptoKeyPair | undefined;
    if (other !== undefined) return other;
    await resultOf(writing.put(made, customer));
    return made;
  } finally {
    database.close();
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the storage failed')));
  });
}
