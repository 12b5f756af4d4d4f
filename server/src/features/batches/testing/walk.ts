/** A successful example of the batch call: the batch is answered although its order is refused each time. */
export function waysOf() {
  return { 'POST orders/batch': { orders: [{ call: 'POST order/cancel', fields: { id: '1' } }] } };
}
