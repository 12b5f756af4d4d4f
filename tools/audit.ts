/**
 * `npm run audit`: checks whether the ledger's invariants hold and whether the operators' log and each tape are intact, in the
 * database of a data folder or in the one that DATABASE_URL names, and prints every violation. It only reads, has no time limit,
 * and may run next to the server. It exits with 1 if it finds a violation. `--operators <file>` writes the operators' log for the
 * program that verifies it without the server's code. `--hledger <file>` also writes the complete ledger as plain-text
 * accounting, which an independent program can add up.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createPool } from '../server/src/db/pool.ts';
import { servingUrl } from '../server/src/db/postgres-cluster.ts';
import { verifyReceipts } from '../server/src/features/receipts/verify-receipts.ts';
import { misbookedSlots } from '../server/src/features/strategy/recomputed.ts';
import { breaches } from '../server/src/app/breaches.ts';
import { verifySeals } from '../server/src/ledger/seals.ts';
import { wholeText } from '../server/src/ledger/ledger-text.ts';
import { logForVerifier, verifyAudit } from '../server/src/operators/audit.ts';
import { verifyKeys } from '../server/src/proofs/keys/verify-keys.ts';
import { verifyLog } from '../server/src/proofs/tlog/verify-log.ts';
import { tapeViolations } from '../server/src/quotes/verify-tape.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.data' },
    hledger: { type: 'string' },
    operators: { type: 'string' },
  },
});
const url = process.env['DATABASE_URL'] ?? (await servingUrl(resolve(values.data)).catch(stopWith));
const pool = createPool(url, { max: 1, auditing: true });
try {
  const log = await verifyAudit(pool);
  const sealed = await verifySeals(pool);
  const found = [...(await breaches(pool)), ...(await misbookedSlots(pool)), ...sealed.breaches];
  if (log.violation !== undefined) {
    found.push({ invariant: 'L21: the operators’ log is complete', detail: log.violation });
  }
  found.push(...(await verifyLog(pool)), ...(await verifyReceipts(pool)), ...(await verifyKeys(pool)));
  const unchained = await tapeViolations(pool);
  found.push(...unchained.map((detail) => ({ invariant: 'L16: each tape is a signed chain', detail })));
  for (const { invariant, detail } of found) process.stdout.write(`${invariant}\n  ${detail}\n`);
  process.stdout.write(found.length === 0 ? 'Every invariant holds.\n' : `${found.length} breaches.\n`);
  process.stdout.write(`The log of operators has ${log.records} records; its newest hash is ${log.head}.\n`);
  process.stdout.write(
    `Root ${sealed.number} of the ledger is ${sealed.root}; ${sealed.unsealed} journals are newer.\n`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
  if (values.operators !== undefined) {
    writeFileSync(values.operators, JSON.stringify(await logForVerifier(pool)));
    process.stdout.write(
      `The log of operators is in ${values.operators}; check it with: npm run verify-operators -- ${values.operators}\n`,
    );
  }
  if (values.hledger !== undefined) await writeLedger(values.hledger);
} finally {
  await pool.end();
}

async function writeLedger(file: string): Promise<void> {
  const connection = await pool.connect();
  try {
    await pipeline(Readable.from(wholeText(connection)), createWriteStream(file));
  } finally {
    connection.release();
  }
  process.stdout.write(`The ledger is in ${file}; check it with: hledger -f ${file} check -s\n`);
}

function stopWith(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
