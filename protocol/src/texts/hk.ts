/** The server's messages in the Chinese of Hong Kong, in a separate file so that a client loads only its language. */
import { textsIn } from '../texts.ts';

export const texts = textsIn('hk');
