import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/**
 * A telephone behind a trunk: as little of RFC 3261 over UDP as it takes to ring, or to answer and stay silent, and a memory of all
 * that it was told. It is bytes on a socket and shares no code with the program, and it outlives it.
 */
export class Phone {
  readonly #socket: Socket;
  readonly #answers: boolean;
  readonly #requests: string[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(socket: Socket, answers: boolean) {
    this.#socket = socket;
    this.#answers = answers;
    socket.on('message', (bytes, from) => this.#onMessage(bytes.toString('latin1'), from));
  }

  /** @param manner whether it only rings, or is answered at once */
  static async open(manner: 'rings' | 'answers'): Promise<Phone> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Phone(socket, manner === 'answers');
  }

  get trunkUrl(): string {
    return `sip:127.0.0.1:${this.#port};transport=udp`;
  }

  /** How many different calls have reached it. */
  get calls(): number {
    const invites = this.#requests.filter((request) => request.startsWith('INVITE '));
    return new Set(invites.map((request) => linesOf(request, 'Call-ID')[0])).size;
  }

  /** How many requests of this method have come, a repeated one each time. */
  count(method: string): number {
    return this.#requests.filter((request) => request.startsWith(`${method} `)).length;
  }

  /** Resolves when so many requests of this method have come, at once if they have; the test's own time limit ends the wait. */
  async told(method: string, times = 1): Promise<void> {
    while (this.count(method) < times) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  close(): void {
    this.#socket.close();
  }

  get #port(): number {
    return this.#socket.address().port;
  }

  #onMessage(text: string, from: RemoteInfo): void {
    if (text.startsWith('SIP/2.0 ')) return;
    this.#requests.push(text);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    for (const reply of this.#repliesTo(text)) this.#socket.send(reply, from.port, from.address);
  }

  #repliesTo(request: string): string[] {
    const [method] = request.split(' ', 1);
    if (method === 'ACK') return [];
    if (method !== 'INVITE') return [this.#reply(request, '200 OK')];
    const ringing = this.#reply(request, '180 Ringing');
    return this.#answers ? [ringing, this.#reply(request, '200 OK', this.#description)] : [ringing];
  }

  #reply(request: string, status: string, body = ''): string {
    const [to] = linesOf(request, 'To');
    const copied = ['Via', 'From', 'Call-ID', 'CSeq'].flatMap((name) => linesOf(request, name));
    const own = [
      to!.includes(';tag=') ? to! : `${to!};tag=phone`,
      `Contact: <sip:phone@127.0.0.1:${this.#port}>`,
      'Content-Type: application/sdp',
      `Content-Length: ${body.length}`,
    ];
    return [`SIP/2.0 ${status}`, ...copied, ...own, '', body].join('\r\n');
  }

  /** RTP goes to the discard port of this machine (RFC 863): nobody listens. */
  get #description(): string {
    const lines = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
    return [...lines, 'm=audio 9 RTP/AVP 0', 'a=rtpmap:0 PCMU/8000', ''].join('\r\n');
  }
}

/** The whole lines of a header field, in their order. */
function linesOf(message: string, name: string): string[] {
  return message.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
}
