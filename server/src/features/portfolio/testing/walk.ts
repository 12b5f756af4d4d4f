/** A successful example of each call for portfolios. */
export function waysOf() {
  return { 'GET portfolio/value': {}, 'GET portfolio/history': {} };
}
