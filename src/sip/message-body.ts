import type { HeaderEntry, SipMessage } from './message.ts';
import { boundaryOf, parseMultipart } from './multipart.ts';
import { sdpType } from './session-media.ts';

/** The session description of a message body, or the final response that rejects its request. */
export type BodyResult =
  | {
      readonly type: 'read';
      /** The session description; '' if there is none. */
      readonly sdp: string;
    }
  | { readonly type: 'rejected'; readonly status: 400 | 415; readonly fields: readonly HeaderEntry[] };

/** The media types of bodies that can contain a session description. */
export const acceptedTypes = `${sdpType}, multipart/mixed`;
/** Maximum depth of nested multipart bodies. */
const maxDepth = 3;

const noDescription: BodyResult = { type: 'read', sdp: '' };
const malformedBody: BodyResult = { type: 'rejected', status: 400, fields: [] };
const unsupportedType: BodyResult = { type: 'rejected', status: 415, fields: [['Accept', acceptedTypes]] };
const unsupportedEncoding: BodyResult = {
  type: 'rejected',
  status: 415,
  fields: [['Accept-Encoding', 'identity']],
};

/** A body or a part of one, with its header fields. */
interface Entity {
  readonly contentType: string;
  readonly disposition: string | undefined;
  readonly transferEncoding: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly content: string;
}

/**
 * Returns the session description of a message: the body itself, or the first matching part of a multipart body
 * (RFC 5621 §3). An unsupported body or part is ignored if its Content-Disposition contains `handling=optional`, and
 * rejected otherwise (RFC 3261 §20.11, RFC 5621 §8.3). A body without Content-Type is treated as a session description.
 */
export function readBody({ headers, body }: SipMessage): BodyResult {
  if (body.length === 0) return noDescription;
  const entity = {
    contentType: headers.get('Content-Type') ?? sdpType,
    disposition: headers.get('Content-Disposition'),
    transferEncoding: undefined,
    contentEncoding: headers.all('Content-Encoding').join(','),
    content: body.toString('latin1'),
  };
  return readEntity(entity, maxDepth);
}

/** Returns the session description of a message; '' if there is none or the body must be rejected. */
export function sdpOf(message: SipMessage): string {
  const result = readBody(message);
  return result.type === 'read' ? result.sdp : '';
}

/**
 * Returns the Accept-Encoding field of the 415 to an encoded body (RFC 3261 §8.2.3); `undefined` for an unencoded one.
 */
export function unsupportedContentEncoding({ headers, body }: SipMessage): HeaderEntry | undefined {
  if (body.length === 0 || isIdentity(headers.all('Content-Encoding').join(','))) return undefined;
  return ['Accept-Encoding', 'identity'];
}

function readEntity(entity: Entity, depth: number): BodyResult {
  const result = isIdentity(entity.contentEncoding) ? parseEntity(entity, depth) : unsupportedEncoding;
  return result.type === 'rejected' && isOptional(entity) ? noDescription : result;
}

function parseEntity(entity: Entity, depth: number): BodyResult {
  const type = entity.contentType.split(';')[0]!.replace(/\s/g, '').toLowerCase();
  if (!isPlain(entity.transferEncoding)) return unsupportedType;
  if (type === sdpType && dispositionOf(entity) === 'session') return { type: 'read', sdp: entity.content };
  return type.startsWith('multipart/') && depth > 0 ? readParts(entity, depth) : unsupportedType;
}

/** An unknown multipart subtype is treated as multipart/mixed (RFC 2046 §5.1.3). */
function readParts({ contentType, content }: Entity, depth: number): BodyResult {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : parseMultipart(content, boundary);
  if (parts === undefined) return malformedBody;
  let sdp = '';
  for (const part of parts) {
    const result = readEntity(
      {
        contentType: part.fields.get('content-type') ?? 'text/plain',
        disposition: part.fields.get('content-disposition'),
        transferEncoding: part.fields.get('content-transfer-encoding'),
        contentEncoding: part.fields.get('content-encoding'),
        content: part.content,
      },
      depth - 1,
    );
    if (result.type === 'rejected') return result;
    if (sdp === '') sdp = result.sdp;
  }
  return { type: 'read', sdp };
}

function dispositionOf({ disposition }: Entity): string {
  return (disposition ?? 'session').split(';')[0]!.trim().toLowerCase();
}

function isOptional({ disposition }: Entity): boolean {
  return /;\s*handling\s*=\s*"?optional"?\s*(?:;|$)/i.test(disposition ?? '');
}

/** Returns whether the content is unencoded: only `identity` (RFC 3261 §20.12). */
function isIdentity(contentEncoding: string | undefined): boolean {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => coding === '' || coding === 'identity');
}

/** SIP is 8-bit clean: base64 and quoted-printable are not supported (RFC 5621 §3.1). */
function isPlain(transferEncoding: string | undefined): boolean {
  return /^(?:7bit|8bit|binary)?$/i.test(transferEncoding?.trim() ?? '');
}
