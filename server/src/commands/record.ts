/** Writes all effects of a batch with one multi-row statement per table and commits, in one round trip. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import { bytesArray, listSql, plainArray, textList } from '../db/arrays.ts';
import type { Connection } from '../db/pool.ts';
import { sendStatements } from '../db/statements.ts';
import type { Statement } from '../db/statements.ts';
import { openBalancesSql, openHouseSql } from '../ledger/balances.ts';
import { posting } from '../ledger/post.ts';
import type { Acting } from './command.ts';
import type { BatchFacts } from './facts.ts';
import type { ReceiptBatch } from './receipts.ts';
import type { LogTable, RowTable, Writing } from './table.ts';

/** `place` is the position of the order's receipt in the batch; null for a command that is not an order or was refused. */
export type AnswerRow = {
  book: bigint;
  key: string;
  bodyHash: string;
  answer: string;
  place: number | null;
  /** Whether only this process knows the key. */
  freshKey: boolean;
};
/** The session that requested the changes recorded in a book. */
export type ActingRow = Acting & { readonly book: bigint };

const insertAnswersSql = `insert into answer (book, key, body_hash, answer, place, batch)
  select u.*, case when u.place is not null then $6::bigint end
  from unnest($1::bigint[], ${listSql('$2')}, ${listSql('$3')}, ${listSql('$4')}, $5::smallint[]) as u (book, key, body_hash, answer, place)`;
