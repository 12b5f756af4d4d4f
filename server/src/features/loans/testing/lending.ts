/**
 * Test fixture: a server with the example operators logged in to the console, and customers who may borrow. Closing it checks
 * the invariants, the audit chain and the logged bugs.
 */
import { moveCapsAway } from '@candor/testing/caps.ts';
import pg from 'pg';
import { expect } from 'vitest';
import type { CallInput, CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import type { Heard } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer, WholeServerOptions } from '@candor/testing/whole-server.ts';
import { createPool } from '../../../db/pool.ts';
import type { Pool } from '../../../db/pool.ts';
import { breaches } from '../../../app/breaches.ts';
import { verifyAudit } from '../../../operators/audit.ts';

const PASSWORD = 'w4lk!er-ok';
const TRADING_PASSWORD = '135790';

type Fields = Readonly<Record<string, unknown>>;
export type Loan = CallOutput<'GET lh/loan/order'>['items'][number];
type Statistics = CallOutput<'GET lh/loan/statistics'>;

let pictures = 0;

/** Returns a different image on every call. */
export function newPicture(): Promise<Buffer> {
  pictures += 1;
  return photo(9000 + pictures, { width: 30 + (pictures % 200), height: 40, format: 'png' });
}

/** Returns "ok", or the refusal's code and field. */
export function said({ body }: Pick<Heard, 'body'>): string {
  if (body.type === 'ok') return 'ok';
  const { field } = body.params as { readonly field?: string };
  return field === undefined ? body.error : `${body.error} ${field}`;
}

/** Makes calls over HTTP as a customer who may borrow. */
export class Borrower {
  readonly #origin: string;
  readonly token: string;
  readonly account: string;
  readonly customer: string;

  constructor(
    origin: string,
    who: { readonly token: string; readonly account: string; readonly customer: string },
  ) {
    this.#origin = origin;
    this.token = who.token;
    this.account = who.account;
    this.customer = who.customer;
  }

