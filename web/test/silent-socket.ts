/** Replaces socket.io in the screen tests with a socket that never connects, so that only the test changes data. */
type SilentSocket = {
  readonly connected: false;
  on(): SilentSocket;
  emit(): SilentSocket;
  connect(): SilentSocket;
  disconnect(): SilentSocket;
};

export function io(): SilentSocket {
  const socket: SilentSocket = {
    connected: false,
    on: () => socket,
    emit: () => socket,
    connect: () => socket,
    disconnect: () => socket,
  };
  return socket;
}
