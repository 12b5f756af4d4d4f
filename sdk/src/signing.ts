/** How an API key signs a request. */

export type ApiKey = {
  /** The platform's name for the key, sent as `Candor-Key`. */
  readonly key: string;
  readonly sign: (text: string) => Promise<string>;
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const { subtle } = globalThis.crypto;

export function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256, in lower-case hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer> | string): Promise<string> {
  return hexOf(await subtle.digest('SHA-256', typeof bytes === 'string' ? bytesOf(bytes) : bytes));
}

/** A key with a shared secret: 64 hexadecimal digits, used as text. */
export function hmacKey({ key, secret }: { readonly key: string; readonly secret: string }): ApiKey {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  return { key, sign: async (text) => hexOf(await subtle.sign('HMAC', await imported, bytesOf(text))) };
}

/** A key whose private part never leaves your machine. The platform knows the public key. */
export function ed25519Key({
  key,
  privateKey,
}: {
  readonly key: string;
  readonly privateKey: Parameters<typeof subtle.sign>[1];
}): ApiKey {
  return {
    key,
    sign: async (text) => {
      const signature = await subtle.sign('Ed25519', privateKey, bytesOf(text));
      return btoa(String.fromCharCode(...new Uint8Array(signature)));
    },
  };
}

/**
 * The headers with which a key signs a request: the time, the method, the path with the query, the hash of the body, the
 * `Idempotency-Key`, and the window, which is empty for the default window.
 */
export async function signedHeaders(
  { key, sign }: ApiKey,
  {
    method,
    path,
    body,
    timeMs,
    idempotencyKey = '',
  }: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly timeMs: number;
    readonly idempotencyKey?: string | undefined;
  },
): Promise<Record<string, string>> {
  const text = [timeMs, method, path, await sha256(body), idempotencyKey, ''].join('\n');
  return { 'candor-key': key, 'candor-time': String(timeMs), 'candor-signature': await sign(text) };
}
