/** A network between a watch and the platform, which can be made slow. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type SlowNetwork = {
  readonly origin: string;
  /** From now on, every piece of data arrives this much later. */
  delayMs: number;
  close(): Promise<void>;
};

export async function openSlowNetwork(to: string): Promise<SlowNetwork> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const network = { delayMs: 0 };
  const forward = async (from: Socket, into: Socket): Promise<void> => {
    for await (const piece of from) {
      if (network.delayMs > 0) await delay(network.delayMs);
      if (into.writable) into.write(piece as Buffer);
    }
    into.end();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => [near, far].forEach((one) => one.destroy()));
    }
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const)
      forward(from, into).catch(() => into.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(() => done()));
  };
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(network, { origin, close });
}
