/** A successful example of each call for emergency stops. */
export function waysOf() {
  return { 'GET transparency/stops': {} };
}
