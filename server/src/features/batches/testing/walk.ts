/** A successful example of the call of batches: the batch is answered, and its order is refused each time. */
export function waysOf() {
  return { 'POST orders/batch': { orders: [{ call: 'POST order/cancel', fields: { id: '1' } }] } };
}
