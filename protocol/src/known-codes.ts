/**
 * Which codes there are, asked while an answer is checked: the tables stand above all shapes, so no shape can list them. A browser is given
 * the codes alone (`client/build/compiled-texts.ts`).
 */
import { notices, refusals } from './features.ts';

export function isRefusalCode(code: unknown): boolean {
  return typeof code === 'string' && Object.hasOwn(refusals, code);
}

export function isNoticeKind(kind: unknown): boolean {
  return typeof kind === 'string' && Object.hasOwn(notices, kind);
}
