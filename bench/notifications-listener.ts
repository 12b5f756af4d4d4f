/**
 * A process that listens like a serving process, and opens the messages that it receives. Started by `notifications.ts`, which
 * reads its processor time.
 */
import { connect } from 'node:net';
import { Vault } from '../server/src/identity/secrets/vault.ts';
import { createPool } from '../server/src/db/pool.ts';
import { startHearing } from '../server/src/realtime/across-processes.ts';
import { redisCommand } from './redis.ts';

const [url = '', redisPort = '', key = ''] = process.argv.slice(2);
const PURPOSE = 'committed by another process';
const vault = new Vault(Buffer.from(key, 'hex'));
let heard = 0;

const open = (message: string): void => {
  const [from = '', sealed = ''] = message.split(' ', 2);
  const text = vault.open(Buffer.from(sealed, 'base64'), `${PURPOSE} ${from}`).toString();
  const [, , ...wires] = JSON.parse(text) as unknown[];
  heard += wires.length;
};

const listening = createPool(url, { max: 1 });
const onTrouble = (text: string, error: unknown): void => console.error(text, error);
startHearing({
  ...{ me: 'listener', vault, listening, now: Date.now, onTrouble },
  heard: (publications) => void (heard += publications.length),
  listens: () => process.send?.('listens'),
});
if (redisPort !== '') {
  const socket = connect(Number(redisPort), '127.0.0.1', () =>
    socket.write(redisCommand('SUBSCRIBE', 'committed')),
  );
  let held = '';
  socket.on('data', (chunk: Buffer) => {
    // Messages have no line breaks, so the line after the one with its length is the message.
    const lines = (held + chunk.toString('latin1')).split('\r\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('bench-')) open(line);
  });
}
process.on('message', () => process.send?.({ heard, cpuMicros: cpu() }));
process.on('disconnect', () => process.exit(0));

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
