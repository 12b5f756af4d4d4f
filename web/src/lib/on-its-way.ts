/** Orders at market of this device that wait for their price, so that their fill is told although it is nobody's limit. */
const waiting = new Set<string>();

export function noteOnItsWay(id: string): void {
  waiting.add(id);
}

/** Whether an order was waiting, and is not any more. */
export function arrived(id: string): boolean {
  return waiting.delete(id);
}
