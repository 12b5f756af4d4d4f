/** A successful example of each call that cancels the orders of every product. */
export function waysOf() {
  return {
    'POST orders/cancel_all': {},
    'GET orders/dead_mans_switch': {},
    'POST orders/dead_mans_switch': { seconds: 60 },
  };
}
