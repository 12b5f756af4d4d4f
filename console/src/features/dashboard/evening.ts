/** The time since which the morning view reports. */
const EVENING_HOUR = 18;

/** Returns six o'clock of the evening before, in the machine's time zone, in seconds. */
export function eveningBefore(nowSeconds: number): number {
  const evening = new Date(nowSeconds * 1000);
  evening.setDate(evening.getDate() - 1);
  evening.setHours(EVENING_HOUR, 0, 0, 0);
  return Math.floor(evening.getTime() / 1000);
}
