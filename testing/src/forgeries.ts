/**
 * Forgeries: SQL that an attacker with a shell of a serving role would try, generated from a seed and a database's content. Each
 * is one transaction; the audit must find every forgery that the database accepts.
 */
import type { ClientBase } from 'pg';

export type Forgery = { readonly what: string; readonly sql: readonly string[] };

type Column = { readonly name: string; readonly type: string };
type Posted = { book: string; seq: string; kind: string; ref: string };

/** The kinds, rows and columns of one database, from which forgeries are generated. */
export type Ground = {
  readonly templates: readonly { kind: string; giver: string; taker: string }[];
  readonly journals: readonly Posted[];
  readonly books: readonly string[];
  readonly operators: readonly string[];
  readonly tables: ReadonlyMap<string, readonly Column[]>;
  readonly filled: readonly string[];
  /** Non-empty tables that commands write according to the schema. */
  readonly saidOfCommands: readonly string[];
  readonly functions: readonly string[];
};

/** A seeded generator, so that a seed identifies a run. */
export function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export async function groundOf(owner: ClientBase): Promise<Ground> {
  const rows = async <Row>(sql: string): Promise<Row[]> => (await owner.query(sql)).rows as Row[];
  const columns = await rows<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  const filled: string[] = [];
  for (const table of tables.keys()) {
    if ((await owner.query(`select from ${table} limit 1`)).rowCount !== 0) filled.push(table);
  }
  const names = async (sql: string) => (await rows<{ name: string }>(sql)).map(({ name }) => name);
  return {
    templates: await rows(`select g.kind, g.account as giver, t.account as taker from journal_template g
      join journal_template t using (kind) where g.account <> t.account and g.sign <= 0 and t.sign >= 0 order by 1, 2, 3`),
    journals: await rows(
      `select distinct on (kind, book) book, seq, kind, ref from journal order by kind, book, seq`,
    ),
    books: await names(`select id::text as name from customer order by id`),
    operators: await names(`select account as name from operator order by account`),
    tables,
    filled,
    saidOfCommands:
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and obj_description(oid, 'pg_class') = 'written by commands' and relname = any ('{${filled.join()}}') order by 1`),
    functions: await names(`select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype order by 1`),
  };
}

/** The given number of forgeries for a seed, cycling through all methods of forging. */
export function forgeriesOf(ground: Ground, { seed, count }: { seed: number; count: number }): Forgery[] {
  const draw = drawing(seed);
  const from = <Thing>(things: readonly Thing[]): Thing => things[draw(things.length)] as Thing;
  const at = { ground, draw, from };
  return Array.from({ length: count }, (_, number) => (WAYS[number % WAYS.length] as Way)(at));
}

type At = {
  readonly ground: Ground;
  readonly draw: (below: number) => number;
  readonly from: <Thing>(things: readonly Thing[]) => Thing;
};
type Way = (at: At) => Forgery;

const next = (book: string) => `update book set seq = seq + 1 where id = ${book}`;
const post = (
  book: string,
  line: { kind: string; ref: string; accounts: string; amounts: string; currencies?: string },
) =>
  `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    select ${book}, b.seq, '${line.kind}', '${line.ref}', market_ms(), 0, '{${line.accounts}}',
      '${
        line.currencies ??
        `{${line.accounts
          .split(',')
          .map(() => 'USDT')
          .join(',')}}`
      }', '{${line.amounts}}'
    from book b where b.id = ${book}`;
const opened = (book: string, accounts: readonly string[]) => {
  const own = accounts.filter((account) => !HOUSE.test(account));
  const its = accounts.filter((account) => HOUSE.test(account));
  return [
    ...own.map((account) => `select open_balances('{${book}}', '{${account}}', '{USDT}')`),
    ...its.map((account) => `select open_house_balances('{${account}}', '{USDT}', 0::smallint)`),
    ...its
      .filter((account) => account !== 'custody')
      .map((account) => `select draw_to_slot('${account}', 'USDT', 0::smallint, 1000000)`),
  ];
};
const HOUSE =
  /^(inventory|trading|fees|interest|strategy|referral|promotions|insurance|lending|rounding|equity|custody|option_escrow|income_escrow)$/;

/** Rows that a journal's reference may name, none of which exists. */
const NAMES = [
  'spot_order',
  'position',
  'option',
  'exchange',
  'transfer',
  'experience_credit',
  'deposit',
  'withdrawal',
  'fund_order',
  'loan',
  'proposal',
  'customer',
];

const bareJournal: Way = ({ ground, draw, from }) => {
  const { kind, giver, taker } = from(ground.templates);
  const book = from([...ground.books, '0']);
  const size = String(1 + draw(1000));
  const ref = `${from(NAMES)}:${from([book, String(draw(1e6))])}`;
  return {
    what: `a journal ${kind} of ${size} from ${giver} to ${taker}, of no row`,
    sql: [
      ...opened(book, [giver, taker]),
      next(book),
      post(book, { kind, ref, accounts: `${giver},${taker}`, amounts: `-${size},${size}` }),
    ],
  };
};

const again: Way = ({ ground, from }) => {
  const { book, seq, kind, ref } = from(ground.journals);
  return {
    what: `the journal ${kind} of ${ref} once more`,
    sql: [
      next(book),
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select j.book, b.seq, j.kind, j.ref, j.time_ms, j.slot, j.accounts, j.currencies, j.amounts
        from journal j join book b on b.id = j.book where j.book = ${book} and j.seq = ${seq}`,
    ],
  };
};

