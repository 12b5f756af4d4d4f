/** A successful example of each call for the quality of fills. */
export function waysOf() {
  return {
    'GET transparency/fills': {},
    'GET transparency/fill_quality': {},
    'GET transparency/own_fills': {},
  };
}
