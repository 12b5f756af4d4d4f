/** What customers are told, in the Chinese of Hong Kong, a file of its own for whoever loads no other language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('hk');