/** A kind of journal that the book has, for the same row, with a larger amount. */
const larger: Way = ({ ground, draw, from }) => {
  const { book, seq, kind, ref } = from(ground.journals);
  const times = 2 + draw(9);
  return {
    what: `the journal ${kind} of ${ref} again, ${times} times as large`,
    sql: [
      next(book),
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select j.book, b.seq, j.kind, j.ref, j.time_ms, j.slot, j.accounts, j.currencies,
          (select array_agg(a * ${times} order by n) from unnest(j.amounts) with ordinality as u (a, n))
        from journal j join book b on b.id = j.book where j.book = ${book} and j.seq = ${seq}`,
    ],
  };
};

const fraction: Way = ({ ground, from }) => {
  const { kind, giver, taker } = from(ground.templates);
  const book = from(ground.books);
  return {
    what: `a fraction of the smallest unit by ${kind}`,
    sql: [
      ...opened(book, [giver, taker]),
      next(book),
      post(book, { kind, ref: 'x', accounts: `${giver},${taker}`, amounts: '-0.000000004,0.000000004' }),
    ],
  };
};

/** A coin bought at an invented price, with a consistent order, fill and journal. */
const ownPrice: Way = ({ ground, draw, from }) => {
  const book = from(ground.books);
  const id = `${10_000_000 + draw(1e6)}`;
  const price = 1 + draw(100);
  return {
    what: `a bitcoin for ${price} USDT, with order, fill and journal`,
    sql: [
      `select open_balances('{${book},${book}}', '{spot,spot}', '{BTC,USDT}')`,
      next(book),
      post(book, {
        kind: 'spot_buy',
        ref: `spot_order:${id}`,
        accounts: 'spot,inventory,inventory,spot',
        currencies: '{USDT,USDT,BTC,BTC}',
        amounts: `-${price},${price},-1,1`,
      }),
      // Copies of real rows, so that columns added later are present too.
      `insert into spot_order select (jsonb_populate_record(null::spot_order, to_jsonb(o) || jsonb_build_object('book', ${book}, 'id', ${id}, 'quantity', 1,
          'filled_quantity', 1, 'fee_rate', 0, 'created_ms', market_ms(), 'updated_ms', market_ms(), 'armed_seq', h.seq))).*
        from (select * from spot_order where status = 'filled' and side = 'buy' limit 1) o, tape_head h where h.symbol = o.symbol`,
      `insert into spot_fill select (jsonb_populate_record(null::spot_fill, to_jsonb(f) || jsonb_build_object('book', ${book}, 'order_id', ${id}, 'leg', 1, 'quantity', 1,
          'price', ${price}, 'value', ${price}, 'fee', 0, 'fee_rate', 0, 'tape_seq', h.seq, 'journal_seq', b.seq, 'time_ms', market_ms()))).*
        from (select * from spot_fill where side = 'buy' limit 1) f, tape_head h, book b where h.symbol = f.symbol and b.id = ${book}`,
    ],
  };
};

/** Closes an open position arbitrarily. */
const ownProfit: Way = ({ ground, draw, from }) => {
  const book = from(ground.books);
  const pnl = 100 + draw(10_000);
  const fee = `ceil(ceil(p.open_quantity * p.entry_price * 100000000) * p.fee_rate) / 100000000`;
  const one = `(select p.id from position p where p.book = ${book} and p.status = 'open' order by p.id limit 1)`;
  return {
    what: `a closing of a position of ${book} with a profit of ${pnl}`,
    sql: [
      ...opened(book, ['contract', 'trading', 'fees']),
      next(book),
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select p.book, b.seq, 'contract_close', 'position:' || p.id, market_ms(), 0, '{contract,contract_frozen,trading,fees}', '{USDT,USDT,USDT,USDT}',
          array[p.margin + ${pnl} - ${fee}, -p.margin, -${pnl}, ${fee}] from position p join book b on b.id = p.book where p.book = ${book} and p.id = ${one}`,
      `update position p set status = 'closed', open_quantity = 0, margin = 0, closed_ms = market_ms(), reason = 'customer', realised_pnl = ${pnl},
          closes = p.closes || jsonb_build_array(jsonb_build_object('quantity', p.open_quantity::text, 'price', p.entry_price::text,
            'tape_seq', p.entry_seq::text, 'rate', '1', 'pnl', '${pnl}', 'fee', (${fee})::text, 'financing', '0', 'shortfall', '0', 'reason', 'customer',
            'journal_seq', b.seq::text, 'time_ms', market_ms()))
        from book b where b.id = p.book and p.book = ${book} and p.id = ${one}`,
    ],
  };
};

