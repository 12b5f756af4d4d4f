/** Limits of the support chat. */
export const limits = {
  /** Each side of a conversation may write `burst` messages at once, and then `perSecond`. */
  burst: 10,
  perSecond: 1,
  picturesMax: 5,
  picturesWindowMs: 60_000,
  /**
   * Images per day: per customer, and for all visitors at one address together, because a visitor can create any number of keys.
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
  /** Storage that a message takes in addition to its text, in bytes. */
  messageBytes: 250,
  /** How often visitors' conversations older than a month are deleted, and how many in one transaction. */
  forgetEveryMs: 60 * 60_000,
  forgetAtOnce: 500,
  /** Minimum interval between forwarded typing indicators. */
  typingEveryMs: 1000,
  /** Maximum number of conversations whose message rate is tracked in memory. The least recently active one is evicted first. */
  pacedMax: 100_000,
  /** Conversations that visitors may open from one address within `visitorsWindowMs`. */
  visitorsAddressMax: 60,
  visitorsWindowMs: 60 * 60_000,
  /** Messages on a page. */
  pageRows: 40,
  /** The promised response time. A message that stays unanswered for longer is shown as overdue. */
  answerMs: 10 * 60_000,
  /** How long an answer stays unread before the customer is emailed, and how often the server looks for such answers. */
  mailAfterMs: 10 * 60_000,
  mailEveryMs: 15_000,
  /**
   * Console streams in total and per session, bytes buffered for a console that reads too slowly, and how often a session is
   * revalidated.
   */
  streamsMax: 200,
  streamsSessionMax: 20,
  streamBufferBytesMax: 1024 * 1024,
  streamCheckMs: 5000,
  streamBeatMs: 15_000,
  /** Support counts as online for this long after the last action of an operator whose console is connected. */
  attendedMs: 5 * 60_000,
  /**
   * Maximum number of conversations that operators are viewing at a time. Their consoles receive presence events of the devices.
   * The conversation that was opened first is evicted first.
   */
  watchedMax: 1000,
} as const;
