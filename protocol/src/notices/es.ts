/** Messages to customers in Spanish, in a separate file so that a client loads only its language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('es');
