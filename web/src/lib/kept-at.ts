/**
 * The header with which the service worker marks a cached answer: the time at which it was received, in milliseconds. Answers
 * from the network have no such header.
 */
export const KEPT_AT_HEADER = 'x-candor-kept-at';
