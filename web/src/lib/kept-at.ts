/**
 * How the app recognises outdated data: the service worker marks a cached answer with the time at which it was received, in
 * milliseconds. An answer from the network has no such mark.
 */
export const KEPT_AT_HEADER = 'x-candor-kept-at';
