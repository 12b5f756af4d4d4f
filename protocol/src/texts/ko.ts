/** The messages of the server in Korean, a file of their own for whoever loads no other language. */
import { textsIn } from '../texts.ts';

export const texts = textsIn('ko');
