/**
 * Frauds of a platform whose owner has the database and the keys, each with the alarm that a stranger's watch raises: prices
 * edited or cut, the log rolled back or rewritten, a record of the operators removed, other files of the app.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import type { Alarm } from '../../verifier/src/watch/alarms.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';
import type { Platform, Watched } from '../../verifier/src/watch/watch.ts';

const SOON = { timeout: 60_000, interval: 500 };
const SYMBOL = 'BTC/USDT';
let server: WholeServer;
let owner: pg.Client;
let honest: Watched;

beforeAll(async () => {
  server = await openWholeServer({ tlog: { origin: undefined, witnesses: 'own', quorum: 2 } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  honest = await vi.waitFor(async () => {
    const watch = await open();
    expect(await alarmsOf(watch)).toEqual([]);
    const watched = watch.take();
    if (watched === undefined) throw new Error('expected a log, found none');
    const heads = watched.entries.filter((entry) => entry.startsWith(`candor-checkpoint-v1|${SYMBOL}|`));
    expect(heads.length).toBeGreaterThan(2);
    return watched;
  }, SOON);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
});

async function open(before?: Watched, platform: Platform = watchedPlatform(server.origin)): Promise<Watch> {
  const read = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in read) throw new Error(read.violation);
  const deps = {
    platform,
    policy: read,
    verify: nodeSignatures(),
    nowMs: Date.now,
    lateMaxMs: 60_000,
    graceMs: 0,
    pagesAgain: 100,
    random: randomInt,
  };
  return new Watch(deps, before);
}

/** Returns the position that a watch has reached, with all entries up to it. */
function kept(watch: Watch, before: Watched): Watched {
  const taken = watch.take();
  if (taken === undefined) throw new Error('expected a log, found none');
  return { place: taken.place, entries: [...before.entries, ...taken.entries] };
}

/** The app is not built for this server, so its manifest is missing. */
async function alarmsOf(watch: Watch): Promise<readonly Alarm[]> {
  const found = await watch.round();
  return found.filter(({ kind }) => kind !== 'app_unlogged' && !(kind === 'app_differs' && !found.length));
}

/** Makes a forbidden change as the owner, who disables the guards. */
async function forge(...statements: readonly string[]): Promise<void> {
  await owner.query('set session_replication_role = replica');
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.query('set session_replication_role = default');
  }
}

const kindsOf = (alarms: readonly Alarm[]): readonly string[] => [...new Set(alarms.map(({ kind }) => kind))];

test('raises no alarm while the platform deals fairly', async () => {
  const watch = await open(honest);
  // Collects the alarms of all rounds, because some alarms are raised only once.
  const raised: Alarm[] = [];
  await vi.waitFor(async () => {
    raised.push(...(await alarmsOf(watch)));
    expect(raised.length > 0 || watch.size > honest.entries.length + 40).toBe(true);
  }, SOON);
  expect(raised).toEqual([]);
});

test('finds a statement of liabilities whose text differs from the logged one', async () => {
  await vi.waitFor(async () => {
    const logged = await owner.query(
      `select from tlog_entry where kind = 'liabilities' and index < ${honest.entries.length}`,
    );
    expect(logged.rowCount).toBe(1);
  }, SOON);
  const { rows } = await owner.query<{ text: string }>(
    'select text from liability_statement where number = 1',
  );
  const text = rows[0]?.text ?? '';
  const put = (as: string): Promise<void> =>
    forge(
      `update liability_statement set text = '${as}', root = sha256(convert_to('${as}', 'UTF8')) where number = 1`,
    );
  await put(text.replace(/\|(\d+)\n/, '|1$1\n'));
  try {
    expect(kindsOf(await alarmsOf(await open()))).toEqual(['liabilities_differ']);
  } finally {
    await put(text);
  }
});

test.each([
  ['a price', `last = last + 1`, `last = last - 1`],
  ['a time', `feed_time_ms = feed_time_ms - 1`, `feed_time_ms = feed_time_ms + 1`],
  ['a volume', `volume = volume + 1`, `volume = volume - 1`],
])(
  'finds an old entry in which %s was edited, whether the watch starts or continues',
  async (_, edit, undo) => {
    const watch = await open(honest);
    await forge(`update tape set ${edit} where symbol = '${SYMBOL}' and seq = 2`);
    try {
      const fresh = await alarmsOf(await open());
      expect(kindsOf(fresh)).toEqual(['tape_differs']);
      expect(fresh[0]?.detail).toContain(`${SYMBOL}: entry 2 of the tape`);
      expect(kindsOf(await alarmsOf(watch))).toEqual(['tape_differs']);
    } finally {
      await forge(`update tape set ${undo} where symbol = '${SYMBOL}' and seq = 2`);
    }
  },
);