/** A ticket that won before it was bought. */
const ownTicket: Way = ({ ground, draw, from }) => {
  const book = from(ground.books);
  const id = `${20_000_000 + draw(1e6)}`;
  const late = 1000 * (60 + draw(300));
  return {
    what: `a ticket accepted ${late / 1000} s ago, won at once`,
    sql: [
      ...opened(book, ['option', 'option_escrow', 'trading']),
      next(book),
      post(book, {
        kind: 'option_stake',
        ref: `option:${id}`,
        accounts: 'option,trading,option_escrow',
        amounts: '-10,-8,18',
      }),
      `insert into option_ticket select (jsonb_populate_record(null::option_ticket, to_jsonb(o) || jsonb_build_object('book', ${book}, 'id', ${id}, 'stake', 10, 'profit', 8,
          'payout_ratio', 0.8, 'stake_usdt', 10, 'profit_usdt', 8, 'status', 'open', 'strike', null, 'strike_ms', null, 'strike_seq', null, 'struck_from_ms', null, 'accepted_ms', t.time_ms,
          'accepted_seq', t.seq, 'expires_ms', (t.time_ms / 1000 + 30) * 1000))).*
        from (select * from option_ticket limit 1) o, tape t where t.symbol = o.symbol order by abs(t.time_ms - (market_ms() - ${late})) limit 1`,
      `update option_ticket set status = 'won', strike = 1, strike_ms = accepted_ms + 1, settle = 2, settle_seq = accepted_seq + 2,
          settled_ms = expires_ms + 1, pnl = 8 where book = ${book} and id = ${id}`,
      next(book),
      post(book, {
        kind: 'option_win',
        ref: `option:${id}`,
        accounts: 'option_escrow,option',
        amounts: '-18,18',
      }),
    ],
  };
};

