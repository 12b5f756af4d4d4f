/**
 * The key that the browser creates at the login to a demo, with which decisions are signed. The private key is not
 * extractable, not even by this page. The key survives a reload of the tab.
 */
const DATABASE = 'candor-console';
const STORE = 'keys';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export type MadeKey = {
  /** SubjectPublicKeyInfo in base64url, for the server. */
  readonly publicKey: string;
  /** Stores the key under the name that the server assigned. */
  keep(id: string): Promise<void>;
};

/** Keys are also kept in memory, because a private window may have no key store. */
const known = new Map<string, CryptoKey>();

/** Creates a key; returns undefined if the page was not loaded over a secure connection, without which browsers cannot sign. */
export async function makeBrowserKey(): Promise<MadeKey | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  return {
    publicKey: base64url(spki),
    keep: async (id) => {
      known.clear();
      known.set(id, privateKey);
      await inStore('readwrite', (store) => {
        store.clear();
        return store.put(privateKey, id);
      });
    },
  };
}

export async function browserKey(id: string): Promise<CryptoKey | undefined> {
  const key =
    known.get(id) ?? ((await inStore('readonly', (store) => store.get(id))) as CryptoKey | undefined);
  if (key !== undefined) known.set(id, key);
  return key;
}

/** Deletes all keys when the session ends. */
export async function forgetBrowserKeys(): Promise<void> {
  known.clear();
  await inStore('readwrite', (store) => store.clear());
}

/** Signs in the format of an authenticator, without the flag for user verification. */
export async function signWithBrowser(
  key: CryptoKey,
  challenge: string,
): Promise<{ authenticator: string; client: string; signature: string }> {
  const { origin, hostname } = location;
  const client = JSON.stringify({ type: 'candor.browser', challenge, origin, crossOrigin: false });
  const authenticator = new Uint8Array([...(await sha256(hostname)), 1, 0, 0, 0, 0]);
  const signed = new Uint8Array([...authenticator, ...(await sha256(client))]);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed);
  return { authenticator: hex(authenticator), client, signature: hex(new Uint8Array(signature)) };
}

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

export function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the browser's key store; undefined if there is none, in which case the key exists as long as the page. */
function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve) => {
    const none = (): void => resolve(undefined);
    const opening = globalThis.indexedDB?.open(DATABASE, 1);
    if (opening === undefined) return none();
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
    opening.addEventListener('error', none);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const asked = work(database.transaction(STORE, mode).objectStore(STORE));
      const end = (value: unknown): void => {
        database.close();
        resolve(value);
      };
      asked.addEventListener('success', () => end(asked.result));
      asked.addEventListener('error', () => end(undefined));
    });
  });
}
