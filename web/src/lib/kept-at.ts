/**
 * How the app knows that what it shows is not of now: the service worker marks an answer that it kept with when it was heard, in
 * milliseconds, and what comes from the network carries no such mark.
 */
export const KEPT_AT_HEADER = 'x-candor-kept-at';
