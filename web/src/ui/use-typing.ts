/**
 * Whether a field is being typed into by touch, and its keypad therefore shown. A press elsewhere leaves the field, but what is pressed
 * must stay under the finger until it is let go: were the keypad gone before, everything would move and the press meet nothing.
 */
import { useContext, useEffect, useRef, useState } from 'react';
import { SurroundingsContext } from './surroundings.ts';

export type Typing = {
  readonly typing: boolean;
  /** For the field. */
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
    // Where no click follows, since what is under it moved or nothing is.
    const release = (): void => {
      isPressed.current = false;
      setTimeout(end.current);
    };
    const ways = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      // Heard before anybody else: whom it is meant for is settled, and the screen that it may lead away from is still there.
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
        // Of two keypads the one before goes with the coming of the next.
        memory.endTyping?.();
        memory.endTyping = undefined;
        isLeft.current = false;
        // Whoever has keys under the hands needs no others on the glass.
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
