/** Queries for the console's view of conversations: inbox, search, one row, and canned answers. */
import type { ChatRow, ConsoleMessage } from '@candor/protocol/chat/console.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import type { Message } from './store.ts';
import { secondsOf } from './views.ts';

type Db = Pick<Pool | Connection, 'query'>;

type Raw = {
  id: string;
  customer: string | null;
  account: string | null;
  language: Language;
  status: 'open' | 'closed';
  assigned_to: string | null;
  unread: number;
  waiting_since_ms: string | null;
  last_number: string;
  last_ms: string;
  last_text: string | null;
  customer_read: string;
  house_read: string;
  place: string;
};

/** Lists show at most this many characters of the newest message. A text search scans at most `SEARCHED_MESSAGES` messages. */
const SHOWN_CHARS = 120;
const SEARCHED_MESSAGES = 20_000;
const UNREAD_MAX = 99;

const COLUMNS = `c.id, c.customer, a.account, c.language, c.status, c.assigned_to, c.waiting_since_ms, c.last_number, c.last_ms,
  c.customer_read, c.house_read, chat_place(c.waiting_since_ms, c.last_ms) as place,
  (select left(m.text, ${SHOWN_CHARS}) from chat_message m where m.conversation = c.id and m.number = c.last_number) as last_text,
  (select count(*)::int from (select from chat_message m where m.conversation = c.id and m.number > c.house_read
    and m.sender <> 'house' limit ${UNREAD_MAX}) u) as unread`;
const FROM = 'chat_conversation c left join customer a on a.id = c.customer';
/** Excludes customers with whom the operator ($1) has a conflict of interest. */
const UNTIED = `not exists (select from operator_tie t where t.person = $1 and t.customer = c.customer)`;

export type InboxRow = { readonly view: ChatRow; readonly place: bigint; readonly id: bigint };

function rowOf(raw: Raw, nowMs: number): InboxRow {
  const waitingMs = raw.waiting_since_ms === null ? null : Number(raw.waiting_since_ms);
  const dueMs = waitingMs === null ? null : waitingMs + limits.answerMs;
  return {
    id: BigInt(raw.id),
    place: BigInt(raw.place),
    view: {
      id: raw.id,
      customer: raw.customer,
      account: raw.account,
      language: raw.language,
      status: raw.status,
      assigned_to: raw.assigned_to,
      unread: raw.unread,
      waiting_since: waitingMs === null ? null : secondsOf(waitingMs),
      due_at: dueMs === null ? null : secondsOf(dueMs),
      overdue: dueMs !== null && dueMs <= nowMs,
      last: Number(raw.last_number),
      last_at: secondsOf(Number(raw.last_ms)),
      last_text: raw.last_text ?? '',
      read: { customer: Number(raw.customer_read), house: Number(raw.house_read) },
    },
  };
}

export type InboxQuery = {
  readonly person: string;
  readonly account: string;
  readonly show: 'waiting' | 'mine' | 'all';
  readonly q: string;
  readonly after: { readonly place: bigint; readonly id: bigint } | undefined;
  readonly limit: number;
  readonly nowMs: number;
};

export async function inboxOf(db: Db, asked: InboxQuery): Promise<InboxRow[]> {
  const { person, account, show, q, after, limit, nowMs } = asked;
  const shown = {
    waiting: 'c.waiting_since_ms is not null and $4::text is not null',
    mine: 'c.assigned_to = $4',
    all: '$4::text is not null',
  }[show];
  const words = q.toLowerCase();
  const found = await db.query<Raw>(
    `select ${COLUMNS} from ${FROM}
      where ${UNTIED} and c.last_number > 0 and (chat_place(c.waiting_since_ms, c.last_ms), c.id) > ($2::bigint, $3::bigint)
        and ${shown} and ($5 = '' or c.customer = $6::bigint or starts_with(a.account_key, $5) or c.id in (
          select r.conversation from (select m.conversation, m.text from chat_message m
            order by m.time_ms desc limit ${SEARCHED_MESSAGES}) r where strpos(lower(r.text), $5) > 0))
      order by chat_place(c.waiting_since_ms, c.last_ms), c.id limit $7`,
    [
      ...[person, after?.place ?? -1n, after?.id ?? -1n, account, words],
      ...[/^\d{1,18}$/.test(q) ? q : null, limit],
    ],
  );
  return found.rows.map((raw) => rowOf(raw, nowMs));
}

export async function inboxRow(db: Db, id: bigint, nowMs: number): Promise<ChatRow> {
  const found = await db.query<Raw>({
    name: 'chat_row',
    text: `select ${COLUMNS} from ${FROM} where c.id = $1`,
    values: [id],
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`conversation ${id} not found`);
  return rowOf(raw, nowMs).view;
}

export function consoleMessage(message: Message): ConsoleMessage {
  return {
    number: Number(message.number),
    from: message.sender,
    operator: message.operator,
    client_id: message.sender === 'house' ? message.clientId : null,
    text: message.text,
    picture: message.picture,
    evidence: message.evidence,
    time: secondsOf(message.timeMs),
  };
}

export async function isTiedTo(
  db: Db,
  { person, customer }: { readonly person: string; readonly customer: bigint | null },
): Promise<boolean> {
  if (customer === null) return false;
  const found = await db.query('select from operator_tie t where t.person = $1 and t.customer = $2', [
    person,
    customer,
  ]);
  return found.rowCount !== 0;
}

/** Returns the accounts of the operators who may answer this customer: those without a conflict of interest. */
export async function colleaguesOf(db: Db, customer: bigint | null): Promise<string[]> {
  const found = await db.query<{ account: string }>(
    `select o.account from operator o where o.role in ('support', 'reviewer', 'admin')
      and o.confirmed_ms is not null and o.disabled_ms is null
      and not exists (select from operator_tie t where t.person = o.person and t.customer = $1) order by o.account`,
    [customer],
  );
  return found.rows.map(({ account }) => account);
}

export type Canned = {
  readonly slug: string;
  readonly language: Language;
  readonly version: number;
  readonly title: string;
  readonly text: string;
  readonly withdrawn: boolean;
  readonly operator: string;
  readonly timeMs: number;
};

type RawCanned = Omit<Canned, 'timeMs'> & { time_ms: string };

const NEWEST = `select distinct on (n.slug, n.language) n.slug, n.language, n.version, n.title, n.text, n.withdrawn,
  n.operator, n.time_ms from chat_canned n`;
const readCanned = ({ time_ms, ...raw }: RawCanned): Canned => ({ ...raw, timeMs: Number(time_ms) });

export async function cannedAnswers(db: Db, language: Language | undefined): Promise<Canned[]> {
  const found = await db.query<RawCanned>(
    `select * from (${NEWEST} order by n.slug, n.language, n.version desc) c
      where not c.withdrawn and ($1::text is null or c.language = $1) order by c.slug, c.language`,
    [language ?? null],
  );
  return found.rows.map(readCanned);
}

export async function newestCanned(
  db: Db,
  at: Pick<Canned, 'slug' | 'language'>,
): Promise<Canned | undefined> {
  const found = await db.query<RawCanned>(
    `${NEWEST} where n.slug = $1 and n.language = $2 order by n.slug, n.language, n.version desc`,
    [at.slug, at.language],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : readCanned(raw);
}

export async function writeCanned(db: Db, canned: Canned): Promise<void> {
  await db.query(
    `insert into chat_canned (slug, language, version, title, text, withdrawn, operator, time_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[canned.slug, canned.language, canned.version, canned.title, canned.text],
      ...[canned.withdrawn, canned.operator, canned.timeMs],
    ],
  );
}
