/** The place of a field's keypad: at the bottom of its sheet, otherwise at the bottom of the page. */
import { createContext } from 'react';

export const KeypadHost = createContext<HTMLElement | null>(null);
