/** Test fixture: the operator calls on a separate database, with several operators, and plain SQL as the serving role. */
import pg from 'pg';
import { expect } from 'vitest';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { appendSigned, signing } from '@candor/testing/signing.ts';
import { createPool } from '../../../db/pool.ts';
import type { Pool } from '../../../db/pool.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ConsoleContext } from '../../../calls/console-handler.ts';
import { totpCode, totpStep } from '../../../identity/factors/totp.ts';
import { FailedAttempts } from '../../../identity/secrets/failed-attempts.ts';
import { Passwords } from '../../../identity/secrets/password.ts';
import { Vault } from '../../../identity/secrets/vault.ts';
import { verifyAudit } from '../../../operators/audit.ts';
import { seedOperators } from '../../../operators/demo-operators.ts';
import { signIn } from '../../../operators/operators.ts';
import type { Operator } from '../../../operators/operators.ts';
import { Terms } from '../../../terms/terms.ts';
import { usualTerms } from '../../../terms/usual-terms.ts';
import { houseConsoleHandlers } from '../console-handlers.ts';

export const admin = (account: string, person = account): Operator => ({ account, role: 'admin', person });
export const ada = admin('ada');
export const ines = admin('ines');
export const theo: Operator = { account: 'theo', role: 'treasurer', person: 'theo' };
export const password = 'Nobody-guesses-1';

export type Who = ConsoleInput<'POST operator_confirm'>;
export const who = (account: string, role: Who['role'] = 'treasurer', person = account): Who => ({
  ...{ account, role, person },
});

export const as = (operator: Operator, idempotencyKey?: string): ConsoleContext => ({
  ...{ operator, idempotencyKey, session: Buffer.alloc(32), address: '127.0.0.1', agent: '' },
  ...{ device: undefined, served: { origin: 'http://localhost', rpId: 'localhost' } },
});

export const refusal = (code: string, field?: string) => ({
  ok: false,
  refusal: { code, ...(field === undefined ? {} : { field }) },
});

/** The answer to adding an operator whom a second admin has yet to confirm. */
export const waits = (account: string) => ({
  ok: true,
  value: { account, waits: true, totp_secret: null, totp_uri: null },
});

/** Audit records (operator, action, account) that are written in the same transaction, before the statement. */
export type Done = readonly (readonly [by: string, action: string, account: string])[];

export class Office {
  readonly pool: Pool;
  readonly handlers: ReturnType<typeof houseConsoleHandlers>;
  readonly #database: TestDatabase;
  readonly #owner: pg.Pool;
  readonly #troubles: unknown[] = [];
  readonly #vault = new Vault(Buffer.alloc(32, 5));
  readonly #passwords = new Passwords(40);
  readonly #failedAttempts: FailedAttempts;

  private constructor(database: TestDatabase) {
    this.#database = database;
    const pool = createPool(database.url, { max: 6 });
    this.pool = pool;
    this.#owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    this.#failedAttempts = new FailedAttempts({ pool, vault: this.#vault });
    const handlers = houseConsoleHandlers({
      ...{
        pool,
        passwords: this.#passwords,
        vault: this.#vault,
        failedAttempts: this.#failedAttempts,
        now: Date.now,
      },
      // Custody statements need a running server, and these tests cover only operators.
      submitAct: () => Promise.reject(new Error('expected no command, found one')),
      terms: new Terms({
        pool,
        usual: usualTerms({ instruments: [], coolOffSeconds: 0 }),
        onError: (error) => this.#troubles.push(error),
      }),
      currencies: ['USDT'],
    });
    this.handlers = signing(handlers, { pool, now: Date.now });
  }

  /** Opens an office without operators, like a new live platform. */
  static async open(): Promise<Office> {
    return new Office(await freshDatabase());
  }

  static async withExamples(): Promise<Office> {
    const office = await Office.open();
    const made = { passwords: office.#passwords, vault: office.#vault, nowMs: 1 };
    await seedOperators(office.pool, made);
    return office;
  }

  async close(): Promise<void> {
    expect(await verifyAudit(this.pool)).toMatchObject({ violation: undefined });
    expect(this.#troubles).toEqual([]);
    await this.pool.end();
    await this.#owner.end();
    await this.#database.drop();
  }

  async owner<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.#owner.query(sql)).rows as Row[];
  }

  add(one: Who, by: Operator = ada, key?: string) {
    return this.handlers['POST operator_add']({ ...one, password }, as(by, key));
  }

  confirm(one: Who, by: Operator = ines, key?: string) {
    return this.handlers['POST operator_confirm'](one, as(by, key));
  }

  disable(account: string, by: Operator = ada) {
    return this.handlers['POST operator_disable']({ account, reason: 'left the house' }, as(by));
  }

  /** Adds an operator as ada, confirms the operator as ines, and returns the authenticator's secret. */
  async join(one: Who): Promise<string> {
    expect(await this.add(one)).toEqual(waits(one.account));
    const confirmed = await this.confirm(one);
    if (!confirmed.ok || confirmed.value.totp_secret === null) throw new Error(JSON.stringify(confirmed));
    return confirmed.value.totp_secret;
  }

  enter(account: string, secret: string) {
    return signIn(
      {
        ...{ pool: this.pool, passwords: this.#passwords, vault: this.#vault },
        ...{ failedAttempts: this.#failedAttempts, now: Date.now, wallNow: Date.now },
      },
      { account, password, totp: totpCode(secret, totpStep(Date.now())) },
    );
  }

  async listed(account: string): Promise<ConsoleOutput<'GET operators'>[number]> {
    const answer = await this.handlers['GET operators']({}, as(ada));
    const found = answer.ok ? answer.value.find((one) => one.account === account) : undefined;
    if (found === undefined) throw new Error(`operator ${account} not found in the list`);
    return found;
  }

  async newestRecord(): Promise<Record<string, unknown> | undefined> {
    const sql = 'select operator, action, subject, after, reason from audit order by seq desc limit 1';
    return (await this.owner<Record<string, unknown>>(sql))[0];
  }

  /** Runs a statement as the serving role. The statement may name any operator. */
  write(done: Done, sql: string): Promise<void> {
    return inTransaction(this.pool, async (at) => {
      for (const [by, action, account] of done) {
        const body = { account, role: 'admin', person: account };
        await appendSigned(at, { action, subject: `operator:${account}`, body }, { account: by, nowMs: 1 });
      }
      await at.query(sql);
    });
  }
}
