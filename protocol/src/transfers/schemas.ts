/** Transfers between a customer's accounts, which are free and immediate. */
import * as v from 'valibot';
import { decimal, id, seconds, text } from '../fields.ts';

const account = v.picklist(['spot', 'contract', 'option']);

export const transferInput = v.object({ currency: text(12), from: account, to: account, amount: decimal });
export const transferOutput = v.object({ id, time: seconds });