  knock(name: CallName, fields: Fields = {}, key?: string): Promise<Heard> {
    const keyed = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    return knock(this.#origin, name, { token: this.token, fields, ...keyed });
  }

  async done<Payload>(name: CallName, fields: Fields = {}): Promise<Payload> {
    return wellAnswered((await this.knock(name, fields)).body) as Payload;
  }

  async picture(bytes?: Buffer): Promise<string> {
    return handIn(this.#origin, this.token, bytes ?? (await newPicture()), 'loan');
  }

  async documents(): Promise<
    Pick<CallInput<'POST lh/loan/submit'>, 'house' | 'income' | 'bank' | 'identity'>
  > {
    return {
      ...{ house: await this.picture(), income: await this.picture() },
      ...{ bank: await this.picture(), identity: await this.picture() },
    };
  }

  /** Applies for 1,000 over seven days with new images, with the given fields replaced. */
  async apply(fields: Fields = {}, key?: string): Promise<Heard> {
    const documents = 'house' in fields ? {} : await this.documents();
    const usual = { amount: '1000', days: 7, agree: AGREEMENT_VERSION };
    return this.knock('POST lh/loan/submit', { ...usual, ...documents, ...fields }, key);
  }

  /** Like `apply`, but expects the request to succeed, and returns the loan's id. */
  async applied(fields: Fields = {}): Promise<string> {
    return (wellAnswered((await this.apply(fields)).body) as { id: string }).id;
  }

  cancel(id: string): Promise<Heard> {
    return this.knock('POST lh/loan/cancel', { id });
  }

  /** Repays this amount, or the full debt if no amount is given. */
  repay(id: string, amount?: string, key?: string): Promise<Heard> {
    const fields = { id, trading_password: TRADING_PASSWORD, ...(amount === undefined ? {} : { amount }) };
    return this.knock('POST lh/loan/repayment', fields, key);
  }

  async loan(id: string): Promise<Loan> {
    const { items } = await this.done<CallOutput<'GET lh/loan/order'>>('GET lh/loan/order', { limit: 50 });
    const found = items.find((one) => one.id === id);
    if (found === undefined) throw new Error(`loan ${id} of ${this.account} not found`);
    return found;
  }

  statistics(): Promise<Statistics> {
    return this.done('GET lh/loan/statistics');
  }

  async spot(): Promise<string> {
    const wallets = await this.done<CallOutput<'POST wallet/list'>>('POST wallet/list');
    return wallets.find((one) => one.currency === 'USDT')?.spot.available ?? '0';
  }

  /** Returns the score's changes, newest first, as "80 to 85: loan_repaid_in_time". */
  async score(): Promise<string[]> {
    const { changes } = await this.done<CallOutput<'GET user/credit'>>('GET user/credit');
    return changes.slice(0, -1).map(({ before, after, reason }) => `${before} to ${after}: ${reason}`);
  }
}

type Verdict = Partial<ConsoleRequest<'POST loan_decide'>>;
export const reject: Verdict = { verdict: 'reject', reason: 'income_unclear' };

export type Lending = {
  readonly server: WholeServer;
  readonly pool: Pool;
  /**
   * Runs as the database's owner without a statement timeout, because auditing a long market exceeds the server's
   * timeout on a busy machine.
   */
  readonly owner: pg.Pool;
  /** The example operators, in this order: support, reviewer, treasurer, admin. */
  readonly sam: ConsoleLine;
  readonly rosa: ConsoleLine;
  readonly theo: ConsoleLine;
  readonly ada: ConsoleLine;
  /** A new customer, by default verified and with a trading password. */
  somebody(verified?: 'unverified'): Promise<Borrower>;
  /** Builds a verdict on the loan's current state: approval, with the given fields replaced. */
  verdictOn(of: Borrower, id: string, change?: Verdict): Promise<ConsoleRequest<'POST loan_decide'>>;
  decide(
    by: ConsoleLine,
    at: { readonly of: Borrower; readonly id: string },
    change?: Verdict,
  ): Promise<string>;
  /** Creates a loan that is paid out, and returns its id. */
  lent(to: Borrower, fields?: Fields): Promise<string>;
  /** Returns the journals of a customer's loans, one line each. */
  journalsOf(of: Borrower): Promise<string[]>;
  noticesOf(of: Borrower): Promise<string[]>;
  /** `except` lists invariants that a test has deliberately violated. */
  close(except?: readonly string[]): Promise<void>;
};

export async function openLending(options: WholeServerOptions = {}): Promise<Lending> {
  const server = await openWholeServer({ midweek: true, ...options });
  await moveCapsAway(server.ownerUrl);
  const pool = createPool(server.url, { max: 4 });
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  const [sam, rosa, theo, ada] = [
    await openConsoleLine(server, 'sam'),
    await openConsoleLine(server, 'rosa'),
    await openConsoleLine(server, 'theo'),
    await openConsoleLine(server, 'ada'),
  ];
  let accounts = 0;
  const lines = async (sql: string, { customer }: Borrower) =>
    (await pool.query<{ line: string }>(sql, [customer])).rows.map(({ line }) => line);
  const verdictOn: Lending['verdictOn'] = async ({ customer }, id, change = {}) => {
    const { amount, documents } = await ada.done('GET loan', { customer, id });
    const seen = documents.map(({ hash }) => hash);
    return { customer, id, amount, documents: seen, verdict: 'approve', ...change };
  };
  const decide: Lending['decide'] = async (by, { of, id }, change) =>
    said(await by.ask('POST loan_decide', await verdictOn(of, id, change)));
  return {
    ...{ server, pool, owner, sam, rosa, theo, ada, verdictOn, decide },
    somebody: async (verified) => {
      accounts += 1;
      const { account, token } = await join(server.origin, `borrower${accounts}`, PASSWORD);
      const { id: customer } = wellAnswered(
        (await knock(server.origin, 'GET user/info', { token })).body,
      ) as { id: string };
      const borrower = new Borrower(server.origin, { account, token, customer });
      if (verified === 'unverified') return borrower;
      const digits = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
      await borrower.done('POST safe/trading_password', { ...digits, current_password: PASSWORD });
      await verifyCustomer(pool, { customer: BigInt(customer) });
      return borrower;
    },
    lent: async (of, fields) => {
      const id = await of.applied(fields);
      expect(await decide(rosa, { of, id })).toBe('ok');
      // A large loan needs a second approver.
      if ((await of.loan(id)).status === 'pending_review') expect(await decide(theo, { of, id })).toBe('ok');
      return id;
    },
    journalsOf: (of) =>
      lines(
        `select j.kind || ': ' || string_agg(p.account || ' ' || trim_scale(p.amount), ', ' order by p.line) as line
          from journal j join posting p using (book, seq) where j.book = $1 and j.ref like 'loan:%'
          group by j.seq, j.kind order by j.seq`,
        of,
      ),
    noticesOf: (of) =>
      lines(
        `select n.kind as line from notice n where n.book = $1 and n.kind like 'loan%' order by n.time_ms, n.id`,
        of,
      ),
    close: async (except = []) => {
      expect(await breaches(owner, { except })).toEqual([]);
      expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
      expect(
        server.logLines.filter((text) => /^(?!.*retrying).* failed|did not fire|could not/.test(text)),
      ).toEqual([]);
      await owner.end();
      await pool.end();
      await server.stop();
    },
  };
}
