/**
 * Market orders of this device that wait for their price, so that the customer is notified of their fill even though no limit
 * order was filled.
 */
const waiting = new Set<string>();

export function noteOnItsWay(id: string): void {
  waiting.add(id);
}

/** Whether an order was waiting; it is then removed. */
export function arrived(id: string): boolean {
  return waiting.delete(id);
}
