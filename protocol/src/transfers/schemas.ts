/** Moves money between a customer's own accounts, free of charge and immediately. */
import * as v from 'valibot';
import { decimal, id, seconds, text } from '../fields.ts';

const account = v.picklist(['spot', 'contract', 'option']);

export const transferInput = v.object({ currency: text(12), from: account, to: account, amount: decimal });
export const transferOutput = v.object({ id, time: seconds });
