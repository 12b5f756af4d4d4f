/** For tests: uploads as browsers send them, and malformed ones that no browser would send. */
import type { FastifyInstance } from 'fastify';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';

export const BOUNDARY = 'candor-test-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export type Part = {
  readonly name: string;
  readonly content: Buffer | string;
  /** If given, the part is a file with this content; the bytes of its name are sent unchanged. */
  readonly filename?: string;
  readonly type?: string;
};

/** The head of a part, which the content follows immediately. */
export function partHead({ name, filename, type }: Omit<Part, 'content'>): Buffer {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`;
  return Buffer.from(`${head}${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`);
}

export const MULTIPART_END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

export function multipart(parts: readonly Part[]): Buffer {
  const written = parts.flatMap((part, at) => [
    ...(at === 0 ? [] : [Buffer.from('\r\n')]),
    partHead(part),
    Buffer.from(part.content),
  ]);
  return Buffer.concat([...written, MULTIPART_END]);
}

/** The purpose and the file, as the app sends them. */
export function uploadParts(bytes: Buffer, file: Partial<Part> = {}): Part[] {
  return [
    { name: 'purpose', content: 'kyc' },
    { name: 'file', filename: 'photo.jpg', type: 'image/jpeg', ...file, content: bytes },
  ];
}

export type UploadAnswer = { readonly status: number; readonly body: Envelope<unknown> };

/** Sends an upload without a socket. */
export async function uploadOver(
  app: FastifyInstance,
  token: string,
  parts: readonly Part[],
): Promise<UploadAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { authorization: token, 'content-type': MULTIPART },
    payload: multipart(parts),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Envelope<unknown> };
}

/** Uploads an image for verification, and returns its id. */
export async function uploaded(app: FastifyInstance, token: string, bytes: Buffer): Promise<string> {
  const { body } = await uploadOver(app, token, uploadParts(bytes));
  if (body.type !== 'ok') throw new Error(`expected an upload to succeed, got ${JSON.stringify(body)}`);
  return (body.message as CallOutput<'POST upload'>).id;
}
