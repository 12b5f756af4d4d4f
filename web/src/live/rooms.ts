/** The wanted socket rooms, counted so that two screens can share a room and leave it in any order. */

/** The maximum number of individual rooms. For more symbols, the single room of all quotes is cheaper. */
const ownRoomsMax = 6;

/** Returns the quote rooms that cover these symbols. */
export function quoteRooms(symbols: readonly string[]): readonly string[] {
  if (symbols.length > ownRoomsMax) return ['quotes'];
  return symbols.map((symbol) => `quote:${symbol}`);
}

/** Returns the rooms to join and the rooms to leave to get from one set to another. */
export function roomChanges(
  current: readonly string[],
  wanted: readonly string[],
): { join: readonly string[]; leave: readonly string[] } {
  return {
    join: wanted.filter((room) => !current.includes(room)),
    leave: current.filter((room) => !wanted.includes(room)),
  };
}

export type RoomCounter = {
  /** Returns true if the room was not wanted before. */
  readonly want: (room: string) => boolean;
  /** Returns true if the room is no longer wanted. */
  readonly release: (room: string) => boolean;
  readonly all: () => readonly string[];
};

export function createRoomCounter(): RoomCounter {
  const counts = new Map<string, number>();
  return {
    want: (room) => {
      const count = counts.get(room) ?? 0;
      counts.set(room, count + 1);
      return count === 0;
    },
    release: (room) => {
      const count = counts.get(room) ?? 0;
      if (count > 1) counts.set(room, count - 1);
      else counts.delete(room);
      return count === 1;
    },
    all: () => [...counts.keys()],
  };
}
