/** Console calls for the chat: inbox, conversation, answers, and audited actions. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { cursorOf, noCursor, pageOf, placeOf, shownOf } from '../../calls/paging.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { Throttle } from '../../flow/throttle.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import { act, ofHouse } from '../../operators/act.ts';
import { endingOf, textOf } from '../../positions/explaining.ts';
import { cannedAnswers, colleaguesOf, consoleMessage, inboxOf, inboxRow, isTiedTo } from './console-store.ts';
import type { Canned } from './console-store.ts';
import { doDeed, noteDeed, writeCannedAnswer } from './actions.ts';
import { evidenceSentAs, openEvidence } from './evidence.ts';
import type { ChatDeps } from './handlers.ts';
import { openPicture } from './pictures.ts';
import { cleanText } from './rules.ts';
import type { Deed } from './rules.ts';
import { languageOf } from '../../identity/chosen-language.ts';
import { conversationBy, conversationOf, messagesOf, openConversation } from './store.ts';
import type { Conversation } from './store.ts';
import { secondsOf } from './views.ts';

type Call = Extract<keyof ConsoleHandlers, `${string} chat_${string}`>;

export function chatConsoleHandlers(deps: ChatDeps): Pick<ConsoleHandlers, Call> {
  return {
    ...readingHandlers(deps),
    ...answeringHandlers(deps),
    'POST chat_begin': beginning(deps),
    ...deedHandlers(deps),
    ...cannedHandlers(deps),
  };
}

/** Returns the conversation, or refuses if the operator has a conflict of interest with its customer. */
async function seen(
  { pool }: ChatDeps,
  id: string,
  { operator }: ConsoleContext,
): Promise<Outcome<Conversation, 'not_found' | 'conflict_of_interest'>> {
  const found = await conversationBy(pool, BigInt(id));
  if (found === undefined) return refuse('not_found');
  const tied = await isTiedTo(pool, { person: operator.person, customer: found.customer });
  return tied ? refuse('conflict_of_interest') : ok(found);
}

type Reading = 'GET chat_inbox' | 'GET chat_conversation' | 'POST chat_picture' | 'GET chat_evidence_file';

function readingHandlers(deps: ChatDeps): Pick<ConsoleHandlers, Reading> {
  const { pool, vault, line, now } = deps;
  return {
    'GET chat_inbox': async ({ show = 'all', q = '', cursor, limit }, { operator }) => {
      const place = placeOf(cursor, 2);
      if (place === null) return noCursor;
      const [at = 0n, id = 0n] = place ?? [];
      const shown = shownOf(limit);
      const found = await inboxOf(pool, {
        ...{ person: operator.person, account: operator.account, show, q, nowMs: now() },
        after: place === undefined ? undefined : { place: at, id },
        limit: shown + 1,
      });
      const { rows, next } = pageOf(found, { shown, place: (last) => cursorOf(last.place, last.id) });
      return ok({ items: rows.map(({ view }) => view), next });
    },

    'GET chat_conversation': async ({ id, before, after }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const limit = LIMITS.http.pageRowsMax;
      const [row, { items, more }, colleagues] = await Promise.all([
        inboxRow(pool, found.value.id, now()),
        messagesOf(pool, found.value.id, { before, after, limit }),
        colleaguesOf(pool, found.value.customer),
      ]);
      line.watch(found.value);
      const connected = line.hears(found.value);
      return ok({ row, messages: items.map(consoleMessage), more, connected, colleagues });
    },

    'POST chat_picture': async ({ id, picture }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const conversation = found.value.id;
      const { operator } = context;
      // Access by any operator other than the assignee is audited before it is granted.
      if (found.value.assignedTo !== operator.account) {
        const input = { id: conversation, action: 'chat.picture', what: picture } as const;
        const noted = await act({ pool, operator, now }, noteDeed, input);
        if (!noted.ok) return noted;
      }
      const opened = await openPicture({ pool, vault }, { conversation, id: picture });
      return opened === undefined ? refuse('not_found') : ok(opened);
    },

    'GET chat_evidence_file': async ({ id, evidence }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const opened = await openEvidence(pool, { conversation: found.value.id, id: evidence });
      return opened === undefined ? refuse('not_found') : ok(opened);
    },
  };
}

/**
 * Explains a closing to a customer who may never have asked, in words that the operator doesn't choose. The conversation is opened
 * in the customer's language and taken by the operator, unless a colleague has it. A retry with the same id finds both done, and
 * the message is sent once.
 */
function beginning(deps: ChatDeps): ConsoleHandlers['POST chat_begin'] {
  const { pool, sending, now } = deps;
  return async ({ customer: id, client_id: clientId, position }, { operator }) => {
    const customer = BigInt(id);
    const language = await languageOf(pool, customer);
    if (language === undefined) return refuse('user_not_found');
    if (await isTiedTo(pool, { person: operator.person, customer })) return refuse('conflict_of_interest');
    const ending = await endingOf(deps, { book: customer, id: BigInt(position) });
    if (!ending.ok) return ending;
    const text = textOf(ending.value, language);
    const party = { kind: 'customer', customer } as const;
    await openConversation(pool, party, { language, nowMs: now() });
    const found = await conversationOf(pool, party);
    if (found === undefined) throw new Error(`expected a conversation of customer ${id}, found none`);
    if (found.assignedTo === null || found.status === 'closed') {
      const deed = { kind: 'assign', from: found.assignedTo, to: operator.account, opens: true } as const;
      const taken = await act({ pool, operator, now }, doDeed, { id: found.id, deed, by: operator });
      if (!taken.ok) return taken.refusal.code === 'not_found' ? refuse('case_changed') : taken;
      await sending.tellState(found.id);
    }
    const draft = { clientId, text, operator: operator.account, sender: 'house' } as const;
    const sent = await sending.send(found, draft);
    return sent.ok ? ok({ id: found.id.toString(), message: consoleMessage(sent.value) }) : sent;
  };
}

