import { isIP } from 'node:net';
import {
  mirrored,
  narrowed,
  readAudioStream,
  staticPayloadTypes,
  type AudioStream,
  type CodecName,
  type Direction,
  type PacketMs,
} from './audio-stream.ts';
import { SdpFault } from './sdp-fault.ts';
import {
  connectionTo,
  parseSessionDescription,
  serializeSessionDescription,
  type Attribute,
  type MediaDescription,
  type Origin,
  type SessionDescription,
} from './session-description.ts';

/** Our end of the stream; does not change while the session lasts. */
export interface LocalAudio {
  /** Where we receive, as the other side must address it; numeric. */
  readonly address: string;
  readonly port: number;
  /** In order of preference; at least one. */
  readonly codecs: readonly CodecName[];
  /** Decimal, unique for our host (RFC 8866 §5.2), for instance a time in milliseconds. */
  readonly sessionId: string;
}

/** A payload type and what packets of it hold. */
export interface ReceivedFormat {
  readonly payloadType: number;
  readonly holds: CodecName | 'telephone-event';
}

/** What both sides agreed on: what the media port needs to know. */
export interface AgreedAudio {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly rtcpPort: number;
  readonly codec: CodecName;
  readonly payloadType: number;
  /** Undefined where digits must go in band. */
  readonly telephoneEventPayloadType: number | undefined;
  /**
   * What else may come, where the other side answered us: the other law where it named both, and telephone-events with the
   * payload type of our offer where its own differs (RFC 3264 §6.1, §5.1).
   */
  readonly alsoReceived?: readonly ReceivedFormat[];
  /** How much audio our packets hold; 20 where omitted. */
  readonly packetMs?: PacketMs;
  /** From our view. */
  readonly direction: Direction;
}

/** First of the dynamic payload types that peers commonly give to telephone-event. */
const telephoneEventPayloadType = 101;

/** Which states may follow each state. `offered`: our offer is out and unanswered. */
const followers = {
  fresh: ['offered', 'agreed'],
  offered: ['fresh', 'agreed'],
  agreed: ['offered', 'agreed'],
} as const;

type NegotiationState = keyof typeof followers;

/**
 * RFC 3264: the offers and answers of one session, for one stream of G.711 audio with telephone-events. Every other stream is
 * turned down with port 0. The version of the origin rises exactly when the description changes (§8).
 * Every method throws `SdpFault` for what the other side wrote, and leaves the last agreement standing.
 */
export class AudioNegotiation {
  readonly #local: LocalAudio;
  #state: NegotiationState = 'fresh';
  #version = 0;
  /** Media blocks last sent, in their order: later offers must keep it (§8). */
  #sent: readonly MediaDescription[] = [];
  #agreed: AgreedAudio | undefined;
  /** Index of the audio stream among the media blocks. */
  #audioIndex = 0;
  #telephoneEvent: number | undefined = telephoneEventPayloadType;
  /** Whether RTCP shares the port of RTP: only where they asked for it (RFC 5761 §5.1.1). */
  #isMuxed = false;

  constructor(local: LocalAudio) {
    this.#local = local;
  }

  get state(): NegotiationState {
    return this.#state;
  }

  /** The last agreement, if there was one. */
  get agreed(): AgreedAudio | undefined {
    return this.#agreed;
  }

