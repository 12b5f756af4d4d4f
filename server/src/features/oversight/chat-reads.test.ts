/** Viewing a conversation's images or evidence files counts as reading about its customer. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { knock, wellAnswered } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
let owner: pg.Pool;

beforeAll(async () => {
  server = await openWholeServer();
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

test.each([
  ['POST chat_picture', { picture: 'f'.repeat(32) }],
  ['GET chat_evidence_file', { evidence: 'f'.repeat(32) }],
] as const)(
  'counts the call %s as a read about the conversation’s customer, whether or not the file exists',
  async (name, fields) => {
    const token = await server.login();
    const text = { text: 'good morning', client_id: randomUUID() };
    wellAnswered((await knock(server.origin, 'POST chat/send', { token, fields: text })).body);
    const { rows } = await owner.query<{ id: string; customer: string }>(
      'select id::text, customer::text from chat_conversation where customer is not null',
    );
    const [row = { id: '', customer: '' }] = rows;
    await owner.query('truncate operator_hour');
    const sam = await openConsoleLine(server, 'sam');
    await sam.ask(name, { id: row.id, ...fields });
    const counted = await owner.query(
      `select person, customer::text from operator_hour where what = 'reads'`,
    );
    expect(counted.rows).toEqual([{ person: 'sam', customer: row.customer }]);

    await owner.query(`truncate operator_hour`);
    await owner.query(`update operator_pace set hour_max = 1 where what = 'reads'`);
    await owner.query(
      `insert into operator_hour select date_trunc('hour', clock_timestamp()), 'reads', 'sam', min(c.id) from customer c where c.id <> $1`,
      [row.customer],
    );
    const { body } = await sam.ask(name, { id: row.id, ...fields });
    expect(body).toMatchObject({ error: 'colleague_needed' });
  },
);
