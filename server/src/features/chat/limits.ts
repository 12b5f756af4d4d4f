/** Limits of the chat with customer service. */
export const limits = {
  /** Each side of a conversation in the customer service chat may write a burst of messages, and then this many per second. */
  burst: 10,
  perSecond: 1,
  picturesMax: 5,
  picturesWindowMs: 60_000,
  /**
   * Images per customer and day, and of all visitors at one address per day, because visitors can create any number of keys.
   */
  picturesDayMax: 60,
  picturesAddressDayMax: 200,
  picturesDayMs: 24 * 60 * 60_000,
  /** Evidence files per conversation and day, for both sides together. */
  evidenceDayMax: 100,
  evidenceDayMs: 24 * 60 * 60_000,
  /** Bytes that a customer, a visitor's key, an address, and all visitors together may store per day. */
  bytesDay: {
    customer: 30_000_000,
    visitor: 5_000_000,
    address: 20_000_000,
    visitors: 500_000_000,
  },
  /** The space of a message in the database in addition to its text, in bytes. */
  messageBytes: 250,
  /** How often visitors' conversations older than a month are deleted, and how many in one transaction. */
  forgetEveryMs: 60 * 60_000,
  forgetAtOnce: 500,
  /** How often a typing indicator is forwarded. */
  typingEveryMs: 1000,
  /** Conversations whose message rate is in memory. The least recently active one is evicted first. */
  pacedMax: 100_000,
  /** Conversations that visitors may open from one address within `visitorsWindowMs`. */
  visitorsAddressMax: 60,
  visitorsWindowMs: 60 * 60_000,
  /** Messages on a page. */
  pageRows: 40,
  /** The promised answering time. A message that is unanswered for longer is shown as overdue. */
  answerMs: 10 * 60_000,
  /** When an unread answer is mailed, and how often such answers are searched for. */
  mailAfterMs: 10 * 60_000,
  mailEveryMs: 15_000,
  /**
   * Consoles that listen, in total and per session; bytes buffered for one that does not read; how often the session is
   * checked.
   */
  streamsMax: 200,
  streamsSessionMax: 20,
  streamBufferBytesMax: 1024 * 1024,
  streamCheckMs: 5000,
  streamBeatMs: 15_000,
  /** Customer service counts as attended for this long after the last action of an operator who listens. */
  attendedMs: 5 * 60_000,
  /**
   * Conversations that operators are viewing, who get presence events of the devices. The one viewed first is evicted first.
   */
  watchedMax: 1000,
} as const;
