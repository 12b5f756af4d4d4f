/** A successful example of each portfolio call. */
export function waysOf() {
  return { 'GET portfolio/value': {}, 'GET portfolio/history': {} };
}
