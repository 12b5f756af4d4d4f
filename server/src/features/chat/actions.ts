/** Operators' audited actions on a conversation: assign, transfer, release, close, view. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Connection } from '../../db/pool.ts';
import type { Operator } from '../../operators/operators.ts';
import { lockHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { newestCanned, writeCanned } from './console-store.ts';
import type { Canned } from './console-store.ts';
import { decideDeed } from './rules.ts';
import type { Deed } from './rules.ts';
import { conversationBy } from './store.ts';
import type { Conversation } from './store.ts';

export const CHAT_ROLES = ['support', 'reviewer', 'admin'] as const;

/** Subject of the audit event: the customer, who can then read the event, or the conversation if it is a visitor's. */
function subjectOf({ id, customer }: Pick<Conversation, 'id' | 'customer'>): string {
  return customer === null ? `chat:${id}` : `customer:${customer}`;
}

export type DeedInput = {
  readonly id: bigint;
  readonly deed: Deed;
  readonly by: Operator;
  readonly note?: string | undefined;
};

export const doDeed: OperatorCommand<DeedInput, Record<string, never>, 'not_found' | 'case_changed'> = {
  roles: CHAT_ROLES,
  decide: async (connection, { id, deed, by, note }) => {
    const held = await conversationBy(connection, id, { locked: true });
    if (held === undefined) return refuse('not_found');
    const decided = decideDeed(held, deed, by.account);
    if (!decided.ok) return decided;
    const { status, assignedTo } = decided.value;
    return ok({
      answer: {},
      entry: {
        action: `chat.${deed.kind}`,
        subject: subjectOf(held),
        before: { conversation: id.toString(), status: held.status, assigned_to: held.assignedTo },
        after: { status, assigned_to: assignedTo },
        reason: note,
      },
      apply: async (writing: Connection) => {
        await writing.query(
          `update chat_conversation c set status = $2, assigned_to = $3,
              waiting_since_ms = case when $2 = 'closed' then null else c.waiting_since_ms end where c.id = $1`,
          [id, status, assignedTo],
        );
      },
    });
  },
};

/** Input that records an operator's access to an image or evidence file of a conversation that isn't assigned to them. */
export type NotedInput = {
  readonly id: bigint;
  readonly action: 'chat.picture' | 'chat.evidence';
  readonly what: string;
};

export const noteDeed: OperatorCommand<NotedInput, Record<string, never>, 'not_found'> = {
  roles: CHAT_ROLES,
  decide: async (connection, { id, action, what }) => {
    const held = await conversationBy(connection, id);
    if (held === undefined) return refuse('not_found');
    return ok({
      answer: {},
      entry: {
        action,
        subject: subjectOf(held),
        before: {},
        after: { conversation: id.toString(), what },
        reason: undefined,
      },
      apply: () => Promise.resolve(),
    });
  },
};

export type CannedInput = Omit<Canned, 'operator' | 'timeMs'> & { readonly by: Operator };

/** Writes the next version of a canned answer, or refuses if the operator did not see the newest version. */
export const writeCannedAnswer: OperatorCommand<CannedInput, Canned, 'case_changed'> = {
  roles: CHAT_ROLES,
  decide: async (connection, { by, ...given }, nowMs) => {
    await lockHouse(connection);
    const newest = await newestCanned(connection, given);
    if ((newest?.version ?? 0) !== given.version) return refuse('case_changed');
    const canned = { ...given, version: given.version + 1, operator: by.account, timeMs: nowMs };
    const { slug, language, version, title, text, withdrawn } = canned;
    return ok({
      answer: canned,
      entry: {
        action: 'chat.canned',
        subject: 'house',
        before: newest === undefined ? {} : { version: newest.version, text: newest.text },
        after: { slug, language, version, title, text, withdrawn },
        reason: undefined,
      },
      apply: (writing: Connection) => writeCanned(writing, canned),
    });
  },
};
