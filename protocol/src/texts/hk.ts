/** The messages of the server in the Chinese of Hong Kong, a file of their own for whoever loads no other language. */
import { textsIn } from '../texts.ts';

export const texts = textsIn('hk');
