/** Images that customers upload. */
import * as v from 'valibot';
import { id } from '../fields.ts';

const purposes = ['kyc', 'voucher', 'loan'] as const;

export const uploadInput = v.object({ purpose: v.picklist(purposes) });
export const uploadOutput = v.object({ id, width: v.number(), height: v.number() });
