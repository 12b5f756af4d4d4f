/** Forges evidence: every figure of the record, of its journals and of what it waited for, and entries, hashes and signatures. */

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
type Path = readonly (string | number)[];
export type Forged = { readonly what: string; readonly body: string };

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const HEX = /^[0-9a-f]{64,}$/;
/** Fields for human readers, or outside what a verdict covers. */
const UNJUDGED = new Set(['id', 'currency', 'settled_at', 'order', 'candor', 'kind']);

const OTHER: Readonly<Record<string, string>> = {
  ...{ up: 'down', down: 'up', won: 'lost', lost: 'won', tied: 'won', void: 'tied' },
  ...{ buy: 'sell', sell: 'buy', long: 'short', short: 'long' },
  ...{ take_profit: 'stop_loss', stop_loss: 'take_profit', quote: 'gap', gap: 'quote' },
};

/** A different value of the same form. */
function changed(value: Value): Value | undefined {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return undefined;
  if (HEX.test(value)) return `${value.startsWith('0') ? '1' : '0'}${value.slice(1)}`;
  if (!DECIMAL.test(value)) return OTHER[value];
  // The last of eight places, without floating point.
  const units = BigInt(value.replace('.', '')) * 10n ** BigInt(8 - (value.split('.')[1] ?? '').length) + 1n;
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0');
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

function* leavesOf(value: Value, path: Path = []): Generator<{ path: Path; value: Value }> {
  if (typeof value !== 'object' || value === null) {
    yield { path, value };
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    if (!UNJUDGED.has(name)) yield* leavesOf(part as Value, [...path, name]);
  }
}

function withAt(value: Value, path: Path, put: Value | undefined): Value {
  const [name, ...rest] = path;
  if (name === undefined) return put ?? null;
  const copy = Array.isArray(value) ? [...value] : { ...(value as Record<string, Value>) };
  const at = copy as Record<string | number, Value>;
  at[name] = withAt(at[name] ?? null, rest, put);
  return copy as Value;
}

/** Only some entries of a tape are forged: the second and the middle one. Of the first entry, only the hash is used. */
function isChosen(path: Path, lengths: Readonly<Record<string, number>>): boolean {
  const list = path[0] === 'beside' ? undefined : lengths[String(path[0])];
  if (list === undefined) return path[0] !== 'beside' || (Number(path[1]) === 0 && Number(path[3]) === 1);
  const at = Number(path[1]);
  return at === 1 || at === Math.floor(list / 2);
}

const nameOf = (path: Path): string => path.filter((part) => !/^\d+$/.test(String(part))).join('.');

export function forgeriesOf(body: string): Forged[] {
  const file = JSON.parse(body) as Record<string, Value>;
  const lengths = {
    entries: (file['entries'] as Value[]).length,
    checkpoints: (file['checkpoints'] as Value[]).length,
  };
  const forged: Forged[] = [];
  for (const { path, value } of leavesOf(file)) {
    // A journal's number and time are only for human readers.
    const isOfReader = path[0] === 'journals' && /^(?:seq|time_at)$/.test(String(path.at(-1)));
    const other = !isOfReader && isChosen(path, lengths) ? changed(value) : undefined;
    if (other === undefined) continue;
    forged.push({ what: nameOf(path), body: JSON.stringify(withAt(file, path, other)) });
  }
  const entries = file['entries'] as Value[];
  const middle = Math.floor(entries.length / 2);
  const without = entries.filter((_, at) => at !== middle);
  forged.push({ what: 'an entry left out', body: JSON.stringify({ ...file, entries: without }) });
  forged.push({ what: 'no checkpoints', body: JSON.stringify({ ...file, checkpoints: [] }) });
  return forged;
}
