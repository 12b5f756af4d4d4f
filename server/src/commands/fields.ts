/**
 * How the values of a row stand in its columns. Each kind says its type in SQL and how it is written and read as PostgreSQL's
 * text; a declaration made of them is at once a row's type, its columns and its reading.
 */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';

/** A row as PostgreSQL sent it, each value as text. */
export type Raw = Readonly<Record<string, string | null>>;

type Kind<Value> = {
  /** The type in SQL. */
  readonly type: string;
  readonly read: (text: string) => Value;
  readonly write: (value: never) => string;
  /** Whether the text may hold anything, and not only what `plainArray` takes. */
  readonly anyText?: true;
};

type Manner = {
  /** Its name, where it is not that of the property. */
  readonly column?: string;
  /** Written when the row is made and never again, so that a change need not carry it. */
  readonly fixed?: true;
  /** A column that holds nothing is read as null, or as what another column says; else that is an error. */
  readonly orNull?: true;
  readonly orFrom?: { readonly column: string; readonly read: (text: string) => unknown };
  /** What is written where the group around it is not there; else null. */
  readonly absent?: unknown;
  /** Another property writes the column. */
  readonly again?: true;
};

/** A value in a column of its own. */
export class Field<Value> {
  readonly kind: Kind<Value>;
  readonly manner: Manner;
  constructor(kind: Kind<Value>, manner: Manner = {}) {
    this.kind = kind;
    this.manner = manner;
  }

  /** Written when the row is made and never again. */
  fixed(): Field<Value> {
    return new Field(this.kind, { ...this.manner, fixed: true });
  }
  orNull(): Field<Value | null> {
    return new Field<Value | null>(this.kind, { ...this.manner, orNull: true });
  }
  /** Stands in the column of this name. */
  as(column: string): Field<Value> {
    return new Field(this.kind, { ...this.manner, column });
  }
  /** Where its column holds nothing, what another says. */
  orFrom(column: string, read: (text: string) => Value): Field<Value> {
    return new Field(this.kind, { ...this.manner, orFrom: { column, read } });
  }
  /** What is written while the group that it belongs to is null. */
  whenAbsent(absent: Value): Field<Value> {
    return new Field(this.kind, { ...this.manner, absent });
  }
  /** Read here too, and written by another property. */
  again(): Field<Value> {
    return new Field(this.kind, { ...this.manner, again: true });
  }
}

/** Values that belong together and stand in several columns. Null where the first of them is. */
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
  /** Its columns bear no name of the group before their own. */
  bare(): Group<Parts, Absent> {
    return new Group<Parts, Absent>(this.parts, { ...this.manner, bare: true });
  }
}

type Part = Field<unknown> | Group<Shape, null>;
/** What a row is made of, by the names of its properties. */
export type Shape = { readonly [property: string]: Part };

type ValueOf<Of> =
  Of extends Field<infer Value>
    ? Value
    : Of extends Group<infer Parts, infer Absent>
      ? Declared<Parts> | Absent
      : never;
/** The row that a declaration declares. */
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

/** Whole numbers that are safe as such: milliseconds, days, versions, counts. */
export const whole = <Value extends number = number>(): Field<Value> =>
  new Field<number>(kinds.whole) as Field<Value>;

export const amount = (): Field<Amount> => new Field<Amount>(kinds.amount);

/** One of some words of ours, never what a customer typed; where it matters, of exactly those that `isOne` knows. */
export const text = <Value extends string = string>(
  isOne?: (word: string) => word is Value,
): Field<Value> => {
  const checked = (word: string): string => {
    if (isOne?.(word) === false) throw new Error(`${word} is no word of its column`);
    return word;
  };
  return new Field<string>({
    type: 'text',
    read: isOne === undefined ? asIs : checked,
    write: asIs,
  }) as Field<Value>;
};

/** What people typed may hold any sign. */
export const typed = (): Field<string> =>
  new Field<string>({ type: 'text', read: asIs, write: asIs, anyText: true });

export const flag = (): Field<boolean> => new Field<boolean>(kinds.flag);

/** Bytes, in hex. */
export const digest = (): Field<string> => new Field<string>(kinds.digest);

/** How a value is kept as JSON, and how what is kept is read. */
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

/** JSON that is kept to the letter, in a column of text. */
export const jsonText = <Value, Stored = Value>(codec?: Codec<Value, Stored>): Field<Value> =>
  new Field(jsonKind('text', codec));

/** JSON that a view puts together. */
export const told = <Stored, Value>(read: (stored: Stored) => Value): Field<Value> =>
  json<Value, Stored>({
    read,
    keep: () => {
      throw new Error('what a view tells is not written');
    },
  });

export const group = <Parts extends Shape>(parts: Parts): Group<Parts> => new Group(parts);

/** The key of a row: its book, and a number in that. */
export const key = { book: bigint(), id: bigint() } as const;
