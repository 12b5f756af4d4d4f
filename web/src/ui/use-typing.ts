/**
 * Whether a field is being typed into by touch, and its keypad is therefore shown. A press elsewhere leaves the field, but the
 * pressed element must stay under the finger until it is released: if the keypad closed earlier, everything would move and the
 * press would miss.
 */
import { useContext, useEffect, useRef, useState } from 'react';
import { SurroundingsContext } from './surroundings.ts';

export type Typing = {
  readonly typing: boolean;
  /** The field's props. */
  readonly on: { readonly onFocus: () => void; readonly onBlur: () => void };
};

export function useTyping(): Typing {
  const { memory, worksByTouch } = useContext(SurroundingsContext);
  const [typing, setTyping] = useState(false);
  const isLeft = useRef(false);
  const isPressed = useRef(false);
  const end = useRef(() => {
    if (isLeft.current) setTyping(false);
  });
  useEffect(() => {
    if (!typing) return undefined;
    const press = (): void => void (isPressed.current = true);
    // For a press without a click, because the element under it moved or there is none.
    const release = (): void => {
      isPressed.current = false;
      setTimeout(end.current);
    };
    const ways = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      // Handled before any other listener: the click's target is fixed, and the screen that it may leave is still there.
      ['click', () => end.current()],
    ] as const;
    for (const [name, listener] of ways) window.addEventListener(name, listener, true);
    return () => {
      isPressed.current = false;
      for (const [name, listener] of ways) window.removeEventListener(name, listener, true);
    };
  }, [typing]);
  return {
    typing,
    on: {
      onFocus: () => {
        // When a second keypad opens, the first one closes.
        memory.endTyping?.();
        memory.endTyping = undefined;
        isLeft.current = false;
        // A customer with a hardware keyboard needs no keypad.
        setTyping(worksByTouch());
      },
      onBlur: () => {
        isLeft.current = true;
        memory.endTyping = end.current;
        if (!isPressed.current) setTimeout(end.current);
      },
    },
  };
}
