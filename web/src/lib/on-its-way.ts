/**
 * The market orders sent from this device that wait for their price. Their fills are announced, whereas the fills of other market
 * orders are not.
 */
const waiting = new Set<string>();

export function noteOnItsWay(id: string): void {
  waiting.add(id);
}

/** Removes an order. Returns whether it was waiting. */
export function arrived(id: string): boolean {
  return waiting.delete(id);
}
