/** Statements that are sent together get the same answers as if sent one by one, and an error skips those after it. */
import { expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { bytesArray } from './arrays.ts';
import { createPool } from './pool.ts';
import type { Connection } from './pool.ts';
import { sendStatements } from './statements.ts';

const text = (value: string | null) => ({ name: 'text', text: 'select $1::text', values: [value] });
const number = (value: string) => ({ name: 'number', text: 'select $1::int', values: [value] });
const bytes = (value: Buffer) => ({
  name: 'bytes',
  text: `select encode($1::bytea, 'hex'), encode(($2::bytea[])[1], 'hex')`,
  values: [value, bytesArray([value])],
});
const none = { name: 'none', text: 'select 1 where false', values: [] };
const begin = { name: 'begin', text: 'begin', values: [] };
const commit = { name: 'commit', text: 'commit', values: [] };

async function connected(use: (connection: Connection) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 1 });
  try {
    const connection = await pool.connect();
    await use(connection);
    connection.release();
  } finally {
    await pool.end();
    await database.drop();
  }
}

test('statements sent together return the same answers as statements sent one by one', () =>
  connected(async (connection) => {
    const long = '漢字 — “quoted”, {braces} '.repeat(5000);
    const statements = [
      begin,
      text(null),
      text(''),
      text(long),
      bytes(Buffer.from([0, 255, 7])),
      none,
      commit,
    ];
    const prepared = await sendStatements(connection, statements);
    expect(prepared).toEqual([
      { rows: [], command: 'BEGIN' },
      { rows: [[null]], command: 'SELECT' },
      { rows: [['']], command: 'SELECT' },
      { rows: [[long]], command: 'SELECT' },
      { rows: [['00ff07', '00ff07']], command: 'SELECT' },
      { rows: [], command: 'SELECT' },
      { rows: [], command: 'COMMIT' },
    ]);
    expect(await sendStatements(connection, statements)).toEqual(prepared);
    expect(
      await Promise.all([sendStatements(connection, [text('a')]), sendStatements(connection, [none])]),
    ).toEqual([[{ rows: [['a']], command: 'SELECT' }], [{ rows: [], command: 'SELECT' }]]);
  }));

test('an error skips the statements after it, and the connection remains usable', () =>
  connected(async (connection) => {
    const good = [begin, number('1'), text('a'), commit];
    await sendStatements(connection, good);
    const bad = [begin, number('not a number'), text('a'), commit];
    const failed = sendStatements(connection, bad);
    const after = sendStatements(connection, [text('b')]);
    await expect(failed).rejects.toMatchObject({ code: '22P02' });
    await expect(after).rejects.toMatchObject({ code: '25P02' });
    await connection.query('rollback');
    expect((await sendStatements(connection, good)).at(-1)?.command).toBe('COMMIT');
  }));