const insertReceiptsSql = `insert into receipt_batch (number, at_ms, accepted_ms, heads, leaves, root, signature, answers)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const insertSignedSql = `insert into signed_order (batch, book, place, text, body, device_key, signature)
  select $1, u.* from unnest($2::bigint[], $3::smallint[], ${listSql('$4')}, ${listSql('$5')}, $6::bytea[], $7::bytea[]) as u`;
const updateBooksSql = `update book b set seq = u.seq from unnest($1::bigint[], $2::bigint[]) as u (id, seq)
  where b.id = u.id`;
const insertInboxSql = `insert into engine_inbox (book, symbol, kind, row_id, version, condition, level, armed_seq, since_ms)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::numeric[],
    $8::bigint[], $9::bigint[])`;

const insertRecordSql = `insert into command_record (market_ms, commands, packed, refused) values ($1, $2, $3, ${listSql('$4')})`;

/**
 * A batch's record (`batch-record.ts`), with its market time in milliseconds, its number of commands, and a text for each order
 * that was refused immediately.
 */
export type RecordRow = {
  readonly packed: Buffer;
  readonly commands: number;
  readonly marketMs: number;
  readonly refused: readonly string[];
};

const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };

/**
 * Sends every write and the commit. The journals are sent first, because they are most of the database's work, which then
 * overlaps with this process preparing the other writes. Throws unless the database confirms the commit.
 */
export async function record(
  connection: Connection,
  facts: BatchFacts,
  options: {
    answers: readonly AnswerRow[];
    acting: readonly ActingRow[];
    slot: number;
    receipts: ReceiptBatch | undefined;
    /** Builds the batch's record, if records are written. */
    recorded: (() => RecordRow) | undefined;
  },
): Promise<void> {
  const first = [
    ...actingShown(options.acting),
    ...openings(facts, options.slot),
    ...(facts.journals.length === 0 ? [] : [posting(facts.journals, options.slot)]),
  ];
  const moved = first.length === 0 ? [] : sendStatements(connection, first);
  const written = sendStatements(connection, [
    ...tableWrites(facts),
    ...inboxWrites(facts),
    ...answerWrites(options.answers, options.receipts),
    ...receiptWrites(options.receipts),
    ...bookWrites(facts),
    ...recordWrites(options.recorded?.()),
    COMMIT,
  ]);
  const [, results] = await Promise.all([moved, written]);
  // After a failed statement, COMMIT succeeds too, but with the tag ROLLBACK.
  const command = results.at(-1)?.command;
  if (command !== 'COMMIT') throw new Error(`expected the batch to commit, got ${command}`);
}

/**
 * Presents to the database the proofs of the sessions and API keys that requested the changes. Without them, it rejects writes to
 * customers' rows.
 */
function actingShown(acting: readonly ActingRow[]): Statement[] {
  const bySession = acting.filter((row) => row.key === undefined);
  const byKey = acting.filter((row) => row.key !== undefined);
  const shown = (name: string, call: string, rows: readonly ActingRow[]): Statement[] =>
    rows.length === 0
      ? []
      : [
          {
            name,
            text: `select ${call}($1::bigint[], $2::bigint[], $3::text[])`,
            values: [
              plainArray(rows.map((row) => row.book)),
              plainArray(rows.map((row) => row.key ?? row.session)),
              plainArray(rows.map((row) => row.proof.toString('hex'))),
            ],
          },
        ];
  return [...shown('act-for', 'act_for', bySession), ...shown('act-by-key', 'act_by_key', byKey)];
}

function openings(facts: BatchFacts, slot: number): Statement[] {
  const statements: Statement[] = [];
  const absent = [...facts.books.values()].flatMap((book) =>
    [...book.balances.values()]
      .filter((balance) => !balance.stored)
      .map((balance) => ({ book: book.book, account: balance.account, currency: balance.currency })),
  );
  if (absent.length > 0) {
    statements.push({
      name: 'open-balances',
      text: openBalancesSql,
      values: [
        plainArray(absent.map((row) => row.book)),
        plainArray(absent.map((row) => row.account)),
        plainArray(absent.map((row) => row.currency)),
      ],
    });
  }
  const house = [...facts.house.values()].filter((balance) => !balance.stored);
  if (house.length > 0) {
    statements.push({
      name: 'open-house',
      text: openHouseSql,
      values: [
        plainArray(house.map((row) => row.account)),
        plainArray(house.map((row) => row.currency)),
        slot,
      ],
    });
  }
  return statements;
}

function tableWrites(facts: BatchFacts): Statement[] {
  const fresh = new Map<RowTable<never>, unknown[]>();
  const changed = new Map<RowTable<never>, unknown[]>();
  for (const book of facts.books.values()) {
    for (const [table, rows] of book.tables) {
      // If the table is a view, a command's change to its row is visible only to later commands of the batch.
      if (table.columns.length === 0) continue;
      for (const state of rows.values()) {
        if (!state.dirty) continue;
        const group = state.stored ? changed : fresh;
        const list = group.get(table);
        if (list === undefined) group.set(table, [state.row]);
        else list.push(state.row);
      }
    }
  }
  const logs = new Map<LogTable<never>, unknown[]>();
  for (const { table, row } of facts.appends) {
    const list = logs.get(table);
    if (list === undefined) logs.set(table, [row]);
    else list.push(row);
  }
  const write = (writing: Writing<never>, rows: unknown[]): Statement => writing(rows as never[]);
  const appended = (first: boolean): Statement[] =>
    [...logs].flatMap(([table, rows]) => (table.first === first ? [write(table.append, rows)] : []));
  const updated = (first: boolean): Statement[] =>
    [...changed].flatMap(([table, rows]) =>
      table.updatedFirst === first ? [write(table.update, rows)] : [],
    );
  return [
    ...appended(true),
    ...[...fresh].map(([table, rows]) => write(table.insert, rows)),
    ...updated(true),
    ...updated(false),
    ...appended(false),
  ];
}

function inboxWrites(facts: BatchFacts): Statement[] {
  const rows = facts.armings;
  if (rows.length === 0) return [];
  return [
    {
      name: 'insert-inbox',
      text: insertInboxSql,
      values: [
        plainArray(rows.map((row) => row.book)),
        plainArray(rows.map((row) => row.arming.symbol)),
        plainArray(rows.map((row) => row.arming.kind)),
        plainArray(rows.map((row) => row.arming.row)),
        plainArray(rows.map((row) => row.arming.version)),
        plainArray(rows.map((row) => row.arming.condition)),
        plainArray(rows.map((row) => (row.arming.level === null ? null : toNumeric(row.arming.level)))),
        plainArray(rows.map((row) => row.arming.armedSeq)),
        plainArray(rows.map((row) => row.arming.sinceMs ?? null)),
      ],
    },
  ];
}

/** The answer to an order with a fresh key is stored with its receipt, if it has one. */
function answerWrites(all: readonly AnswerRow[], receipts: ReceiptBatch | undefined): Statement[] {
  const answers = receipts === undefined ? all : all.filter((row) => row.place === null || !row.freshKey);
  if (answers.length === 0) return [];
  const statement = {
    name: 'insert-answers',
    text: insertAnswersSql,
    values: [
      plainArray(answers.map((row) => row.book)),
      textList(answers.map((row) => row.key)),
      textList(answers.map((row) => row.bodyHash)),
      textList(answers.map((row) => row.answer)),
      plainArray(answers.map((row) => (receipts === undefined ? null : row.place))),
      receipts?.number ?? null,
    ],
  };
  return [statement];
}

/** Writes a row for the batch of receipts, and one for each order that a device signed. */
function receiptWrites(receipts: ReceiptBatch | undefined): Statement[] {
  if (receipts === undefined) return [];
  const { number, atMs, leaves: stored, answers, root, signature, orders } = receipts;
  const { acceptedMs, heads, leaves } = stored;
  const values = [number, atMs, acceptedMs, heads, leaves, root, Buffer.from(signature), answers];
  const batch = { name: 'insert-receipts', text: insertReceiptsSql, values };
  const signed = orders.flatMap(({ book, order }, place) =>
    order.signed === undefined ? [] : [{ ...order.signed, book, place, text: order.text }],
  );
  if (signed.length === 0) return [batch];
  const rows = {
    name: 'insert-signed-orders',
    text: insertSignedSql,
    values: [
      number,
      plainArray(signed.map((row) => row.book)),
      plainArray(signed.map((row) => row.place)),
      textList(signed.map((row) => row.text)),
      textList(signed.map((row) => row.body)),
      bytesArray(signed.map((row) => row.deviceKey)),
      bytesArray(signed.map((row) => row.signature)),
    ],
  };
  return [batch, rows];
}

function bookWrites(facts: BatchFacts): Statement[] {
  const moved = [...facts.books.values()].filter((book) => book.seq !== book.seqBefore);
  if (moved.length === 0) return [];
  return [
    {
      name: 'update-books',
      text: updateBooksSql,
      values: [plainArray(moved.map((book) => book.book)), plainArray(moved.map((book) => book.seq))],
    },
  ];
}

function recordWrites(row: RecordRow | undefined): Statement[] {
  if (row === undefined) return [];
  const { marketMs, commands, packed, refused } = row;
  const values = [marketMs, commands, packed, refused.length === 0 ? null : textList(refused)];
  return [{ name: 'insert-record', text: insertRecordSql, values }];
}
