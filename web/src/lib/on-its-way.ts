/**
 * The market orders sent from this device that wait for their price. Their fills are announced, whereas the fills of other market
 * orders are not.
 */
export type OnItsWay = {
  readonly noteOnItsWay: (id: string) => void;
  /** Removes an order. Returns whether it was waiting. */
  readonly arrived: (id: string) => boolean;
};

export function createOnItsWay(): OnItsWay {
  const waiting = new Set<string>();
  return { noteOnItsWay: (id) => void waiting.add(id), arrived: (id) => waiting.delete(id) };
}
