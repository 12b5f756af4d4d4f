/**
 * Witnesses over HTTP: `POST /add-checkpoint` for logs, `GET /<origin hash>/checkpoint` for monitors. If a program holds several
 * witnesses, each has its own path: `/1/add-checkpoint`.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Witness, WitnessAnswer } from '../witness/witness.ts';

/** The limit is far above the size of a checkpoint with 64 signatures and a proof of 63 hashes. */
const BODY_BYTES_MAX = 64_000;
const REQUEST_TIMEOUT_MS = 10_000;
const MONITORED = /^\/([0-9a-f]{64})\/checkpoint$/;
const PREFIXED = /^\/([1-9]\d?)(?=\/|$)/;

export type Served = { readonly witness: Witness; readonly vkey: string };

/** The path in front of a witness's calls, by its place among those of the program. */
export const prefixOf = (place: number, count: number): string => (count === 1 ? '' : `/${place + 1}`);

/** Serves witnesses of logs; `report` receives failures of the machine, such as a full disk. */
export function serveWitnesses(
  served: readonly Served[],
  origins: readonly string[],
  report: (error: unknown) => void,
): Server {
  const byHash = new Map(
    origins.map((origin) => [createHash('sha256').update(origin).digest('hex'), origin]),
  );
  const answer = async (request: IncomingMessage): Promise<WitnessAnswer> => {
    const asked = request.url ?? '';
    const prefix = served.length === 1 ? '' : (PREFIXED.exec(asked)?.[0] ?? '/1');
    const one = served[served.length === 1 ? 0 : Number(prefix.slice(1)) - 1];
    const path = asked.slice(prefix.length) || '/';
    if (one === undefined) return { status: 404, body: 'not found\n' };
    const { witness, vkey } = one;
    if (request.method === 'POST' && path === '/add-checkpoint') {
      const body = await readBody(request);
      return body === undefined ? { status: 413, body: 'too large\n' } : witness.addCheckpoint(body);
    }
    if (request.method !== 'GET') return { status: 405, body: 'not allowed\n' };
    if (path === '/') return { status: 200, body: `${vkey}\n` };
    const origin = byHash.get(MONITORED.exec(path)?.[1] ?? '');
    const newest = origin === undefined ? undefined : witness.newest(origin);
    return newest === undefined ? { status: 404, body: 'not found\n' } : { status: 200, body: newest };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (given) => send(response, given),
      (error: unknown) => {
        report(error);
        send(response, { status: 500, body: 'failed\n' });
      },
    );
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}

function send(
  response: ServerResponse,
  { status, body, type = 'text/plain; charset=utf-8' }: WitnessAnswer,
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
