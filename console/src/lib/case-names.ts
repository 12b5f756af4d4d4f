/** The name of a case in URLs and caches, which consists of kind, customer and number. */
import { caseKinds } from '@candor/protocol/desk/console.ts';
import type { CaseKind } from './words.ts';

export type CaseRef = { readonly kind: CaseKind; readonly customer: string; readonly id: string };

/** Returns a name such as "deposit-12-3" or "fund_order-12-4". */
export function nameOfCase(ref: CaseRef): string {
  return `${ref.kind}-${ref.customer}-${ref.id}`;
}

export function caseOfName(name: string): CaseRef | undefined {
  const [, kind, customer, id] = /^([a-z_]+)-(\d{1,18})-([0-9a-z-]{1,40})$/.exec(name) ?? [];
  const known = caseKinds.find((one) => one === kind);
  if (known === undefined || customer === undefined || id === undefined) return undefined;
  return { kind: known, customer, id };
}