test('finds an old entry that was edited together with the hashes after it', async () => {
  const { rows } = await owner.query<{ seq: string; hash: Buffer }>(
    `select seq, hash from tape where symbol = '${SYMBOL}' and seq >= 2 order by seq`,
  );
  // The recomputed hashes always differ from the logged ones.
  await forge(
    `update tape set hash = sha256(hash) where symbol = '${SYMBOL}' and seq >= 2 and seq <= ${rows.at(-1)?.seq}`,
  );
  try {
    expect(kindsOf(await alarmsOf(await open(honest)))).toContain('tape_differs');
  } finally {
    for (const { seq, hash } of rows) {
      await forge(
        `update tape set hash = '\\x${hash.toString('hex')}' where symbol = '${SYMBOL}' and seq = ${seq}`,
      );
    }
  }
});

test('finds a tape that was truncated', async () => {
  const whole = watchedPlatform(server.origin);
  const heads = honest.entries.filter((entry) => entry.startsWith(`candor-checkpoint-v1|${SYMBOL}|`));
  const end = Number(heads.at(-2)?.split('|')[2]);
  const cut: Platform = {
    ...whole,
    tape: async (symbol, from, limit) =>
      (await whole.tape(symbol, from, limit)).filter(({ seq }) => symbol !== SYMBOL || seq <= end),
  };
  expect(kindsOf(await alarmsOf(await open(undefined, cut)))).toEqual(['tape_cut']);
  expect(kindsOf(await alarmsOf(await open(honest, cut)))).toEqual(['tape_cut']);
});

test('finds a log that is forked for some kinds of browsers only', async () => {
  const whole = watchedPlatform(server.origin);
  const forked: Platform = {
    ...whole,
    asBrowser: async (path, browser) => {
      const answer = await whole.asBrowser(path, browser);
      if (path !== '/log/checkpoint' || browser.headers['user-agent']?.includes('iPhone') !== true)
        return answer;
      const [name, size, , ...others] = new TextDecoder().decode(answer.bytes).split('\n');
      const root = Buffer.alloc(32).toString('base64');
      return { ...answer, bytes: new TextEncoder().encode([name, size, root, ...others].join('\n')) };
    },
  };
  const watch = await open(honest, forked);
  await vi.waitFor(async () => {
    expect(kindsOf(await alarmsOf(watch))).toEqual(['views_differ']);
  }, SOON);
});

test('finds an edited entry of the log, and a log that was rolled back', async () => {
  // Edits a signed head. If terms were edited instead, the log would append them again.
  const entry = `where index = (select min(index) from tlog_entry where kind = 'checkpoint')`;
  const { rows } = await owner.query<{ entry: string }>(`select entry from tlog_entry ${entry}`);
  await forge(`update tlog_entry set entry = entry || ' ' ${entry}`);
  try {
    expect(kindsOf(await alarmsOf(await open()))).toEqual(['log_withheld']);
  } finally {
    await owner.query('set session_replication_role = replica');
    await owner.query(`update tlog_entry set entry = $1 ${entry}`, [rows[0]?.entry]);
    await owner.query('set session_replication_role = default');
  }
  const watch = await open(honest);
  await alarmsOf(watch);
  const size = honest.place.size - 10;
  const whole = watchedPlatform(server.origin);
  // The platform's owner restores an old database, which serves its old checkpoint.
  const old = await owner.query<{ note: string; size: string }>(
    `select c.note || (select string_agg(s.line || e'\\n', '') from tlog_cosignature s where s.size = c.size) as note, c.size
      from tlog_checkpoint c where c.size <= ${size} and 2 <= (select count(*) from tlog_cosignature s where s.size = c.size)
      order by c.size desc limit 1`,
  );
  const note = old.rows[0]?.note ?? '';
  const rolledBack: Platform = {
    ...whole,
    file: async (path) => (path === '/log/checkpoint' ? new TextEncoder().encode(note) : whole.file(path)),
  };
  expect(kindsOf(await alarmsOf(await open(kept(watch, honest), rolledBack)))).toContain('log_shrunk');
});

