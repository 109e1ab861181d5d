import type { HeaderEntry, SipMessage } from './message.ts';
import { boundaryOf, parseMultipart } from './multipart.ts';
import { sdpType } from './session-media.ts';

/** What a message body holds for us, or the final response that refuses its request. */
export type BodyReading =
  | {
      readonly type: 'read';
      /** The session description; '' where there is none. */
      readonly sdp: string;
    }
  | { readonly type: 'refused'; readonly status: 400 | 415; readonly fields: readonly HeaderEntry[] };

/** The media types of bodies that hold a session description. */
export const acceptedTypes = `${sdpType}, multipart/mixed`;
/** A multipart body within another one is read down to this depth. */
const depthMax = 3;

const nothing: BodyReading = { type: 'read', sdp: '' };
const malformed: BodyReading = { type: 'refused', status: 400, fields: [] };
const unsupported: BodyReading = { type: 'refused', status: 415, fields: [['Accept', acceptedTypes]] };
const encoded: BodyReading = { type: 'refused', status: 415, fields: [['Accept-Encoding', 'identity']] };

/** A body or a part of one, with the header fields that describe it. */
interface Entity {
  readonly contentType: string;
  readonly disposition: string | undefined;
  readonly transferEncoding: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly content: string;
}

/**
 * Finds the session description of a message: the body itself, or the first such part of a multipart body (RFC 5621 §3). A body or part
 * that is not understood is ignored where its Content-Disposition says `handling=optional`, and refused otherwise (RFC 3261 §20.11,
 * RFC 5621 §8.3). A body without Content-Type counts as a session description.
 */
export function readBody({ headers, body }: SipMessage): BodyReading {
  if (body.length === 0) return nothing;
  const entity = {
    contentType: headers.get('Content-Type') ?? sdpType,
    disposition: headers.get('Content-Disposition'),
    transferEncoding: undefined,
    contentEncoding: headers.all('Content-Encoding').join(','),
    content: body.toString('latin1'),
  };
  return readEntity(entity, depthMax);
}

/** The session description of a message; '' where there is none, or where its body is one to refuse. */
export function sdpOf(message: SipMessage): string {
  const reading = readBody(message);
  return reading.type === 'read' ? reading.sdp : '';
}

/** The field of the 415 to a body that is compressed or encoded otherwise (RFC 3261 §8.2.3); undefined where it is as it stands. */
export function unknownContentEncoding({ headers, body }: SipMessage): HeaderEntry | undefined {
  if (body.length === 0 || isIdentity(headers.all('Content-Encoding').join(','))) return undefined;
  return ['Accept-Encoding', 'identity'];
}

function readEntity(entity: Entity, depth: number): BodyReading {
  const reading = isIdentity(entity.contentEncoding) ? understand(entity, depth) : encoded;
  return reading.type === 'refused' && isOptional(entity) ? nothing : reading;
}

function understand(entity: Entity, depth: number): BodyReading {
  const type = entity.contentType.split(';')[0]!.replace(/\s/g, '').toLowerCase();
  if (!isPlain(entity.transferEncoding)) return unsupported;
  if (type === sdpType && dispositionOf(entity) === 'session') return { type: 'read', sdp: entity.content };
  return type.startsWith('multipart/') && depth > 0 ? readParts(entity, depth) : unsupported;
}

/** A multipart subtype that is not known is read like multipart/mixed (RFC 2046 §5.1.3). */
function readParts({ contentType, content }: Entity, depth: number): BodyReading {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : parseMultipart(content, boundary);
  if (parts === undefined) return malformed;
  let sdp = '';
  for (const part of parts) {
    const reading = readEntity(
      {
        contentType: part.fields.get('content-type') ?? 'text/plain',
        disposition: part.fields.get('content-disposition'),
        transferEncoding: part.fields.get('content-transfer-encoding'),
        contentEncoding: part.fields.get('content-encoding'),
        content: part.content,
      },
      depth - 1,
    );
    if (reading.type === 'refused') return reading;
    if (sdp === '') sdp = reading.sdp;
  }
  return { type: 'read', sdp };
}

function dispositionOf({ disposition }: Entity): string {
  return (disposition ?? 'session').split(';')[0]!.trim().toLowerCase();
}

function isOptional({ disposition }: Entity): boolean {
  return /;\s*handling\s*=\s*"?optional"?\s*(?:;|$)/i.test(disposition ?? '');
}

/** Only `identity` leaves the content as it is (RFC 3261 §20.12). */
function isIdentity(contentEncoding: string | undefined): boolean {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => coding === '' || coding === 'identity');
}

/** SIP is 8-bit clean: base64 and quoted-printable are not read (RFC 5621 §3.1). */
function isPlain(transferEncoding: string | undefined): boolean {
  return /^(?:7bit|8bit|binary)?$/i.test(transferEncoding?.trim() ?? '');
}