/** A waiting or open row that is closed without an entry, watched from a wrong entry, or given an arbitrary price. */
const takenBack: Way = ({ ground, draw, from }) => {
  const book = from(ground.books);
  const newest = '(select h.seq from tape_head h where h.symbol = t.symbol)';
  const set = from([
    `position t set armed = t.armed - 'margin' where t.status = 'open'`,
    // An entry after which no level was reached is as good as the opening entry; an earlier or future one is not.
    `position t set armed = jsonb_set(t.armed, '{margin,1}', to_jsonb((t.entry_seq - ${1 + draw(5)})::text)) where t.status = 'open'`,
    `position t set armed = jsonb_set(t.armed, '{margin,1}', to_jsonb((${newest} + ${1 + draw(5)})::text)) where t.status = 'open'`,
    `position t set stop_price = t.entry_price / 2, stop_kind = 'loss', armed = jsonb_set(t.armed, '{stop}',
      jsonb_build_array(99, ${newest}::text, market_ms())) where t.status = 'open'`,
    `position t set change_ms = market_ms(), change_seq = ${newest}, change_age_ms = 0, change_waits = '{"margin": "${1 + draw(5)}"}'
      where t.status = 'open'`,
    `position t set armed = t.armed - 'stop' where t.status = 'open' and t.stop_price is not null`,
    `position t set status = 'closing', reason = 'customer', asked_ms = market_ms(), asked_seq = ${newest}, closing_quantity = t.open_quantity
      where t.status = 'open'`,
    `position t set status = 'cancelled', reason = 'product_not_offered', margin = 0, ended_seq = ${newest}, closed_ms = market_ms()
      where t.status = 'pending'`,
    `spot_order t set status = 'cancelled', reason = '${from(['product_not_offered', 'pair_not_active', 'bank_card_missing', 'lever_not_enabled'])}',
      held = 0, ended_seq = ${newest} where t.status = 'open'`,
    `spot_order t set armed_seq = ${newest}, version = t.version + 1 where t.status = 'open' and t.armed_seq < ${newest}`,
  ]);
  return { what: `of ${book}: ${set}`, sql: [`update ${set} and t.book = ${book}`] };
};

/** Every column of these tables concerns money, outcomes, prices, records or persons. */
const WEIGHTY = [
  'option_ticket',
  'position',
  'spot_order',
  'spot_fill',
  'exchange',
  'transfer',
  'deposit',
  'withdrawal',
  'loan',
  'loan_payment',
  'fund_order',
  'fund_payment',
  'fund_day',
  'fund_rate',
  'strategy_trade',
  'referral_reward',
  'experience_credit',
  'proposal',
  'terms',
  'operator',
  'tape',
  'tape_head',
  'tape_minute',
  'candle',
  'checkpoint',
  'leader',
  'clock',
  'journal',
  'journal_template',
  'balance',
  'house_balance',
  'audit',
  'credit_change',
  'custody_statement',
  'migration',
  'counter',
  'market_day',
  'security_event',
  'operator_tie',
  'house_debt',
  'own_limit',
  'own_pause',
  'offered',
  'usual_terms',
];
const weightyOf = ({ filled, saidOfCommands }: Ground): string[] => [
  ...filled.filter((name) => WEIGHTY.includes(name)),
  ...saidOfCommands,
];
/** The server writes these columns itself, and no payment depends on them. */
const BY_ITSELF =
  /^(updated_ms|armed|warned|version|armed_seq|due_ms|wake_ms|reason|take_profit|stop_price|stop_kind|trail_distance|sealed_totp_secret|totp_last_step|disabled_ms|disabled_by|base_market_ms)$/;

function otherValue({ name, type }: Column, draw: At['draw']): string {
  if (type === 'numeric') return `coalesce(${name}, 0) + ${1 + draw(9)}`;
  if (/^(bigint|integer|smallint)$/.test(type)) return `coalesce(${name}, 0) + ${1 + draw(5)}`;
  if (type === 'text') return `coalesce(${name}, '') || 'x'`;
  if (type === 'boolean') return `not coalesce(${name}, false)`;
  if (type === 'jsonb')
    return `'[{"pnl":"1000","quantity":"1","price":"1","fee":"0","financing":"0","shortfall":"0"}]'`;
  if (type === 'bytea') return `sha256(coalesce(${name}, ''))`;
  if (type === 'numeric[]') return `(select array_agg(a * 2) from unnest(${name}) a)`;
  return name;
}

const changed: Way = (at) => {
  const { ground, draw, from } = at;
  const table = from(weightyOf(ground));
  const column = from((ground.tables.get(table) ?? []).filter(({ name }) => !BY_ITSELF.test(name)));
  return {
    what: `another ${column.name} of a row of ${table}`,
    sql: [
      `update ${table} set ${column.name} = ${otherValue(column, draw)}
        where ctid = (select ctid from ${table} order by md5(ctid::text || '${draw(1e6)}') limit 1)`,
    ],
  };
};

