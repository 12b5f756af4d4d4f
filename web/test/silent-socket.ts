/** In place of socket.io in the tests of screens: a socket that is never connected, so that nothing moves but what a test moves. */
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
