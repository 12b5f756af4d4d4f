/** A successful example of each fill quality call. */
export function waysOf() {
  return {
    'GET transparency/fills': {},
    'GET transparency/fill_quality': {},
    'GET transparency/own_fills': {},
  };
}