type Answering = 'POST chat_reply' | 'POST chat_read' | 'POST chat_typing' | 'POST chat_evidence';

function answeringHandlers(deps: ChatDeps): Pick<ConsoleHandlers, Answering> {
  const { pool, line, sending, evidence: files, now } = deps;
  const typing = new Throttle({ max: 1, windowMs: limits.typingEveryMs, keysMax: limits.pacedMax });
  return {
    'POST chat_reply': async ({ id, client_id: clientId, text }, context) => {
      const clean = cleanText(text, { mayBeEmpty: false });
      if (!clean.ok) return clean;
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const operator = context.operator.account;
      const draft = { clientId, text: clean.value, operator, sender: 'house' } as const;
      const sent = await sending.send(found.value, draft);
      return sent.ok ? ok(consoleMessage(sent.value)) : sent;
    },

    'POST chat_read': async ({ id, number }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      await sending.read(found.value, { side: 'house', number });
      return ok({});
    },

    'POST chat_typing': async ({ id }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const isMine = found.value.assignedTo === context.operator.account;
      if (isMine && typing.take(id, now()) === 0) line.toDevices(found.value, { kind: 'typing' });
      return ok({});
    },

    'POST chat_evidence': async ({ id, client_id: clientId, ticket, fill }, context) => {
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      const { id: conversation, customer, assignedTo } = found.value;
      const { operator } = context;
      if (customer === null) return refuse('trade_not_found');
      if (assignedTo !== operator.account) return refuse('case_changed');
      const deal = { id: BigInt(ticket), fill };
      const sentAs = { conversation, sender: 'house', clientId, ticket: deal.id };
      let evidence = await evidenceSentAs(pool, sentAs);
      if (evidence === undefined) {
        const file = await files.of({ conversation, customer, deal });
        if (!file.ok) return file;
        const input = { id: conversation, action: 'chat.evidence', what: ticket } as const;
        const noted = await act({ pool, operator, now }, noteDeed, input);
        if (!noted.ok) return noted;
        evidence = file.value;
      }
      const draft = { clientId, text: '', evidence, operator: operator.account, sender: 'house' } as const;
      const sent = await sending.send(found.value, draft);
      return sent.ok ? ok(consoleMessage(sent.value)) : sent;
    },
  };
}

type Deeds = 'POST chat_assign' | 'POST chat_release' | 'POST chat_close';

function deedHandlers(deps: ChatDeps): Pick<ConsoleHandlers, Deeds> {
  const { pool, sending, now } = deps;
  const done = async (
    given: { readonly id: string; readonly deed: Deed; readonly note?: string | undefined },
    { operator }: ConsoleContext,
  ) => {
    const id = BigInt(given.id);
    const { deed, note } = given;
    const acted = await act({ pool, operator, now }, doDeed, { id, deed, by: operator, note });
    if (!acted.ok) return acted;
    await sending.tellState(id);
    return ok(await inboxRow(pool, id, now()));
  };
  return {
    'POST chat_assign': async ({ id, from, to }, context) => {
      const whom = to ?? context.operator.account;
      const found = await seen(deps, id, context);
      if (!found.ok) return found;
      if (to !== undefined && !(await colleaguesOf(pool, found.value.customer)).includes(to)) {
        return refuse('user_not_found', { field: 'to' });
      }
      return done({ id, deed: { kind: 'assign', from, to: whom } }, context);
    },
    'POST chat_release': ({ id, note }, context) => done({ id, deed: { kind: 'release' }, note }, context),
    'POST chat_close': ({ id, last, note }, context) =>
      done({ id, deed: { kind: 'close', last: BigInt(last) }, note }, context),
  };
}

function cannedHandlers({
  pool,
  now,
}: ChatDeps): Pick<ConsoleHandlers, 'GET chat_canned' | 'POST chat_canned'> {
  return {
    'GET chat_canned': async ({ language }) => ok((await cannedAnswers(pool, language)).map(cannedView)),
    'POST chat_canned': async (input, { operator }) => {
      const clean = cleanText(input.text, { mayBeEmpty: false });
      if (!clean.ok) return clean;
      const given = { ...input, text: clean.value, by: operator };
      const written = ofHouse(await act({ pool, operator, now }, writeCannedAnswer, given));
      return written.ok ? ok(cannedView(written.value)) : written;
    },
  };
}

function cannedView({ slug, language, version, title, text, operator, timeMs }: Canned) {
  return { slug, language, version, title, text, by: operator, at: secondsOf(timeMs) };
}
