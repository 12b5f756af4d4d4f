/** The no-lever allowlist of the feature `chat`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST chat/open': ['asks', ''],
    'GET chat/messages': ['asks', 'before after'],
    'POST chat/send': ['asks', 'client_id text picture'],
    'POST chat/read': ['asks', 'number'],
    'POST chat/typing': ['asks', ''],
    'POST chat/picture': ['asks', ''],
    'POST chat/picture_open': ['asks', 'picture'],
    'POST chat/evidence': ['asks', 'client_id fill ticket'],
    'POST chat/evidence_open': ['asks', 'evidence'],
  },
  consoleCalls: {
    'GET chat_inbox': ['answers', 'cursor limit q show'],
    'GET chat_conversation': ['answers', 'after before id'],
    'POST chat_reply': ['answers', 'client_id id text'],
    'POST chat_begin': ['answers', 'client_id customer position'],
    'POST chat_assign': ['answers', 'from id to'],
    'POST chat_release': ['answers', 'id note'],
    'POST chat_close': ['answers', 'id last note'],
    'POST chat_read': ['answers', 'id number'],
    'POST chat_typing': ['answers', 'id'],
    'POST chat_picture': ['answers', 'id picture'],
    'GET chat_canned': ['answers', 'language'],
    'POST chat_canned': ['answers', 'language slug text title version withdrawn'],
    'POST chat_evidence': ['answers', 'client_id fill id ticket'],
    'GET chat_evidence_file': ['answers', 'evidence id'],
  },
  columns: {
    chat_conversation: {
      whose: 'id customer visitor_hash',
      asked: 'language',
      state: 'status assigned_to last_number last_house last_asked customer_read house_read mailed_at_read',
      when: 'waiting_since_ms unread_since_ms opened_ms last_ms',
    },
    chat_message: {
      whose: 'conversation number sender client_id operator',
      told: 'text picture evidence',
      when: 'time_ms',
    },
    chat_picture: {
      whose: 'id conversation',
      told: 'sealed mime width height',
      when: 'stored_ms',
      state: 'sent',
    },
    chat_evidence: { whose: 'id conversation ticket symbol', proof: 'body', when: 'time_ms' },
    chat_answer: { whose: 'conversation operator', when: 'since_ms answered_ms' },
    chat_canned: {
      whose: 'slug language version operator',
      told: 'title text',
      state: 'withdrawn',
      when: 'time_ms',
    },
  },
  tables: {
    chat_conversation: 'door',
    chat_picture: 'door',
    chat_evidence: 'door',
    chat_canned: 'door',
    chat_message: 'database',
    chat_answer: 'database',
  },
  history: ['chat_message', 'chat_answer', 'chat_evidence', 'chat_canned'],
  rights: [
    {
      because:
        'messages of customer service: written by one function only, which lets nobody write under another name',
      may: 'select',
      on: 'chat_message chat_answer',
    },
    { because: 'appends a message', may: 'execute', on: 'chat_append' },
    { because: 'deletes visitors’ messages after a month', may: 'execute', on: 'chat_forget_visitors' },
    { because: 'reads whose conversation it is', may: 'select', on: 'chat_conversation' },
    {
      because: 'opens a conversation',
      may: 'insert',
      on: 'chat_conversation.customer chat_conversation.visitor_hash chat_conversation.language chat_conversation.opened_ms chat_conversation.last_ms',
    },
    {
      because: 'the assignment of a conversation, which needs a record, and how far it was read',
      may: 'update',
      on: 'chat_conversation.assigned_to chat_conversation.status chat_conversation.waiting_since_ms chat_conversation.customer_read chat_conversation.house_read chat_conversation.unread_since_ms chat_conversation.mailed_at_read',
    },
    {
      because: 'pictures of a conversation: never changed, and deleted if they were not sent',
      may: 'select insert delete',
      on: 'chat_picture',
    },
    {
      because: 'evidence and ready-made answers: written once',
      may: 'select insert',
      on: 'chat_evidence chat_canned',
    },
  ],
  publicRights: [
    { because: 'computes without reading anything', may: 'execute', on: 'chat_place' },
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'chat_canned_record chat_conversation_record',
    },
  ],
  functions: {
    'definer chat_append(of_conversation, of_sender, of_client, of_operator, of_text, of_picture, of_evidence, at_ms, of_language, became, number, time_ms)':
      'writes a message',
    'definer chat_forget_visitors(at_most)': 'deletes visitors’ messages after a month',
    'chat_refuse_change()': 'guards',
    'chat_place(waiting_since_ms, last_ms)': 'computes',
    'chat_canned_record()': 'guards',
    'chat_conversation_record()': 'guards',
  },
  triggers: {
    'chat_message.chat_message_append_only': 'history',
    'chat_answer.chat_answer_append_only': 'history',
    'chat_evidence.chat_evidence_append_only': 'history',
    'chat_canned.chat_canned_append_only': 'history',
    'chat_canned.chat_canned_record': 'ready-made answers are written on record',
    'chat_conversation.chat_conversation_record': 'assigned, transferred, released and closed on record',
  },
  limits: {
    chat: [
      'rates and queue sizes of customer service, the same for everybody',
      'burst perSecond picturesMax picturesWindowMs typingEveryMs pacedMax visitorsAddressMax visitorsWindowMs pageRows answerMs mailAfterMs mailEveryMs streamsMax streamsSessionMax streamBufferBytesMax streamCheckMs streamBeatMs attendedMs watchedMax picturesDayMax picturesAddressDayMax picturesDayMs evidenceDayMax evidenceDayMs bytesDay.customer bytesDay.visitor bytesDay.address bytesDay.visitors messageBytes forgetEveryMs forgetAtOnce',
    ],
  },
  acts: {
    'chat.${deed.kind}': 'assigns, releases or closes a conversation',
    'chat.picture': 'reads',
    'chat.evidence': 'attaches the proof of a deal from tape and ledger',
    'chat.canned': 'writes a ready-made answer',
  },
};
