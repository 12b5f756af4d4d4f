/** Queries for conversations and messages. Only the database function `chat_append` writes messages. */
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';

/** Owner of a conversation: a customer, or a visitor identified by the hash of their key. */
export type Party =
  | { readonly kind: 'customer'; readonly customer: bigint }
  | { readonly kind: 'visitor'; readonly hash: Buffer };

export type Conversation = {
  readonly id: bigint;
  readonly customer: bigint | null;
  readonly visitorHash: Buffer | null;
  readonly language: Language;
  readonly status: 'open' | 'closed';
  readonly assignedTo: string | null;
  readonly assignedRole: string | null;
  readonly last: bigint;
  readonly lastHouse: bigint;
  readonly customerRead: bigint;
  readonly houseRead: bigint;
};

type Raw = {
  id: string;
  customer: string | null;
  visitor_hash: Buffer | null;
  language: Language;
  status: 'open' | 'closed';
  assigned_to: string | null;
  assigned_role: string | null;
  last_number: string;
  last_house: string;
  customer_read: string;
  house_read: string;
};

type Db = Pick<Pool | Connection, 'query'>;

const COLUMNS = `c.id, c.customer, c.visitor_hash, c.language, c.status, c.assigned_to, c.last_number, c.last_house,
  c.customer_read, c.house_read, (select o.role from operator o where o.account = c.assigned_to) as assigned_role`;

const read = (raw: Raw): Conversation => ({
  id: BigInt(raw.id),
  customer: raw.customer === null ? null : BigInt(raw.customer),
  visitorHash: raw.visitor_hash,
  language: raw.language,
  status: raw.status,
  assignedTo: raw.assigned_to,
  assignedRole: raw.assigned_role,
  last: BigInt(raw.last_number),
  lastHouse: BigInt(raw.last_house),
  customerRead: BigInt(raw.customer_read),
  houseRead: BigInt(raw.house_read),
});

/** Returns undefined before the party's first message. */
export async function conversationOf(db: Db, party: Party): Promise<Conversation | undefined> {
  const found =
    party.kind === 'customer'
      ? await db.query<Raw>({
          name: 'chat_of_customer',
          text: `select ${COLUMNS} from chat_conversation c where c.customer = $1`,
          values: [party.customer],
        })
      : await db.query<Raw>({
          name: 'chat_of_visitor',
          text: `select ${COLUMNS} from chat_conversation c where c.visitor_hash = $1`,
          values: [party.hash],
        });
  const raw = found.rows[0];
  return raw === undefined ? undefined : read(raw);
}

export async function conversationBy(
  db: Db,
  id: bigint,
  { locked }: { readonly locked: boolean } = { locked: false },
): Promise<Conversation | undefined> {
  const found = await db.query<Raw>(
    `select ${COLUMNS} from chat_conversation c where c.id = $1 ${locked ? 'for no key update of c' : ''}`,
    [id],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : read(raw);
}

/** Opens the party's conversation if it has none, and returns whether it opened one. */
export async function openConversation(
  pool: Pool,
  party: Party,
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): Promise<boolean> {
  const opened = await pool.query(
    `insert into chat_conversation (customer, visitor_hash, language, opened_ms, last_ms)
      values ($1, $2, $3, $4, $4) on conflict do nothing`,
    [
      party.kind === 'customer' ? party.customer : null,
      party.kind === 'visitor' ? party.hash : null,
      language,
      nowMs,
    ],
  );
  return opened.rowCount === 1;
}

export type Sender = 'customer' | 'visitor' | 'house';

export type NewMessage = {
  readonly conversation: bigint;
  readonly sender: Sender;
  readonly clientId: string;
  /** Account of the operator who writes on behalf of the platform. */
  readonly operator?: string;
  readonly text: string;
  readonly picture?: string | undefined;
  readonly evidence?: string | undefined;
  readonly language: Language;
  readonly nowMs: number;
};

export type Appended = {
  readonly became: 'new' | 'same' | 'other' | 'taken' | 'missing';
  readonly number: bigint;
  readonly timeMs: number;
};

/** Appends a message. Submitting the same message again changes nothing. */
export async function appendMessage(pool: Pool, message: NewMessage): Promise<Appended> {
  const found = await pool.query<{ became: Appended['became']; number: string; time_ms: string }>({
    name: 'chat_append',
    text: 'select * from chat_append($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    values: [
      ...[message.conversation, message.sender, message.clientId, message.operator ?? null, message.text],
      ...[message.picture ?? null, message.evidence ?? null, message.nowMs, message.language],
    ],
  });
  const row = found.rows[0];
  if (row === undefined)
    throw new Error('expected chat_append to write or refuse the message, found neither');
  return { became: row.became, number: BigInt(row.number), timeMs: Number(row.time_ms) };
}