const removed: Way = ({ ground, draw, from }) => {
  const table = from(weightyOf(ground));
  const way = from(['delete', 'truncate', 'move']);
  if (way === 'truncate') return { what: `nothing left of ${table}`, sql: [`truncate ${table} cascade`] };
  const first = (ground.tables.get(table) ?? [])[0] as Column;
  const row = `ctid = (select ctid from ${table} order by md5(ctid::text || '${draw(1e6)}') limit 1)`;
  return way === 'delete'
    ? { what: `a row less of ${table}`, sql: [`delete from ${table} where ${row}`] }
    : {
        what: `a row of ${table} given another ${first.name}`,
        sql: [`update ${table} set ${first.name} = ${otherValue(first, draw)} where ${row}`],
      };
};

const SHELL: readonly ((at: At) => Forgery)[] = [
  ({ ground, from }) => {
    const table = from([...ground.tables.keys()]);
    return {
      what: `a temporary ${table} in front of it`,
      sql: [`create temporary table ${table} as table public.${table}`],
    };
  },
  ({ ground, from }) => {
    const table = from([...ground.tables.keys()]);
    return {
      what: `a temporary view ${table} in front of it`,
      sql: [`create temporary view ${table} as select * from public.${table}`],
    };
  },
  ({ from }) => {
    const role = from(['candor_owner', 'candor_tape', 'pg_write_all_data', 'pg_database_owner', 'postgres']);
    return { what: `acting as ${role}`, sql: [`set role ${role}`] };
  },
  ({ ground, from }) => {
    const table = from([...ground.tables.keys()]);
    return { what: `no triggers on ${table}`, sql: [`alter table ${table} disable trigger all`] };
  },
  ({ ground, from }) => {
    const table = from([...ground.tables.keys()]);
    return { what: `the table ${table} for itself`, sql: [`alter table ${table} owner to current_user`] };
  },
  ({ ground, from }) => {
    const table = from([...ground.tables.keys()]);
    return {
      what: `a right to ${table}`,
      sql: [
        `grant all on ${table} to candor_app`,
        `do $$ begin if not has_table_privilege('${table}', 'delete') then raise insufficient_privilege; end if; end $$`,
      ],
    };
  },
  ({ from }) => {
    const setting = from(['session_replication_role = replica', 'session authorization candor_owner']);
    return { what: `set ${setting}`, sql: [`set ${setting}`] };
  },
  ({ ground, from }) => {
    const name = from(ground.functions).replace(/\(.*/, '');
    return {
      what: `another function ${name}`,
      sql: [`create or replace function public.${name}() returns int language sql return 1`],
    };
  },
  () => ({ what: 'a schema of its own', sql: ['create schema elsewhere'] }),
  () => ({ what: 'a file of the server', sql: [`select pg_read_file('postgresql.conf')`] }),
  () => ({ what: 'a program of the server', sql: [`copy (select 1) to program 'true'`] }),
];
const shell: Way = (at) => at.from(SHELL)(at);

const clocks: Way = ({ draw, from }) => {
  const ms = (1 + draw(1000)) * 60_000;
  return from<Forgery>([
    { what: 'a clock set back', sql: [`update clock set base_market_ms = base_market_ms - ${ms}`] },
    {
      what: 'a clock set forward without a record',
      sql: [`update clock set base_market_ms = base_market_ms + ${ms}`],
    },
    { what: 'a faster clock', sql: [`update clock set speed = speed * ${2 + draw(9)}`] },
    {
      what: 'an entry of one’s own',
      sql: [
        `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
          select symbol, seq + 1, time_ms + 1, time_ms + 1, 1, 1, 1, 0, sha256('') from tape_head where symbol = 'BTC/USDT'`,
      ],
    },
    {
      what: 'a head of one’s own',
      sql: [`update tape_head set bid = 1, ask = 1, last = 1 where symbol = 'BTC/USDT'`],
    },
    { what: 'the lead', sql: [`update leader set epoch = epoch + 1, owner = 'eve'`] },
    {
      what: 'a checkpoint of one’s own',
      sql: [
        `insert into checkpoint select symbol, seq, sha256(''), time_ms, public_key, signature from checkpoint on conflict do nothing`,
        `update checkpoint set seq = seq`,
      ],
    },
  ]);
};

const said = (operator: string, action: string, subject: string) =>
  `insert into audit (time_ms, operator, role, action, subject, before, after)
    select (extract(epoch from clock_timestamp()) * 1000)::bigint, '${operator}', o.role, '${action}', '${subject}', '{}', '{}' from operator o where o.account = '${operator}'`;

/** Actions in the name of operators who did nothing. */
const approved: Way = ({ ground, draw, from }) => {
  const book = from(ground.books);
  const [first, second] = [from(ground.operators), from(ground.operators)];
  const id = `${30_000_000 + draw(1e6)}`;
  const size = 100 + draw(5000);
  return from<Forgery>([
    {
      what: `a correction of ${size} for ${book}, proposed and approved in the names of ${first} and ${second}`,
      sql: [
        said(first, 'proposal.make', `customer:${book}`),
        `insert into proposal (book, id, kind, body, reason, status, proposed_by, proposed_ms)
          values (${book}, ${id}, 'correction', '{"takes":false,"currency":"USDT","amount":"${size}"}', 'x', 'proposed', '${first}', 0)`,
        ...opened(book, ['spot', 'equity']),
        next(book),
        said(second, 'proposal.approve', `customer:${book}`),
        `update proposal set status = 'done', decided_by = '${second}', decided_ms = 1, journal_seq = (select b.seq from book b where b.id = ${book})
          where book = ${book} and id = ${id}`,
        post(book, {
          kind: 'manual_correction',
          ref: `proposal:${id}`,
          accounts: 'equity,spot',
          amounts: `-${size},${size}`,
        }),
      ],
    },
    {
      what: `a promotion of ${size} without a proposal`,
      sql: [
        ...opened(book, ['promo', 'promotions']),
        next(book),
        post(book, {
          kind: 'promotion_grant',
          ref: `proposal:${id}`,
          accounts: 'promotions,promo',
          amounts: `-${size},${size}`,
        }),
      ],
    },
    {
      what: `an operator of its own`,
      sql: [
        said(first, 'operator.add', 'operator:eve'),
        `insert into operator (account, role, password_hash, created_ms, person, added_by, confirmed_by, confirmed_ms)
          values ('eve', 'admin', '', 0, 'Eve', '${first}', '${first}', 0)`,
      ],
    },
    {
      what: `an operator whom nobody added`,
      sql: [
        `insert into operator (account, role, password_hash, created_ms, person) values ('eve', 'admin', '', 0, 'Eve')`,
      ],
    },
    {
      what: `a passkey of ${first}, confirmed in the name of ${second}`,
      sql: [
        said(second, 'key.confirm', `operator:${first}`),
        `insert into operator_key (id, account, kind, public_key, rp_id, origin, label, enrolled_ms)
          values ('${'A'.repeat(22)}', '${first}', 'passkey', '\\x01', 'localhost', 'http://localhost', 'x', 0)`,
        `update operator_key set confirmed_by = '${second}', confirmed_ms = 1 where account = '${first}'`,
      ],
    },
    {
      what: `another password of ${first}`,
      sql: [
        said(first, 'operator.password', `operator:${first}`),
        `update operator set password_hash = 'x' where account = '${first}'`,
      ],
    },
    {
      what: `another authenticator of ${first}, asked for by ${second}`,
      sql: [
        said(second, 'operator.reset', `operator:${first}`),
        `insert into operator_reset (id, account, what, reason, status, requested_by, requested_ms)
          values (md5('${id}'), '${first}', 'authenticator', 'x', 'requested', '${second}', 1)`,
      ],
    },
    {
      what: `the role of ${first} made greater`,
      sql: [`update operator set role = 'admin', person = 'Eve' where account = '${first}'`],
    },
    {
      what: `verified without a record`,
      sql: [
        `update customer set kyc_status = 'approved', country = 'XX' where id = ${book}`,
        `update customer set credit_score = 100 where id = ${book}`,
      ],
    },
    {
      what: `terms of nobody`,
      sql: [
        `insert into terms (subject, version, effective_ms, body, published_ms, proposal) values ('loan', 1, 0, '{}', 0, 1)`,
      ],
    },
    { what: `a record in the name of ${first} changed`, sql: [`update audit set operator = '${second}'`] },
  ]);
};

/** Every method of forging. Those for journals occur most often. */
const WAYS: readonly Way[] = [
  bareJournal,
  changed,
  again,
  shell,
  larger,
  changed,
  ownPrice,
  removed,
  clocks,
  approved,
  bareJournal,
  fraction,
  changed,
  ownProfit,
  ownTicket,
  takenBack,
  shell,
];
