/** Chat calls for customers and visitors. The caller determines the conversation; no request names one. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import { readPicture } from '../../identity/documents/pictures.ts';
import { AddressThrottle, Throttle } from '../../flow/throttle.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import type { Instruments } from '../../positions/market.ts';
import { DailyBytes, messageBytes } from './daily-bytes.ts';
import { evidenceSentAs, openEvidence } from './evidence.ts';
import type { EvidenceFiles } from './evidence.ts';
import { Parties } from './parties.ts';
import { keepPicture, openPicture } from './pictures.ts';
import { cleanText } from './rules.ts';
import type { Sending, SendingDeps } from './sending.ts';
import { messagesOf, unreadAnswers } from './store.ts';
import type { Conversation } from './store.ts';
import { messageView, openView } from './views.ts';

export type ChatDeps = SendingDeps & {
  readonly vault: Vault;
  readonly sending: Sending;
  readonly evidence: EvidenceFiles;
  readonly instruments: Instruments;
};

type ChatCall = Extract<keyof Handlers, `${string} chat/${string}`>;

export function chatHandlers(deps: ChatDeps): Pick<Handlers, ChatCall> {
  const { line, sending, now } = deps;
  const parties = new Parties(deps);
  const bytesDay = new DailyBytes();
  const typing = new Throttle({ max: 1, windowMs: limits.typingEveryMs, keysMax: limits.pacedMax });

  return {
    ...readingHandlers(deps, parties),
    'POST chat/send': async ({ client_id: clientId, text, picture }, context) => {
      const clean = cleanText(text, { mayBeEmpty: picture !== undefined });
      if (!clean.ok) return clean;
      const found = await parties.findOrOpen(context);
      if (!found.ok) return found;
      const leaving = {
        conversation: found.value,
        address: context.address,
        bytes: messageBytes(clean.value),
      };
      const full = bytesDay.take(leaving, now());
      if (full !== undefined) return full;
      const draft = { clientId, text: clean.value, picture, language: context.language };
      const sent = await sending.send(found.value, { ...draft, sender: senderOf(found.value) });
      return sent.ok ? ok(messageView(sent.value)) : ofCustomer(sent);
    },

    'POST chat/read': async ({ number }, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      if (found.value !== undefined) await sending.read(found.value, { side: 'customer', number });
      return ok({});
    },

    'POST chat/typing': async (_, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      const conversation = found.value;
      if (conversation === undefined || typing.take(String(conversation.id), now()) > 0) return ok({});
      line.toConsoles(conversation, { kind: 'typing', id: String(conversation.id) });
      return ok({});
    },

    ...pictureHandlers(deps, parties, bytesDay),
    ...evidenceHandlers(deps, parties),
  };
}

type ReadingCall = 'POST chat/open' | 'GET chat/messages';

function readingHandlers(
  { pool, line }: Pick<ChatDeps, 'pool' | 'line'>,
  parties: Parties,
): Pick<Handlers, ReadingCall> {
  return {
    'POST chat/open': async (_, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      const unread = found.value === undefined ? 0 : await unreadAnswers(pool, found.value);
      const { online } = line;
      return ok(openView(found.value, { unread, online, answersWithinMs: limits.answerMs }));
    },

    'GET chat/messages': async ({ before, after }, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      if (found.value === undefined) return ok({ items: [], more: false });
      const limit = after === undefined ? limits.pageRows : LIMITS.http.pageRowsMax;
      const { items, more } = await messagesOf(pool, found.value.id, { before, after, limit });
      return ok({ items: items.map(messageView), more });
    },
  };
}

type PictureCall = 'POST chat/picture' | 'POST chat/picture_open';

/** Images are limited per conversation and, for visitors, also per address, because a visitor can make any number of keys. */
function pictureHandlers(
  { pool, vault, now }: ChatDeps,
  parties: Parties,
  bytesDay: DailyBytes,
): Pick<Handlers, PictureCall> {
  const pictures = new Throttle({
    max: limits.picturesMax,
    windowMs: limits.picturesWindowMs,
    keysMax: limits.pacedMax,
  });
  const ofDay = { windowMs: limits.picturesDayMs, keysMax: limits.pacedMax };
  const picturesDay = new Throttle({ max: limits.picturesDayMax, ...ofDay });
  const picturesAddress = new AddressThrottle({ max: limits.picturesAddressDayMax, ...ofDay });
  return {
    'POST chat/picture': async (_, context) => {
      const { file: bytes } = context;
      if (bytes === undefined) throw new Error('expected a file with the image, found none');
      const found = await parties.findOrOpen(context);
      if (!found.ok) return found;
      const { id: conversation, customer } = found.value;
      const wait = pictures.take(String(conversation), now());
      if (wait > 0) return refuse('too_many_attempts', { params: { seconds: String(wait) } });
      const today =
        customer === null
          ? picturesAddress.take(context.address, now())
          : picturesDay.take(String(customer), now());
      if (today > 0) return refuse('uploads_too_many');
      const read = await readPicture(bytes);
      if (!read.ok) return read;
      const picture = read.value;
      const full = bytesDay.take(
        { conversation: found.value, address: context.address, bytes: picture.bytes.length },
        now(),
      );
      if (full !== undefined) return full;
      const id = await keepPicture({ pool, vault }, { conversation, picture, nowMs: now() });
      return ok({ id, width: picture.width, height: picture.height });
    },

    'POST chat/picture_open': async ({ picture: id }, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      if (found.value === undefined) return refuse('not_found');
      const opened = await openPicture({ pool, vault }, { conversation: found.value.id, id });
      return opened === undefined ? refuse('not_found') : ok(opened);
    },
  };
}

