import { isIP } from 'node:net';
import {
  answerFault,
  reversedDirection,
  intersectDirections,
  isReachable,
  offerFault,
  readAudioStream,
  staticPayloadTypes,
  type AudioStream,
  type CodecName,
  type Direction,
  type PacketMs,
} from './audio-stream.ts';
import { SdpError } from './sdp-error.ts';
import {
  connectionTo,
  parseSessionDescription,
  serializeSessionDescription,
  type Attribute,
  type MediaDescription,
  type Origin,
  type SessionDescription,
} from './session-description.ts';

/** The local end of the stream; constant for the whole session. */
export interface LocalAudio {
  /** The numeric address at which we receive media, as the remote side reaches it. */
  readonly address: string;
  readonly port: number;
  /**
   * At least one, in the order of our offers. An answer uses the first codec of the remote offer that is listed here.
   */
  readonly codecs: readonly CodecName[];
  /** Decimal, unique for our host (RFC 8866 §5.2), for instance a time in milliseconds. */
  readonly sessionId: string;
}

/** A payload type and the format of its packets. */
export interface ReceivedFormat {
  readonly payloadType: number;
  readonly encoding: CodecName | 'telephone-event';
}

/** The negotiated parameters of the media stream. */
export interface AgreedAudio {
  /** Numeric, or a host name. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly rtcpPort: number;
  readonly codec: CodecName;
  readonly payloadType: number;
  /** `undefined` if DTMF must be sent in band. */
  readonly telephoneEventPayloadType: number | undefined;
  /**
   * Other formats that can be received after our offer was answered: the second codec if the answer contains both, and
   * the telephone-event payload type of our offer if the answer has another one (RFC 3264 §6.1, §5.1).
   */
  readonly additionalFormats?: readonly ReceivedFormat[];
  /** Duration of the audio in our packets; default 20. */
  readonly packetMs?: PacketMs;
  /** From the local side's view. */
  readonly direction: Direction;
}

/** The dynamic payload type that peers commonly use for telephone-event. */
const telephoneEventPayloadType = 101;

/** The valid state transitions. `offered`: our offer has no answer yet. */
const transitions = {
  idle: ['offered', 'agreed'],
  offered: ['idle', 'agreed'],
  agreed: ['offered', 'agreed'],
} as const;

type NegotiationState = keyof typeof transitions;

/**
 * The offers and answers of one session (RFC 3264), for one stream of G.711 audio with telephone-event. Every other
 * stream is rejected with port 0. The session version increments exactly when the description changes (§8). Every
 * method throws `SdpError` for invalid remote descriptions, and keeps the last agreed session.
 */
export class AudioNegotiation {
  readonly #local: LocalAudio;
  #state: NegotiationState = 'idle';
  #version = 0;
  /** The media blocks of our last description. Later offers must keep the order of the blocks (§8). */
  #sent: readonly MediaDescription[] = [];
  #agreed: AgreedAudio | undefined;
  /** Index of the audio stream among the media blocks. */
  #audioIndex = 0;
  #telephoneEventType: number | undefined = telephoneEventPayloadType;
  /** Whether RTCP shares the port of RTP: only if the remote side requested it (RFC 5761 §5.1.1). */
  #isMuxed = false;

  constructor(local: LocalAudio) {
    this.#local = local;
  }

  get state(): NegotiationState {
    return this.#state;
  }

  /** Returns the last agreed session, if any. */
  get agreed(): AgreedAudio | undefined {
    return this.#agreed;
  }

