/** What customers are told, in Korean, a file of its own for whoever loads no other language. */
import { noticesIn } from './kinds.ts';

export const texts = noticesIn('ko');
