/** The part of socket.io's client, version 2, that the tests use. */
declare module 'socket.io-client-2' {
  export default function io(
    origin: string,
    options: { readonly forceNew: boolean; readonly transports?: string[] },
  ): {
    readonly id?: string;
    on(name: string, done: (payload: never) => void): unknown;
    emit(name: string, value: unknown, done: (answer: never) => void): unknown;
    once(name: 'connect', done: () => void): unknown;
    close(): unknown;
  };
}
