/** Limits of the list of messages, and of the events that announce them. */
export const limits = {
  /** The count of unread messages stops at this number. */
  unreadMax: 1000,
  /** Messages that one statement marks as read, because it has only a few seconds for perhaps hundreds of thousands. */
  markedAtOnce: 1000,
  /** If there are more new messages than this, an event omits the others, and devices read them from the list. */
  eventMessagesMax: 20,
  /** Announcements are forwarded, and a lost listening connection is reopened, at this interval. */
  announceEveryMs: 50,
} as const;
