import { Headers } from './headers.ts';
import { reasonPhrase } from './reason-phrases.ts';

/** A request as a value. Typed header fields are read by the functions of `header-fields.ts`. */
export interface SipRequest {
  readonly type: 'request';
  /** Methods are case-sensitive (RFC 3261 §7.1). */
  readonly method: string;
  /** The Request-URI as it stands on the wire. */
  readonly uri: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface SipResponse {
  readonly type: 'response';
  /** 100 to 699. */
  readonly status: number;
  readonly reason: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export type SipMessage = SipRequest | SipResponse;

export interface Body {
  /** A media type such as application/sdp. */
  readonly contentType: string;
  readonly content: string | Buffer;
}

export type HeaderEntry = readonly [name: string, value: string];

const noBody: Buffer = Buffer.alloc(0);

/** A request with the given header fields; the transaction layer adds Via, the serializer Content-Length. */
export function createRequest(
  method: string,
  uri: string,
  fields: Iterable<HeaderEntry> = [],
  body?: Body,
): SipRequest {
  const headers = new Headers(fields);
  return { type: 'request', method, uri, headers, body: attach(headers, body) };
}

/** Its header fields alone. */
export function messageWithoutBody(request: SipRequest): SipRequest {
  return { ...request, body: noBody };
}

export interface ResponseOptions {
  readonly reason?: string;
  /** The To tag of whoever answers; added unless the request had one. Required for all but 100 (RFC 3261 §8.2.6.2). */
  readonly toTag?: string | undefined;
  readonly headers?: Iterable<HeaderEntry>;
  readonly body?: Body | undefined;
}

/**
 * The response to a request: its Via, From, To, Call-ID and CSeq as they came (RFC 3261 §8.2.6.2), Record-Route where a
 * dialog may begin (§12.1.1), Timestamp for 100.
 */
export function createResponse(
  request: SipRequest,
  status: number,
  options: ResponseOptions = {},
): SipResponse {
  const headers = new Headers();
  for (const name of copiedNames(status)) {
    for (const value of request.headers.all(name)) headers.append(name, value);
  }
  if (options.toTag !== undefined) addToTag(headers, options.toTag);
  for (const [name, value] of options.headers ?? []) headers.append(name, value);
  const body = attach(headers, options.body);
  return { type: 'response', status, reason: options.reason ?? reasonPhrase(status), headers, body };
}

function copiedNames(status: number): readonly string[] {
  if (status === 100) return ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Timestamp'];
  if (status < 300) return ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Record-Route'];
  return ['Via', 'From', 'To', 'Call-ID', 'CSeq'];
}

function addToTag(headers: Headers, tag: string): void {
  const to = headers.get('To');
  if (to === undefined || /;\s*tag\s*=/i.test(to.slice(to.lastIndexOf('>') + 1))) return;
  headers.replaceFirst('To', `${to};tag=${tag}`);
}

function attach(headers: Headers, body: Body | undefined): Buffer {
  const content = typeof body?.content === 'string' ? Buffer.from(body.content) : (body?.content ?? noBody);
  if (body !== undefined) headers.set('Content-Type', body.contentType);
  headers.set('Content-Length', String(content.length));
  return content;
}
