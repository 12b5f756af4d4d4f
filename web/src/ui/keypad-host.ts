/** The element that contains a field's keypad: at the bottom of its sheet or, outside a sheet, at the bottom of the page. */
import { createContext } from 'react';

export const KeypadHost = createContext<HTMLElement | null>(null);
