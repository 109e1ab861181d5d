import { encodeUtf8 } from './grammar.ts';
import { oneLine, type Headers } from './headers.ts';
import type { SipMessage } from './message.ts';

/** Serialises a message and sets its Content-Length. */
export function serializeMessage(message: SipMessage): Buffer {
  const startLine =
    message.type === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${encodeUtf8(message.reason)}`;
  const head = Buffer.from(
    `${oneLine(startLine)}\r\n${headersWithLength(message).serialize()}\r\n`,
    'latin1',
  );
  return message.body.length === 0 ? head : Buffer.concat([head, message.body]);
}

function headersWithLength(message: SipMessage): Headers {
  const length = String(message.body.length);
  if (message.headers.get('Content-Length') === length) return message.headers;
  return message.headers.clone().set('Content-Length', length);
}
