/** Messages to customers in the Chinese of Hong Kong, in a separate file so that a client loads only its language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('hk');
