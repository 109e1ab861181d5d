/** A minimal SIP message implementation (RFC 3261 §7) for a phone over UDP. It shares no code with the program. */

const lineEnd = '\r\n';

/** Returns the first value of a header field. */
export function field(message: string, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'mi').exec(message)?.[1]?.trim() ?? '';
}

/** Returns the complete lines of a header field, in order. */
const linesOf = (message: string, name: string): string[] =>
  message.split(lineEnd).filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

/** Returns the method of a request; undefined for a response. */
export function methodOf(message: string): string | undefined {
  const [first = ''] = message.split(' ', 1);
  return first === 'SIP/2.0' ? undefined : first;
}

/** The phone's side of a dialog. */
export interface LocalParty {
  readonly tag: string;
  readonly port: number;
}

/** Returns the response to a request (RFC 3261 §8.2.6). */
export function reply(request: string, status: string, local: LocalParty, body = ''): string {
  const to = field(request, 'To');
  const copied = ['Via', 'From', 'Call-ID', 'CSeq'].flatMap((name) => linesOf(request, name));
  const lines = [
    `SIP/2.0 ${status}`,
    ...copied,
    `To: ${to.includes('tag=') ? to : `${to};tag=${local.tag}`}`,
    `Contact: <sip:phone@127.0.0.1:${local.port}>`,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
  ];
  return [...lines, '', body].join(lineEnd);
}

/** Returns a BYE of the callee (RFC 3261 §15.1.1). */
export const bye = (invite: string, local: LocalParty): string => calleeRequest('BYE', invite, local);

/** Returns a request of the callee within the dialog of the INVITE (RFC 3261 §12.2.1.1), with To and From exchanged. */
export function calleeRequest(
  method: string,
  invite: string,
  local: LocalParty,
  { cseq = 1, body = '' }: { readonly cseq?: number; readonly body?: string } = {},
): string {
  const target = /<([^>]+)>/.exec(field(invite, 'Contact'))?.[1] ?? '';
  const lines = [
    `${method} ${target} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${local.port};branch=z9hG4bK-${method}-${cseq}-${local.tag}`,
    'Max-Forwards: 70',
    `From: ${field(invite, 'To')};tag=${local.tag}`,
    `To: ${field(invite, 'From')}`,
    `Call-ID: ${field(invite, 'Call-ID')}`,
    `CSeq: ${cseq} ${method}`,
    `Contact: <sip:phone@127.0.0.1:${local.port}>`,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
  ];
  return [...lines, '', body].join(lineEnd);
}

/** Returns a session description that receives audio at this local port. */
export const descriptionAt = (port: number): string =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0']
    .concat([`m=audio ${port} RTP/AVP 0`, 'a=rtpmap:0 PCMU/8000', ''])
    .join(lineEnd);

/** A session description that receives audio at the discard port (RFC 863). */
export const description = descriptionAt(9);