type EvidenceCall = 'POST chat/evidence' | 'POST chat/evidence_open';

function evidenceHandlers(
  { pool, sending, evidence: files }: ChatDeps,
  parties: Parties,
): Pick<Handlers, EvidenceCall> {
  return {
    'POST chat/evidence': async ({ client_id: clientId, ticket, fill }, context: CallContext) => {
      const found = await parties.findOrOpen(context);
      if (!found.ok) return found;
      const { id: conversation } = found.value;
      const { customer } = context;
      const deal = { id: BigInt(ticket), fill };
      const sentAs = { conversation, sender: 'customer', clientId, ticket: deal.id };
      let evidence = await evidenceSentAs(pool, sentAs);
      if (evidence === undefined) {
        const file = await files.of({ conversation, customer, deal });
        if (!file.ok) return file;
        evidence = file.value;
      }
      const draft = { clientId, text: '', evidence, language: context.language };
      const sent = await sending.send(found.value, { ...draft, sender: 'customer' });
      return sent.ok ? ok(messageView(sent.value)) : ofCustomer(sent);
    },

    'POST chat/evidence_open': async ({ evidence: id }, context) => {
      const found = await parties.find(context);
      if (!found.ok) return found;
      if (found.value === undefined) return refuse('not_found');
      const opened = await openEvidence(pool, { conversation: found.value.id, id });
      return opened === undefined ? refuse('not_found') : ok(opened);
    },
  };
}

/** The sender follows from the conversation, never from a field of the request. */
function senderOf({ customer }: Conversation): 'customer' | 'visitor' {
  return customer === null ? 'visitor' : 'customer';
}

type Unsent = Extract<Awaited<ReturnType<Sending['send']>>, { readonly ok: false }>;

/** Narrows the type to the refusals that a customer can get; the others are for operators only. */
function ofCustomer({ refusal }: Unsent): Outcome<never, 'too_many_attempts' | 'key_reused' | 'not_found'> {
  const { code } = refusal;
  if (code === 'case_changed')
    throw new Error('expected a refusal for customers, found a refusal for operators only');
  return { ok: false, refusal: { ...refusal, code } };
}
