/** Messages to customers in Portuguese, in a separate file so that a client loads only its language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('pt');
