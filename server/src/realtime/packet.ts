/**
 * An event encoded once for everybody who gets it: the text that socket.io's parser would make, and the websocket
 * frame around it, ready to be written to any number of sockets.
 */

/** What engine.io's `write` takes beside the text; a websocket transport writes the frame as it is. */
export type PacketOptions = { compress: boolean; readonly wsPreEncodedFrame: readonly Buffer[] };
export type Packet = { readonly text: string; readonly options: PacketOptions; readonly bytes: number };

/** Socket.io's event packet of the main namespace. */
const EVENT = '2';
/** Engine.io's message packet. */
const MESSAGE = '4';
const FINAL_TEXT_FRAME = 0x81;

/** Encodes an event whose payload is JSON already. */
export function encodeEvent(name: string, payloadJson: string): Packet {
  const text = `${EVENT}["${name}",${payloadJson}]`;
  const frame = textFrame(MESSAGE + text);
  return { text, options: { compress: false, wsPreEncodedFrame: [frame] }, bytes: frame.length };
}

/** A server's text frame is not masked; header and content in one buffer are one write. */
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