  /** Creates an offer (§5, §8). Throws `out_of_order` while another is open. */
  createOffer(direction: Direction = 'sendrecv'): string {
    if (this.#state === 'offered') throw new SdpError('out_of_order', 'An offer is already open.');
    const codecs = this.#local.codecs.map((name) => ({ name, payloadType: staticPayloadTypes[name] }));
    const audio = this.#describe(codecs, this.#telephoneEventType ?? telephoneEventPayloadType, direction);
    const media = this.#sent.map((block, index) => (index === this.#audioIndex ? audio : block));
    this.#enter('offered');
    return this.#send(media.length === 0 ? [audio] : media);
  }

  /** Processes the answer to our offer (§6.1, §7). Closes the offer, also if the answer is unusable (`SdpError`). */
  acceptAnswer(text: string): AgreedAudio {
    if (this.#state !== 'offered') throw new SdpError('out_of_order', 'No offer is open.');
    this.abandonOffer();
    const answer = parseSessionDescription(text);
    const media = answer.media[this.#audioIndex];
    if (media?.port === 0) throw new SdpError('rejected', 'The answer rejects the audio stream.');
    const stream = media && this.#readStream(answer, media);
    const codec = stream?.codecs.find(({ name }) => this.#local.codecs.includes(name));
    if (stream === undefined || codec === undefined)
      throw answerFault(answer, media, isIP(this.#local.address));
    this.#isMuxed &&= stream.rtcpMux;
    return this.#agree(stream, codec, { additionalFormats: this.#additionalFormats(stream, codec.name) });
  }

  #additionalFormats(stream: AudioStream, agreedCodec: CodecName): ReceivedFormat[] {
    const otherCodecs = stream.codecs.filter(
      ({ name }) => name !== agreedCodec && this.#local.codecs.includes(name),
    );
    const formats: ReceivedFormat[] = otherCodecs.map(({ name, payloadType }) => ({
      payloadType,
      encoding: name,
    }));
    const offered = this.#telephoneEventType ?? telephoneEventPayloadType;
    const answered = stream.telephoneEventPayloadType;
    if (answered !== undefined && answered !== offered)
      formats.push({ payloadType: offered, encoding: 'telephone-event' });
    return formats;
  }

  /** Reopens the offer for another branch of a forked call (RFC 3261 §13.2.2.4). */
  reopenOffer(): void {
    if (this.#state === 'agreed') this.#enter('offered');
  }

  /**
   * Closes our offer after a rejection (a 4xx to a re-INVITE). The session agreed before continues (RFC 3261 §14.1).
   */
  abandonOffer(): void {
    if (this.#state === 'offered') this.#enter(this.#agreed === undefined ? 'idle' : 'agreed');
  }

  /** Answers an offer (§6). `direction` is the preferred direction; the answer never permits more than the offer. */
  answer(text: string, direction: Direction = 'sendrecv'): { answer: string; agreed: AgreedAudio } {
    if (this.#state === 'offered') throw new SdpError('out_of_order', 'Our own offer is open.');
    const offer = parseSessionDescription(text);
    const choice = this.#chooseStream(offer);
    if (choice === undefined) throw offerFault(offer, isIP(this.#local.address));
    const { index, stream, codec } = choice;
    this.#audioIndex = index;
    this.#telephoneEventType = stream.telephoneEventPayloadType;
    this.#isMuxed = stream.rtcpMux;
    const agreed = this.#agree(stream, codec, { preferredDirection: direction });
    const audio = this.#describe([codec], stream.telephoneEventPayloadType, agreed.direction);
    const media = offer.media.map((block, at) => (at === index ? audio : rejectedMedia(block)));
    return { answer: this.#send(media), agreed };
  }

  #chooseStream(offer: SessionDescription) {
    for (const [index, media] of offer.media.entries()) {
      const stream = this.#readStream(offer, media);
      const codec = stream?.codecs.find(({ name }) => this.#local.codecs.includes(name));
      if (stream !== undefined && codec !== undefined) return { index, stream, codec };
    }
    return undefined;
  }

  /**
   * Returns the stream if it can be used. `undefined` also if its address is multicast or of the other family, or if the
   * remote side accepts only packets below 10 ms.
   */
  #readStream(description: SessionDescription, media: MediaDescription): AudioStream | undefined {
    const stream = readAudioStream(description, media);
    if (stream?.packetMs === undefined) return undefined;
    return isReachable(stream, isIP(this.#local.address)) ? stream : undefined;
  }

  #agree(
    stream: AudioStream,
    codec: { name: CodecName; payloadType: number },
    {
      preferredDirection = 'sendrecv',
      additionalFormats = [],
    }: { readonly preferredDirection?: Direction; readonly additionalFormats?: readonly ReceivedFormat[] },
  ): AgreedAudio {
    this.#enter('agreed');
    this.#agreed = {
      remoteAddress: stream.address,
      remotePort: stream.port,
      rtcpPort: this.#isMuxed ? stream.port : stream.rtcpPort,
      codec: codec.name,
      payloadType: codec.payloadType,
      telephoneEventPayloadType: stream.telephoneEventPayloadType,
      ...(additionalFormats.length === 0 ? {} : { additionalFormats }),
      ...(stream.packetMs === 10 ? { packetMs: stream.packetMs } : {}),
      direction: intersectDirections(reversedDirection[stream.direction], preferredDirection),
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
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`a negotiation that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}

const attribute = (name: string, value?: string): Attribute => ({ name, value });

/** RFC 3264 §6: the stream keeps its place, with port 0 and its offered formats. */
function rejectedMedia(media: MediaDescription): MediaDescription {
  return { ...media, port: 0, connection: undefined, attributes: [] };
}
