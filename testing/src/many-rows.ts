/**
 * Fills a database with the rows of years: customers, orders, journals, tickets, withdrawals and operators' actions, copied from
 * rows that a server wrote. Only for a database of a test or a bench, as its owner: while they are inserted, no trigger fires, so
 * chains and sums of the copies are not those of a real platform. The shapes, sizes and spread of the rows are.
 */
import pg from 'pg';
import { DAY_MS } from '@candor/domain/time.ts';

export type ManyRows = {
  readonly customers: number;
  /** The numbers of rows over all customers. The measured customer has one percent of each, and at least a few hundred. */
  readonly orders: number;
  readonly journals: number;
  readonly tickets: number;
  readonly withdrawals: number;
  readonly notices: number;
  readonly acts: number;
};

const DAYS = 400;
/** The customer who is measured has this share of all rows. */
const OWN_SHARE = 100;
/** Withdrawals that wait for an operator. */
const WAITING = 200;
/** Larger than any number that the server gave. */
const FIRST = 10_000_000_000_000;

/** Copies a customer's rows; that customer gets a share of the copies. */
export async function makeManyRows(ownerUrl: string, book: bigint, rows: ManyRows): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set statement_timeout = 0`,
    );
    const made = new Copies(owner, book, rows);
    await made.customers();
    await made.orders();
    await made.journals();
    await made.tickets();
    await made.withdrawals();
    await made.notices();
    await made.acts();
    await owner.query('set session_replication_role = origin');
    await owner.query('vacuum analyze');
  } finally {
    await owner.end();
  }
}

class Copies {
  readonly #owner: pg.Client;
  readonly #book: bigint;
  readonly #rows: ManyRows;

  constructor(owner: pg.Client, book: bigint, rows: ManyRows) {
    this.#owner = owner;
    this.#book = book;
    this.#rows = rows;
  }

  async customers(): Promise<void> {
    const { customers } = this.#rows;
    await this.#owner.query(
      `insert into book (id, seq) select ${FIRST} + n, 0 from generate_series(1, ${customers}) n`,
    );
    await this.#copy('customer', `id = ${this.#book}`, customers, {
      id: `${FIRST} + n`,
      account: `'made' || n`,
      account_key: `'made' || n`,
      email: `'made' || n || '@example.org'`,
      email_key: `'made' || n || '@example.org'`,
      wallet_address: 'null',
      phone: 'null',
    });
    for (const { account, currency } of (await this.#read('balance')) as {
      account: string;
      currency: string;
    }[]) {
      const which = `book = ${this.#book} and account = '${account}' and currency = '${currency}'`;
      await this.#copy('balance', which, customers, { book: `${FIRST} + n` });
    }
  }

  async orders(): Promise<void> {
    const { orders } = this.#rows;
    const time = this.#timeOf(orders);
    const filled = `book = ${this.#book} and status = 'filled' and type = 'market' and to_symbol is null`;
    await this.#copy('spot_order', filled, orders, {
      ...{ book: this.#bookOf(), id: `${FIRST} + n`, client_order_id: 'null' },
      ...{ created_ms: time, updated_ms: time },
    });
    await this.#copy('spot_fill', `book = ${this.#book} and leg = 1`, orders, {
      ...{ book: this.#bookOf(), order_id: `${FIRST} + n`, time_ms: time, journal_seq: `${FIRST} + n` },
    });
  }

  async journals(): Promise<void> {
    const { customers, journals } = this.#rows;
    // A demo that starts grants play money to each customer without a grant, one after another.
    await this.#copy('journal', `book = ${this.#book} and kind = 'demo_grant'`, customers, {
      ...{ book: `${FIRST} + n`, seq: `${FIRST}`, ref: `'customer:' || ${FIRST} + n` },
    });
    for (const [at, kind] of ['spot_buy', 'spot_buy', 'spot_buy', 'option_stake'].entries()) {
      await this.#copy('journal', `book = ${this.#book} and kind = '${kind}'`, Math.floor(journals / 4), {
        ...{ book: this.#bookOf(), seq: `${FIRST} + n * 4 + ${at}`, time_ms: this.#timeOf(journals / 4) },
        ref: `split_part(r.ref, ':', 1) || ':' || ${FIRST} + n`,
      });
    }
    await this.#owner.query(
      `insert into journal_seal (book, seq, hash, number) select j.book, j.seq, sha256(int8send(j.seq)), 1 from journal j where j.seq >= ${FIRST}`,
    );
    await this.#owner.query(
      `update book b set seq = j.seq from (select book, max(seq) as seq from journal where seq >= ${FIRST} group by 1) j where j.book = b.id`,
    );
  }

  async tickets(): Promise<void> {
    const { tickets } = this.#rows;
    const time = this.#timeOf(tickets);
    // The copies are tickets that ended without a strike, whatever the outcome of the original was.
    const none = {
      strike: 'null',
      strike_ms: 'null',
      strike_seq: 'null',
      settle: 'null',
      settle_seq: 'null',
    };
    await this.#copy('option_ticket', `book = ${this.#book}`, tickets, {
      ...{ ...none, status: `'void'`, reason: `'gap_strike'`, pnl: '0', struck_from_ms: 'null' },
      ...{
        book: this.#bookOf(),
        id: `${FIRST} + n`,
        accepted_ms: time,
        settled_ms: `${time} + r.seconds * 1000`,
      },
      expires_ms: `((${time}) / 1000 + r.seconds) * 1000`,
      placed_day: `(${time}) / ${DAY_MS}`,
      ended_day: `(${time}) / ${DAY_MS}`,
    });
  }

  async withdrawals(): Promise<void> {
    const { withdrawals } = this.#rows;
    const time = this.#timeOf(withdrawals);
    const paid = `book = ${this.#book} and status = 'success'`;
    await this.#copy('withdrawal', paid, withdrawals, {
      ...{
        book: this.#bookOf(),
        id: `${FIRST} + n`,
        requested_ms: time,
        approved_ms: time,
        decided_ms: `${time} + 3600000`,
      },
      ...{ deadline_ms: `${time} + 86400000`, paid_reference: `encode(sha256(int8send(n)), 'hex')` },
    });
    await this.#copy('withdrawal', paid, Math.min(WAITING, this.#rows.customers), {
      ...{ book: `${FIRST} + n`, id: `${FIRST} * 2 + n`, status: `'under_review'`, requested_ms: time },
      ...{
        approved_ms: 'null',
        decided_ms: 'null',
        decided_by: 'null',
        first_by: 'null',
        second_by: 'null',
        paid_reference: 'null',
      },
    });
  }

  async notices(): Promise<void> {
    const { notices } = this.#rows;
    const time = this.#timeOf(notices);
    await this.#copy('notice', `book = ${this.#book}`, notices, {
      ...{
        book: this.#bookOf(),
        id: `${FIRST} + n`,
        time_ms: time,
        mailed_ms: time,
        read_ms: time,
        pushed_ms: time,
      },
    });
  }

  async acts(): Promise<void> {
    const { acts } = this.#rows;
    await this.#copy('audit', `action = 'withdrawal.approve'`, acts, {
      ...{ seq: `${FIRST} + n`, time_ms: this.#timeOf(acts), approval: 'null' },
      subject: `'customer:' || ${this.#bookOf()}`,
    });
  }

  /**
   * Copies the newest row, which is `r`. The copies are numbered by `n`, and `changed` has the expressions of the columns that
   * differ.
   */
  async #copy(
    table: string,
    which: string,
    count: number,
    changed: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { rows: columns } = await this.#owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attidentity = '' order by attnum`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => changed[name] ?? `r.${name}`);
    const { rowCount } = await this.#owner.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
        from (select * from ${table} where ${which} limit 1) r cross join generate_series(1::bigint, ${Math.floor(count)}) n`,
    );
    if (rowCount !== Math.floor(count))
      throw new Error(`expected a row of ${table} where ${which}, found none`);
  }

  async #read(table: string): Promise<unknown[]> {
    return (await this.#owner.query(`select * from ${table} where book = ${this.#book}`)).rows;
  }

  /** Returns SQL for a row's customer: every hundredth row belongs to the measured one, and the rest to all others in turn. */
  #bookOf(): string {
    return `case when n % ${OWN_SHARE} = 0 then ${this.#book} else ${FIRST} + n % ${this.#rows.customers} + 1 end`;
  }

  /** Returns SQL for times that are spread over the days until now, with the newest last. */
  #timeOf(count: number): string {
    return `(${Date.now() - DAYS * DAY_MS} + n * ${Math.floor((DAYS * DAY_MS) / Math.max(1, count))})`;
  }
}
