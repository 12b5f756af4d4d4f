/** The filters of a customer's timeline as plain lists, so that a browser can offer them as choices without the schemas. */
import { recordGroups } from '../wallets/record-kinds.ts';

export const timelineKinds = [...recordGroups, 'security', 'operator', 'score'] as const;
export const timelineProducts = ['spot', 'contract', 'forex', 'option'] as const;
