/**
 * Maps a row's values to columns. Each kind of field defines a SQL type and the conversion to and from PostgreSQL's text format.
 * A single declaration of fields determines a row's type, its columns and its reader.
 */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';

/** A row as PostgreSQL sent it, each value as text. */
export type Raw = Readonly<Record<string, string | null>>;

type Kind<Value> = {
  readonly type: string;
  readonly read: (text: string) => Value;
  readonly write: (value: never) => string;
  /** Whether the text may contain any character, not just those that `plainArray` accepts. */
  readonly anyText?: true;
};

type Manner = {
  /** The column's name, if it differs from the property's. */
  readonly column?: string;
  /** Whether the column is written only when the row is created. */
  readonly fixed?: true;
  /**
   * With `orNull`, an empty column is null; with `orFrom`, another column replaces it. Otherwise, an empty column is an error.
   */
  readonly orNull?: true;
  readonly orFrom?: { readonly column: string; readonly read: (text: string) => unknown };
  /** The value written if the enclosing group is absent; null by default. */
  readonly absent?: unknown;
  /** Whether another property writes the column. */
  readonly again?: true;
  /** Replaces identifying data in a value, for records. */
  readonly personal?: (value: never, pseudonym: Pseudonym) => unknown;
};

/**
 * Returns 64 hex digits, always the same ones for the same text. Without the platform's key, nobody can compute them from the
 * text.
 */
export type Pseudonym = (text: string) => string;

export class Field<Value> {
  readonly kind: Kind<Value>;
  readonly manner: Manner;
  constructor(kind: Kind<Value>, manner: Manner = {}) {
    this.kind = kind;
    this.manner = manner;
  }

  fixed(): Field<Value> {
    return new Field(this.kind, { ...this.manner, fixed: true });
  }
  orNull(): Field<Value | null> {
    return new Field<Value | null>(this.kind, { ...this.manner, orNull: true });
  }
  as(column: string): Field<Value> {
    return new Field(this.kind, { ...this.manner, column });
  }
  /** Derives the value from another column if this column is empty. */
  orFrom(column: string, read: (text: string) => Value): Field<Value> {
    return new Field(this.kind, { ...this.manner, orFrom: { column, read } });
  }
  whenAbsent(absent: Value): Field<Value> {
    return new Field(this.kind, { ...this.manner, absent });
  }
  /** Marks a value that identifies a person. Records contain its pseudonym instead, or the result of `conceal`. */
  personal(
    conceal: (value: Value, pseudonym: Pseudonym) => unknown = (value, pseudonym) => pseudonym(String(value)),
  ): Field<Value> {
    return new Field(this.kind, { ...this.manner, personal: conceal });
  }
  /** Marks a column that is read here but written by another property. */
  again(): Field<Value> {
    return new Field(this.kind, { ...this.manner, again: true });
  }
}

/** Values that belong together, stored in several columns. The group is null if its first column is null. */
export class Group<Parts extends Shape, Absent extends null = never> {
  readonly parts: Parts;
  readonly manner: { readonly bare?: true; readonly orNull?: true };
  declare readonly absent: Absent;
  constructor(parts: Parts, manner: Group<Parts>['manner'] = {}) {
    this.parts = parts;
    this.manner = manner;
  }

  orNull(): Group<Parts, null> {
    return new Group<Parts, null>(this.parts, { ...this.manner, orNull: true });
  }
  /** Omits the group's name from its column names. */
  bare(): Group<Parts, Absent> {
    return new Group<Parts, Absent>(this.parts, { ...this.manner, bare: true });
  }
}

type Part = Field<unknown> | Group<Shape, null>;
export type Shape = { readonly [property: string]: Part };

type ValueOf<Of> =
  Of extends Field<infer Value>
    ? Value
    : Of extends Group<infer Parts, infer Absent>
      ? Declared<Parts> | Absent
      : never;
export type Declared<Parts> = { readonly [Property in keyof Parts]: ValueOf<Parts[Property]> };

const kinds = {
  bigint: { type: 'bigint', read: BigInt, write: String },
  whole: { type: 'bigint', read: Number, write: String },
  amount: { type: 'numeric', read: fromNumeric, write: toNumeric },
  flag: { type: 'boolean', read: (text: string) => text === 't', write: String },
  digest: {
    type: 'bytea',
    read: (text: string) => text.slice(2),
    write: (hex: string) => `\\x${hex}`,
    anyText: true,
  },
} as const;

const asIs = (text: string): string => text;

/** Ids and sequence numbers. */
export const bigint = (): Field<bigint> => new Field<bigint>(kinds.bigint);

/** Integers within the safe range: milliseconds, days, versions, counts. */
export const whole = <Value extends number = number>(): Field<Value> =>
  new Field<number>(kinds.whole) as Field<Value>;

export const amount = (): Field<Amount> => new Field<Amount>(kinds.amount);

/** One word of a fixed set, never customer input. If `isOne` is given, it must accept the word. */
export const text = <Value extends string = string>(
  isOne?: (word: string) => word is Value,
): Field<Value> => {
  const checked = (word: string): string => {
    if (isOne?.(word) === false) throw new Error(`expected a word that the column accepts, found ${word}`);
    return word;
  };
  return new Field<string>({
    type: 'text',
    read: isOne === undefined ? asIs : checked,
    write: asIs,
  }) as Field<Value>;
};

/** Free text, which may contain any character. */
export const typed = (): Field<string> =>
  new Field<string>({ type: 'text', read: asIs, write: asIs, anyText: true });

export const flag = (): Field<boolean> => new Field<boolean>(kinds.flag);

/** Bytes, encoded as hex. */
export const digest = (): Field<string> => new Field<string>(kinds.digest);

/** Encodes a value as JSON, and decodes the stored JSON. */
export type Codec<Value, Stored> = {
  readonly keep: (value: Value) => Stored;
  readonly read: (stored: Stored) => Value;
};

function jsonKind<Value, Stored>(type: string, codec: Codec<Value, Stored> | undefined): Kind<Value> {
  if (codec === undefined) return { type, read: JSON.parse, write: JSON.stringify, anyText: true };
  return {
    type,
    read: (kept) => codec.read(JSON.parse(kept) as Stored),
    write: (value) => JSON.stringify(codec.keep(value)),
    anyText: true,
  };
}

export const json = <Value, Stored = Value>(codec?: Codec<Value, Stored>): Field<Value> =>
  new Field(jsonKind('jsonb', codec));

/** JSON in a text column, which preserves it byte for byte. */
export const jsonText = <Value, Stored = Value>(codec?: Codec<Value, Stored>): Field<Value> =>
  new Field(jsonKind('text', codec));

/** The persons of operators, as JSON. */
export const personsOf = (): Field<readonly string[]> =>
  json<readonly string[]>().personal((persons, pseudonym) => persons.map(pseudonym));

/** JSON built by a view. */
export const told = <Stored, Value>(read: (stored: Stored) => Value): Field<Value> =>
  json<Value, Stored>({
    read,
    keep: () => {
      throw new Error('expected a column that can be written, found one built by a view');
    },
  });

export const group = <Parts extends Shape>(parts: Parts): Group<Parts> => new Group(parts);

/** The key of a row: its book, and its number within the book. */
export const key = { book: bigint(), id: bigint() } as const;
