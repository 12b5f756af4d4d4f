/**
 * Encodes an event once for all receivers: the text that socket.io's parser would produce, and the WebSocket frame around it,
 * which can be written to any number of sockets.
 */

/** Options of engine.io's `write`. A WebSocket transport writes the given frame unchanged. */
export type PacketOptions = { compress: boolean; readonly wsPreEncodedFrame: readonly Buffer[] };
export type Packet = { readonly text: string; readonly options: PacketOptions; readonly bytes: number };

/** Socket.io's packet type for an event in the main namespace. */
const EVENT = '2';
/** Engine.io's packet type for a message. */
const MESSAGE = '4';
const FINAL_TEXT_FRAME = 0x81;

/** Encodes an event. The payload is already JSON. */
export function encodeEvent(name: string, payloadJson: string): Packet {
  const text = `${EVENT}["${name}",${payloadJson}]`;
  const frame = textFrame(MESSAGE + text);
  return { text, options: { compress: false, wsPreEncodedFrame: [frame] }, bytes: frame.length };
}

/** Builds a server's text frame, which isn't masked. Header and content share one buffer, so that they take only one write. */
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
