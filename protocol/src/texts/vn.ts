/** The server's messages in Vietnamese, in a separate file so that a client loads only its language. */
import { textsIn } from '../texts.ts';

export const texts = textsIn('vn');
