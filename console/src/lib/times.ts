/** Moments as the reader's clock has them, and how long ago or ahead they are. */

const written = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** "22 Nov 2026, 03:10:07", in the time of this machine. */
export function localTime(seconds: number): string {
  return written.format(seconds * 1000);
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** "2 h 5 min", "3 d 4 h", "40 s": the two greatest units, seconds only below a minute. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const [name, size] = UNITS[first] ?? ['s', 1];
  const next = UNITS[first + 1];
  const rest = whole % size;
  const head = `${Math.floor(whole / size)} ${name}`;
  if (next === undefined || next[0] === 's' || rest < next[1]) return head;
  return `${head} ${Math.floor(rest / next[1])} ${next[0]}`;
}

/** "2 h 5 min ago", "in 40 s". */
export function distance(seconds: number, nowSeconds: number): string {
  const ahead = seconds - nowSeconds;
  return ahead > 0 ? `in ${duration(ahead)}` : `${duration(-ahead)} ago`;
}

/** What a field for local date and time holds: "2026-11-22T03:10". */
export function fieldOfTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The seconds of what such a field holds; undefined when that is no moment. */
export function timeOfField(text: string): number | undefined {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
