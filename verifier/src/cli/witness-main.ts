/** `candor-witness`: cosigns the checkpoints of logs, and remembers the last one of each. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readKey } from '../tlog/note.ts';
import type { NoteKey } from '../tlog/note.ts';
import { openWitness } from './open-witness.ts';
import { prefixOf, serveWitnesses } from './witness-server.ts';

const HELP = `Usage: candor-witness --name <name> --data <folder> --log <key> [options]

  --name <name>     the witness's name in its key, such as witness.example.org/w1 (repeat for several witnesses, each with a
                    key of its own)
  --data <folder>   where its key and the last checkpoint of each log are kept
  --log <key>       the key of a log that it cosigns (repeat for more): <origin>+<id>+<base64>
  --port <number>   the port, 0 for any free one (default 8090)
  --host <address>  the address to listen on (default 127.0.0.1)
  --follow-stdin    stop when the standard input ends, that is, when the program that started it ends

It prints a line with the key and the address of each witness once it listens.
`;

const WRONG = 2;

process.exitCode = main();

function main(): number | undefined {
  const { values } = parseArgs({
    options: {
      name: { type: 'string', multiple: true },
      data: { type: 'string' },
      log: { type: 'string', multiple: true },
      port: { type: 'string', default: '8090' },
      host: { type: 'string', default: '127.0.0.1' },
      'follow-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { name: names = [], data, log = [], port, host } = values;
  const logs = log.map(readKey).filter((key): key is NoteKey => key?.type === 'log');
  if (names.length === 0 || data === undefined || logs.length === 0 || logs.length < log.length) {
    process.stderr.write(HELP);
    return WRONG;
  }
  const folders = names.map((_, place) => (names.length === 1 ? data : join(data, String(place + 1))));
  const served = names.map((name, place) => openWitness(folders[place] ?? data, name, logs));
  const origins = [...new Set(logs.map((key) => key.name))];
  const server = serveWitnesses(served, origins, (error) =>
    console.error(`witness: failed to answer: ${String(error)}`),
  );
  server.listen(Number(port), host, () => {
    const address = server.address();
    const at = typeof address === 'object' && address !== null ? address.port : port;
    for (const [place, { vkey }] of served.entries()) {
      console.log(`${vkey} http://${host}:${at}${prefixOf(place, served.length)}`);
    }
  });
  const stop = () => {
    process.stdin.destroy();
    server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  if (values['follow-stdin']) process.stdin.once('end', stop).resume();
  return undefined;
}
