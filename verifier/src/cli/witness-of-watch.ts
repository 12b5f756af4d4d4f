/** A watch that is also a witness: on request, it cosigns the log that it follows. */
import type { Server } from 'node:http';
import type { Policy } from '../tlog/policy.ts';
import { openWitness as open } from './open-witness.ts';
import { serveWitnesses } from './witness-server.ts';

const HOST = '127.0.0.1';

/** Serves the witness, and prints its key and address once it listens. */
export function openWitness(
  folder: string,
  { name, port }: { readonly name: string; readonly port: number },
  { logs }: Policy,
): Server {
  const served = open(folder, name, logs);
  const origins = [...new Set(logs.map((key) => key.name))];
  const server = serveWitnesses([served], origins, (error) =>
    console.error(`witness: failed to answer: ${String(error)}`),
  );
  server.listen(port, HOST, () => {
    const address = server.address();
    const at = typeof address === 'object' && address !== null ? address.port : port;
    console.log(`witness: ${served.vkey} http://${HOST}:${at}`);
  });
  return server;
}
