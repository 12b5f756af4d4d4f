/**
 * Test fixture: a server with the example operators logged in to the console, and queries on the ledger. Closing it checks the
 * invariants, the audit chain and the logged bugs.
 */
import { moveCapsAway } from '@candor/testing/caps.ts';
import { expect } from 'vitest';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../../db/pool.ts';
import type { Pool } from '../../../db/pool.ts';
import { breaches } from '../../../app/breaches.ts';
import { verifyAudit } from '../../../operators/audit.ts';
import { newDepositor, newTransaction, said } from './depositor.ts';
import type { Depositor } from './depositor.ts';

type Verdict = Partial<ConsoleRequest<'POST deposit_decide'>>;

export const reject: Verdict = { verdict: 'reject', reason: 'not_received', reference: undefined };
export const wait: Verdict = { verdict: 'await', reference: undefined };

export type Desk = {
  readonly server: WholeServer;
  readonly pool: Pool;
  /** The example operators, in this order: support, reviewer, treasurer, admin. */
  readonly sam: ConsoleLine;
  readonly rosa: ConsoleLine;
  readonly theo: ConsoleLine;
  readonly ada: ConsoleLine;
  somebody(): Promise<Depositor>;
  idOf(of: Depositor): Promise<string>;
  /** Builds a verdict on the deposit's current state: by default it approves a new payment; `change` replaces fields. */
  verdictOn(of: Depositor, id: string, change?: Verdict): Promise<ConsoleRequest<'POST deposit_decide'>>;
  decide(
    by: ConsoleLine,
    at: { readonly of: Depositor; readonly id: string },
    change?: Verdict,
  ): Promise<string>;
  /** Returns a customer's credits, one line per journal. */
  journalsOf(of: Depositor): Promise<string[]>;
  /** Returns the account and the action of each audit record about a customer. */
  recordsOf(of: Depositor): Promise<string[]>;
  close(): Promise<void>;
};

export async function openDesk(): Promise<Desk> {
  const server = await openWholeServer({ midweek: true });
  await moveCapsAway(server.ownerUrl);
  const pool = createPool(server.url, { max: 4 });
  const [sam, rosa, theo, ada] = [
    await openConsoleLine(server, 'sam'),
    await openConsoleLine(server, 'rosa'),
    await openConsoleLine(server, 'theo'),
    await openConsoleLine(server, 'ada'),
  ];
  let accounts = 0;
  const idOf: Desk['idOf'] = async ({ account }) => {
    const found = await pool.query<{ id: string }>('select id from customer where account = $1', [account]);
    return found.rows[0]?.id ?? '';
  };
  const lines = async (sql: string, value: string) =>
    (await pool.query<{ line: string }>(sql, [value])).rows.map(({ line }) => line);
  const verdictOn: Desk['verdictOn'] = async (of, id, change = {}) => {
    const customer = await idOf(of);
    const { amount, voucher_hash } = await ada.done('GET deposit', { customer, id });
    const reference = newTransaction();
    return { customer, id, amount, voucher_hash, verdict: 'approve', reference, ...change };
  };
  return {
    ...{ server, pool, sam, rosa, theo, ada, idOf, verdictOn },
    somebody: () => {
      accounts += 1;
      return newDepositor(server.origin, `payer${accounts}`);
    },
    decide: async (by, { of, id }, change) =>
      said(await by.ask('POST deposit_decide', await verdictOn(of, id, change))),
    journalsOf: async (of) =>
      lines(
        `select j.ref || ': ' || string_agg(p.account || ' ' || p.amount || ' ' || p.currency, ', ' order by p.line) as line
          from journal j join posting p using (book, seq) where j.book = $1 and j.kind = 'deposit'
          group by j.seq, j.ref order by j.seq`,
        await idOf(of),
      ),
    recordsOf: async (of) =>
      lines(
        `select a.operator || ' ' || a.action as line from audit a where a.subject = $1 order by a.seq`,
        `customer:${await idOf(of)}`,
      ),
    close: async () => {
      expect(await breaches(pool)).toEqual([]);
      expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
      expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
      await pool.end();
      await server.stop();
    },
  };
}
