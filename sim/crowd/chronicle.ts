/**
 * The requests that people sent and the answers that they got, in order. The auditor and the description of
 * the day use it.
 */

export type Deed = {
  readonly step: number;
  readonly who: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly sentMs: number;
  heardMs: number;
  /** "ok", or the code of the refusal. */
  heard: string;
  message: unknown;
  /** How often the server died before it answered. */
  lost: number;
};

export class Chronicle {
  readonly deeds: Deed[] = [];
  /** Unexpected events, whoever noticed them. */
  readonly faults: string[] = [];

  accepted(who: string, name: string): Deed[] {
    return this.deeds.filter((deed) => deed.who === who && deed.name === name && deed.heard === 'ok');
  }

  fault(text: string): void {
    if (!this.faults.includes(text)) this.faults.push(text);
  }
}
