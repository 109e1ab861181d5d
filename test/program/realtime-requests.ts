import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';

const bytesPerMs = 8;

/** A request to the simulated Realtime API, as far as tests check it. */
export interface RealtimeRequest {
  readonly type: string;
  /** Base64 of µ-law. */
  readonly audio?: string;
  readonly audio_end_ms?: number;
}

/** Returns the requests of all sessions, in order, or those of the type. */
export const requestsTo = ({ connections }: ProtocolServer, type?: string): RealtimeRequest[] =>
  connections
    .flatMap(({ texts }) => texts.map((text) => JSON.parse(text) as RealtimeRequest))
    .filter((request) => type === undefined || request.type === type);

/** Returns the length of the caller's audio of each turn, in ms. The last one is that of the turn in progress. */
export function turnsMsOf(server: ProtocolServer): number[] {
  const turns = [0];
  for (const { type, audio = '' } of requestsTo(server)) {
    if (type === 'input_audio_buffer.commit') turns.push(0);
    turns.push(turns.pop()! + Buffer.from(audio, 'base64').length / bytesPerMs);
  }
  return turns;
}
