/** The messages of the server in Japanese, a file of their own for whoever loads no other language. */
import { textsIn } from '../texts.ts';

export const texts = textsIn('jp');