  /** Writes an offer (§5, §8). Throws `out_of_order` while one is open. */
  createOffer(direction: Direction = 'sendrecv'): string {
    if (this.#state === 'offered') throw new SdpFault('out_of_order', 'An offer is already open.');
    const codecs = this.#local.codecs.map((name) => ({ name, payloadType: staticPayloadTypes[name] }));
    const audio = this.#describe(codecs, this.#telephoneEvent ?? telephoneEventPayloadType, direction);
    const media = this.#sent.map((block, index) => (index === this.#audioIndex ? audio : block));
    this.#enter('offered');
    return this.#send(media.length === 0 ? [audio] : media);
  }

  /** Takes the answer to our offer (§6.1, §7). Throws `refused` or `no_common_codec`, and the offer is closed. */
  acceptAnswer(text: string): AgreedAudio {
    if (this.#state !== 'offered') throw new SdpFault('out_of_order', 'No offer is open.');
    this.abandonOffer();
    const answer = parseSessionDescription(text);
    const media = answer.media[this.#audioIndex];
    const stream = media && this.#readStream(answer, media);
    if (stream === undefined) throw new SdpFault('refused', 'The other side turned the audio down.');
    const codec = stream.codecs.find(({ name }) => this.#local.codecs.includes(name));
    if (codec === undefined) throw noCommonCodec();
    this.#isMuxed &&= stream.rtcpMux;
    return this.#agree(stream, codec, { alsoReceived: this.#alsoReceived(stream, codec.name) });
  }

  #alsoReceived(stream: AudioStream, chosen: CodecName): ReceivedFormat[] {
    const others = stream.codecs.filter(({ name }) => name !== chosen && this.#local.codecs.includes(name));
    const formats: ReceivedFormat[] = others.map(({ name, payloadType }) => ({ payloadType, holds: name }));
    const offered = this.#telephoneEvent ?? telephoneEventPayloadType;
    const answered = stream.telephoneEventPayloadType;
    if (answered !== undefined && answered !== offered)
      formats.push({ payloadType: offered, holds: 'telephone-event' });
    return formats;
  }

  /** A forked call: another branch answers the offer that one has answered already (RFC 3261 §13.2.2.4). */
  reopenOffer(): void {
    if (this.#state === 'agreed') this.#enter('offered');
  }

  /** Our offer was turned down (a 4xx to a re-INVITE): what was agreed before goes on (RFC 3261 §14.1). */
  abandonOffer(): void {
    if (this.#state === 'offered') this.#enter(this.#agreed === undefined ? 'fresh' : 'agreed');
  }

  /** Answers an offer (§6). `direction` is what we would like; the answer never opens more than was offered. */
  answer(text: string, direction: Direction = 'sendrecv'): { answer: string; agreed: AgreedAudio } {
    if (this.#state === 'offered') throw new SdpFault('out_of_order', 'Our own offer is open.');
    const offer = parseSessionDescription(text);
    const choice = this.#choose(offer);
    if (choice === undefined) throw noCommonCodec();
    const { index, stream, codec } = choice;
    this.#audioIndex = index;
    this.#telephoneEvent = stream.telephoneEventPayloadType;
    this.#isMuxed = stream.rtcpMux;
    const agreed = this.#agree(stream, codec, { wish: direction });
    const audio = this.#describe([codec], stream.telephoneEventPayloadType, agreed.direction);
    const media = offer.media.map((block, at) => (at === index ? audio : turnedDown(block)));
    return { answer: this.#send(media), agreed };
  }

  #choose(offer: SessionDescription) {
    for (const [index, media] of offer.media.entries()) {
      const stream = this.#readStream(offer, media);
      const codec = stream?.codecs.find(({ name }) => this.#local.codecs.includes(name));
      if (stream !== undefined && codec !== undefined) return { index, stream, codec };
    }
    return undefined;
  }

  /** Undefined also where no packet can pass: the address is a name, or of another family than ours, or our packets are too long. */
  #readStream(description: SessionDescription, media: MediaDescription): AudioStream | undefined {
    const stream = readAudioStream(description, media);
    if (stream?.packetMs === undefined) return undefined;
    return isIP(stream.address) === isIP(this.#local.address) ? stream : undefined;
  }

  #agree(
    stream: AudioStream,
    codec: { name: CodecName; payloadType: number },
    {
      wish = 'sendrecv',
      alsoReceived = [],
    }: { readonly wish?: Direction; readonly alsoReceived?: readonly ReceivedFormat[] },
  ): AgreedAudio {
    this.#enter('agreed');
    this.#agreed = {
      remoteAddress: stream.address,
      remotePort: stream.port,
      rtcpPort: this.#isMuxed ? stream.port : stream.rtcpPort,
      codec: codec.name,
      payloadType: codec.payloadType,
      telephoneEventPayloadType: stream.telephoneEventPayloadType,
      ...(alsoReceived.length === 0 ? {} : { alsoReceived }),
      ...(stream.packetMs === 10 ? { packetMs: stream.packetMs } : {}),
      direction: narrowed(mirrored[stream.direction], wish),
    };
    return this.#agreed;
  }

  #describe(
    codecs: readonly { name: CodecName; payloadType: number }[],
    telephoneEvent: number | undefined,
    direction: Direction,
  ): MediaDescription {
    const maps = codecs.map(({ name, payloadType }) => attribute('rtpmap', `${payloadType} ${name}/8000`));
    const events =
      telephoneEvent === undefined
        ? []
        : [
            attribute('rtpmap', `${telephoneEvent} telephone-event/8000`),
            attribute('fmtp', `${telephoneEvent} 0-16`),
          ];
    const muxing = this.#isMuxed ? [attribute('rtcp-mux')] : [];
    return {
      kind: 'audio',
      port: this.#local.port,
      protocol: 'RTP/AVP',
      formats: [...codecs.map(({ payloadType }) => payloadType), telephoneEvent ?? []].flat().map(String),
      connection: undefined,
      attributes: [...maps, ...events, ...muxing, attribute('ptime', '20'), attribute(direction)],
    };
  }

  #send(media: readonly MediaDescription[]): string {
    if (JSON.stringify(media) !== JSON.stringify(this.#sent)) this.#version += 1;
    this.#sent = media;
    const connection = connectionTo(this.#local.address);
    const origin: Origin = {
      username: 'parley',
      sessionId: this.#local.sessionId,
      sessionVersion: String(this.#version),
      connection,
    };
    return serializeSessionDescription({ origin, name: '-', connection, attributes: [], media });
  }

  #enter(next: NegotiationState): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`a negotiation that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}

const attribute = (name: string, value?: string): Attribute => ({ name, value });

/** RFC 3264 §6: the stream stays in its place, with port 0 and the formats it was offered with. */
function turnedDown(media: MediaDescription): MediaDescription {
  return { ...media, port: 0, connection: undefined, attributes: [] };
}

function noCommonCodec(): SdpFault {
  return new SdpFault(
    'no_common_codec',
    'There is no audio stream in G.711 over plain RTP with packets of 10 ms or more.',
  );
}
