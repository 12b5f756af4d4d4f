/** What customers are told, in Italian, a file of its own for whoever loads no other language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('it');
