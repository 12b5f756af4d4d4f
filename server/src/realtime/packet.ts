/**
 * Encodes an event once for all receivers: the text that socket.io's parser would produce, and the WebSocket frame around it,
 * which can be written to any number of sockets.
 */

/** Options of engine.io's `write`; a WebSocket transport writes the given frame unchanged. */
export type PacketOptions = { compress: boolean; readonly wsPreEncodedFrame: readonly Buffer[] };
export type Packet = { readonly text: string; readonly options: PacketOptions; readonly bytes: number };

/** Socket.io's event packet of the main namespace. */
const EVENT = '2';
/** Engine.io's message packet. */
const MESSAGE = '4';
const FINAL_TEXT_FRAME = 0x81;

/** The payload is already JSON. */
export function encodeEvent(name: string, payloadJson: string): Packet {
  const text = `${EVENT}["${name}",${payloadJson}]`;
  const frame = textFrame(MESSAGE + text);
  return { text, options: { compress: false, wsPreEncodedFrame: [frame] }, bytes: frame.length };
}

/** A server's text frame isn't masked. Its header and content share one buffer, so they take one write. */
function textFrame(content: string): Buffer {
  const length = Buffer.byteLength(content);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FINAL_TEXT_FRAME;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(content, headerLength);
  return frame;
}
