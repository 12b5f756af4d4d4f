/** How the API reference presents a call. A row declares it, so that a new call needs no line elsewhere. */
import type { SectionName } from './chapters.ts';

/** The meaning of a field, and a value for examples. A value that does not fit the field's schema is not shown. */
export type FieldText = { readonly about?: string; readonly like?: string | number | boolean | null };

/** An example of a request. A test checks that the call accepts it. */
export type RequestExample = { readonly summary: string; readonly value: unknown };

export type CallReference = {
  readonly section: SectionName;
  /** The call's title in the reference, such as "List deposits". */
  readonly title: string;
  /** The call of the same section that this one follows. Without it, the order is that of the table. */
  readonly after?: `${'GET' | 'POST'} ${string}`;
  /**
   * The fields whose names have no common meaning (`server/src/http/openapi-fields.ts`), or have another meaning
   * here.
   */
  readonly fields?: Readonly<Record<string, FieldText>>;
  /** Requests for which a generated example would teach little. */
  readonly examples?: Readonly<Record<string, RequestExample>>;
};
