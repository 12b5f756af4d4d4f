/**
 * The keypad of a field that is used by touch. A press outside the field closes the keypad only after the finger is released,
 * because the layout would otherwise move and the press would miss its target.
 */
import { useContext, useEffect, useRef, useState } from 'react';
import { SurroundingsContext } from './surroundings.ts';

export type Typing = {
  readonly typing: boolean;
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
    // Handles a press that causes no click, because its target moved or does not exist.
    const release = (): void => {
      isPressed.current = false;
      setTimeout(end.current);
    };
    const ways = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      // Runs before all other listeners, while the click's target is fixed and the screen that the click may leave is still
      // mounted.
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
        // Closes the keypad of the previous field.
        memory.now().endTyping?.();
        memory.keep({ endTyping: undefined });
        isLeft.current = false;
        // No keypad is shown for a hardware keyboard.
        setTyping(worksByTouch());
      },
      onBlur: () => {
        isLeft.current = true;
        memory.keep({ endTyping: end.current });
        if (!isPressed.current) setTimeout(end.current);
      },
    },
  };
}