export type Message = {
  readonly number: bigint;
  readonly sender: Sender;
  readonly clientId: string;
  readonly operator: string | null;
  readonly role: string | null;
  readonly text: string;
  readonly timeMs: number;
  readonly picture: { readonly id: string; readonly width: number; readonly height: number } | null;
  readonly evidence: { readonly id: string; readonly ticket: string; readonly symbol: string } | null;
};

type RawMessage = {
  number: string;
  sender: Sender;
  client_id: string;
  operator: string | null;
  role: string | null;
  text: string;
  time_ms: string;
  picture: string | null;
  width: number | null;
  height: number | null;
  evidence: string | null;
  ticket: string | null;
  symbol: string | null;
};

const readMessage = (raw: RawMessage): Message => ({
  number: BigInt(raw.number),
  sender: raw.sender,
  clientId: raw.client_id,
  operator: raw.operator,
  role: raw.role,
  text: raw.text,
  timeMs: Number(raw.time_ms),
  picture: raw.picture === null ? null : { id: raw.picture, width: raw.width ?? 0, height: raw.height ?? 0 },
  evidence:
    raw.evidence === null ? null : { id: raw.evidence, ticket: raw.ticket ?? '', symbol: raw.symbol ?? '' },
});

export type Range = {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
};

/**
 * Returns messages in order: the newest, those before a number, or those after a number. Reads one row more than `limit` so
 * that the caller can tell whether there are more.
 */
export async function messagesOf(
  db: Db,
  conversation: bigint,
  { before, after, limit }: Range,
): Promise<{ readonly items: Message[]; readonly more: boolean }> {
  const forward = after !== undefined;
  const found = await db.query<RawMessage>({
    name: forward ? 'chat_after' : 'chat_before',
    text: `select m.number, m.sender, m.client_id, m.operator, o.role, m.text, m.time_ms, m.picture, p.width, p.height,
        m.evidence, e.ticket, e.symbol
      from chat_message m left join operator o on o.account = m.operator left join chat_picture p on p.id = m.picture
        left join chat_evidence e on e.id = m.evidence
      where m.conversation = $1 and m.number ${forward ? '>' : '<'} $2 order by m.number ${forward ? '' : 'desc'} limit $3`,
    values: [conversation, forward ? after : (before ?? Number.MAX_SAFE_INTEGER), limit + 1],
  });
  const items = found.rows.slice(0, limit).map(readMessage);
  return { items: forward ? items : items.toReversed(), more: found.rows.length > limit };
}

/** Unread answers are counted up to this number. */
const UNREAD_MAX = 99;

export async function unreadAnswers(db: Db, { id, customerRead }: Conversation): Promise<number> {
  const found = await db.query<{ n: number }>(
    `select count(*)::int as n from (select from chat_message m
        where m.conversation = $1 and m.number > $2 and m.sender = 'house' limit ${UNREAD_MAX}) u`,
    [id, customerRead],
  );
  return found.rows[0]?.n ?? 0;
}

/** Advances a side's read mark, at most to the newest message. Returns undefined if nothing changed. */
export async function markRead(
  db: Db,
  at: { readonly conversation: bigint; readonly side: 'customer' | 'house'; readonly number: number },
): Promise<bigint | undefined> {
  const column = at.side === 'customer' ? 'customer_read' : 'house_read';
  const seen =
    at.side === 'customer'
      ? ', unread_since_ms = case when c.last_house <= $2 then null else c.unread_since_ms end'
      : '';
  const found = await db.query<{ number: string }>(
    `update chat_conversation c set ${column} = least($2::bigint, c.last_number)${seen}
      where c.id = $1 and c.${column} < least($2::bigint, c.last_number) returning c.${column} as number`,
    [at.conversation, Math.min(at.number, Number.MAX_SAFE_INTEGER)],
  );
  const row = found.rows[0];
  return row === undefined ? undefined : BigInt(row.number);
}
