/**
 * Measures five hundred customers who concurrently pay fees to one account of the house, over lanes of two processes, against the
 * same journals without the fee. A row that all of them had to lock would show in the difference.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journal } from '../domain/src/ledger/journal.ts';
import { amount } from '../domain/src/money/amount.ts';
import { ok } from '../domain/src/outcome.ts';
import { command } from '../server/src/commands/command.ts';
import { Executor } from '../server/src/commands/executor.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import { takeSlots } from '../server/src/db/slot.ts';
import { openBook, openDemoHouse } from '../server/src/ledger/book.ts';
import { LIMITS } from '../server/src/limits.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const CUSTOMERS = 500;
const PROCESSES = 2;
const ROUNDS = 3;
const ROUND_MS = 10_000;
const MOVED = amount('0.0001');
const FEE = amount('0.00000001');
const OPTION = ['option', 'USDT'] as const;

/**
 * Both variants have three postings, so that both do the same work: the third one is a fee to the house, or goes to the customer.
 * The difference is the cost of the shared account.
 */
const freeze = command({
  name: 'bench.freeze',
  gather: ({ fee }: { fee: boolean }) => ({
    balances: [['contract', 'USDT'], [fee ? 'contract_frozen' : 'spot', 'USDT'], ...(fee ? [] : [OPTION])],
    ...(fee ? { house: [['fees', 'USDT']] } : {}),
  }),
  decide: ({ fee }, facts) =>
    ok({
      answer: {},
      journals: [
        journal(fee ? 'contract_open' : 'transfer', `bench:${facts.journalSeq}`, [
          { account: 'contract', currency: 'USDT', amount: -MOVED - FEE },
          { account: fee ? 'contract_frozen' : 'spot', currency: 'USDT', amount: MOVED },
          { account: fee ? 'fees' : 'option', currency: 'USDT', amount: FEE },
        ]),
      ],
    }),
});

const fund = command({
  name: 'bench.fund',
  gather: (_: Record<string, never>) => ({
    balances: [
      ['spot', 'USDT'],
      ['contract', 'USDT'],
    ],
    house: [['equity', 'USDT']],
  }),
  decide: (_, facts) => {
    const given = amount('100000');
    facts.houseHas('equity', 'USDT', given);
    return ok({
      answer: {},
      journals: [
        journal('start_over', `bench:${facts.book}`, [
          { account: 'equity', currency: 'USDT', amount: -given },
          { account: 'spot', currency: 'USDT', amount: given },
        ]),
        journal('transfer', `bench:${facts.book}`, [
          { account: 'spot', currency: 'USDT', amount: -given },
          { account: 'contract', currency: 'USDT', amount: given },
        ]),
      ],
    });
  },
});

export async function benchHouseFees(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'candor bench-'));
  const postgres = await startPostgres({ directory });
  await migrate(postgres.ownerUrl);
  const pool = createPool(postgres.url, { max: 24 });
  try {
    await openDemoHouse(pool, []);
    const books = await Promise.all(Array.from({ length: CUSTOMERS }, () => openBook(pool)));
    const processes = await Promise.all(Array.from({ length: PROCESSES }, () => openProcess(pool)));
    await Promise.all(books.map((book, at) => submit(processes, at, { book, fee: undefined })));
    const without: number[] = [];
    const withFees: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(await perSecond(processes, books, false));
      withFees.push(await perSecond(processes, books, true));
    }
    await Promise.all(processes.map(({ close }) => close()));
    const [plain, paying] = [median(without), median(withFees)];
    return [
      { name: 'house-fees: journals of 500 customers without a fee', value: plain, unit: '/s' },
      {
        name: 'house-fees: journals of 500 customers with a fee to one account of the house',
        value: paying,
        unit: '/s',
      },
      {
        name: 'house-fees: with fees ÷ without',
        value: paying / plain,
        unit: '',
        goal: { atLeast: 0.7 },
      },
    ];
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Process = { readonly executor: Executor; close(): Promise<void> };

/** Opens an executor with its own slots, as every server process has. */
async function openProcess(pool: Pool): Promise<Process> {
  const slots = await takeSlots(pool, LIMITS.commands.lanes);
  const executor = new Executor({
    pool,
    slots: slots.numbers,
    limits: LIMITS.commands,
    nowMs: Date.now,
    log: (message, error) => process.stderr.write(`${message}: ${String(error)}\n`),
  });
  return {
    executor,
    close: async () => {
      await executor.close();
      slots.release();
    },
  };
}

let keys = 0;

async function submit(
  processes: readonly Process[],
  at: number,
  { book, fee }: { book: bigint; fee: boolean | undefined },
): Promise<void> {
  keys += 1;
  const { executor } = processes[at % processes.length] as Process;
  const about = { book, key: `bench:${keys}`, freshKey: true, bodyHash: '', deadlineMs: Date.now() + 60_000 };
  const outcome =
    fee === undefined
      ? await executor.submit({ command: fund, input: {}, ...about })
      : await executor.submit({ command: freeze, input: { fee }, ...about });
  if (!outcome.ok) throw new Error(`expected the command to succeed, got refusal ${outcome.refusal.code}`);
}

/** A customer sends each command as soon as the previous one was answered. */
async function perSecond(
  processes: readonly Process[],
  books: readonly bigint[],
  fee: boolean,
): Promise<number> {
  const startedMs = performance.now();
  let done = 0;
  const loop = async (book: bigint, at: number): Promise<void> => {
    while (performance.now() - startedMs < ROUND_MS) {
      await submit(processes, at, { book, fee });
      done += 1;
    }
  };
  await Promise.all(books.map(loop));
  return (done * 1000) / (performance.now() - startedMs);
}
