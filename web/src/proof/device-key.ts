/**
 * The key with which this device signs the customer's orders. The browser keeps it and never gives it out, not even to this
 * program. Without a secure address or storage, or in a browser without such keys, there is none.
 */
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import { api } from '../lib/api.ts';

const DATABASE = 'candor-device';
const STORE = 'keys';

export type DeviceKey = {
  /** 32 bytes in lower-case hex. */
  readonly publicKey: string;
  /** The signature in lower-case hex. */
  sign(text: string): Promise<string>;
};

/** Returns the key of this device for the logged-in customer, registered with the platform; undefined if there can be none. */
export async function openDeviceKey(): Promise<DeviceKey | undefined> {
  if (!globalThis.isSecureContext || globalThis.indexedDB === undefined) return undefined;
  const info = await api('GET user/info', {}, { quiet: true });
  if (info.type !== 'ok') return undefined;
  const pair = await pairOf(String(info.message.id));
  const publicKey = hexOf(await crypto.subtle.exportKey('raw', pair.publicKey));
  const sign = async (text: string): Promise<string> =>
    hexOf(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
  const signature = await sign(deviceKeyText(publicKey));
  const done = await api('POST receipts/device_key', { public_key: publicKey, signature }, { quiet: true });
  return done.type === 'ok' ? { publicKey, sign } : undefined;
}

export function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Each customer of a shared device has a key of their own. */
async function pairOf(customer: string): Promise<CryptoKeyPair> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await resultOf(opening);
  try {
    const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
    const known = (await resultOf(store('readonly').get(customer))) as CryptoKeyPair | undefined;
    if (known !== undefined) return known;
    const made = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
    await resultOf(store('readwrite').put(made, customer));
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
