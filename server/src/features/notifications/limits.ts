/** Limits of the list of messages, and of the events that announce new ones. */
export const limits = {
  /** Unread messages are counted up to this number. */
  unreadMax: 1000,
  /**
   * How many messages one statement marks as read. There may be hundreds of thousands, and a statement may run for only a few
   * seconds.
   */
  markedAtOnce: 1000,
  /** Maximum number of messages in an event. Devices read any further ones from the list. */
  eventMessagesMax: 20,
  /** How often announcements are forwarded and a lost listening connection is reopened. */
  announceEveryMs: 50,
} as const;