test('finds a checkpoint without cosignatures of witnesses, and one with an invalid signature', async () => {
  const whole = watchedPlatform(server.origin);
  const bare = async (path: string): Promise<Uint8Array> => {
    const bytes = await whole.file(path);
    if (path !== '/log/checkpoint') return bytes;
    const lines = new TextDecoder().decode(bytes).split('\n');
    return new TextEncoder().encode(lines.filter((line) => !/\/w[12] /.test(line)).join('\n'));
  };
  expect(kindsOf(await alarmsOf(await open(honest, { ...whole, file: bare })))).toEqual(['log_unwitnessed']);
  const other = async (path: string): Promise<Uint8Array> => {
    const bytes = await whole.file(path);
    if (path !== '/log/checkpoint') return bytes;
    return new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/^(— \S+ .{20})./m, '$1A'));
  };
  expect(kindsOf(await alarmsOf(await open(honest, { ...whole, file: other })))).toEqual(['log_unsigned']);
});

test('finds signed prices that are kept out of the log', async () => {
  const whole = watchedPlatform(server.origin);
  const ahead: Platform = {
    ...whole,
    heads: async () => (await whole.heads()).map((head) => ({ ...head, seq: head.seq + 10_000 })),
  };
  let now = Date.now();
  const read = readPolicy(new TextDecoder().decode(await whole.file('/log/policy')));
  if ('violation' in read) throw new Error(read.violation);
  const deps = {
    platform: ahead,
    policy: read,
    verify: nodeSignatures(),
    lateMaxMs: 60_000,
    graceMs: 0,
    pagesAgain: 10,
    random: randomInt,
  };
  const watch = new Watch({ ...deps, nowMs: () => now }, honest);
  // The made-up heads are not signed, which is detected immediately.
  expect(kindsOf(await alarmsOf(watch))).toEqual(['key_replaced']);
  now += 60_001;
  expect(kindsOf(await alarmsOf(watch))).toContain('tape_unlogged');
});

// These run last, since the log keeps the evidence permanently.
test('finds a removed record of the operators’ log at the next root of the ledger', async () => {
  const watch = await open(honest);
  const record = `insert into audit (time_ms, operator, role, action, subject) values (1, 'ada', 'admin', 'denied', 'y')`;
  await owner.query(record);
  await vi.waitFor(async () => {
    const { rows } = await owner.query(
      `select from tlog_entry where kind = 'audit' and position = (select max(seq) from audit)`,
    );
    expect(rows).toHaveLength(1);
    const sealed = await owner.query(
      `select from ledger_seal where audit_seq = (select max(seq) from audit)`,
    );
    expect(sealed.rows).not.toHaveLength(0);
  }, SOON);
  expect(await alarmsOf(watch)).toEqual([]);
  await forge('delete from audit where seq = (select max(seq) from audit)');
  // Another action of an operator, which takes the number of the removed one.
  await owner.query(record.replace("'y'", "'z'"));
  await vi.waitFor(async () => {
    expect(kindsOf(await alarmsOf(watch))).toContain('audit_conflicts');
  }, SOON);
});

test('finds configured terms that differ between the log and the platform', async () => {
  const whole = watchedPlatform(server.origin);
  const swapped: Platform = {
    ...whole,
    terms: async () => {
      const [first, ...others] = await whole.terms();
      if (first === undefined) throw new Error('expected terms, found none');
      const versions = first.versions.map((one) => ({ ...one, body: { ...one.body, fee_rate: '0.9' } }));
      return [{ ...first, versions }, ...others];
    },
  };
  expect(kindsOf(await alarmsOf(await open(honest, swapped)))).toContain('terms_differ');
  const watch = await open(honest);
  expect(kindsOf(await alarmsOf(watch))).not.toContain('terms_differ');
  await forge(
    `update usual_terms set body = body || '{"swapped": 1}' where subject = (select min(subject) from usual_terms)`,
  );
  await vi.waitFor(async () => {
    expect(kindsOf(await alarmsOf(watch))).toContain('terms_replaced');
  }, SOON);
});
