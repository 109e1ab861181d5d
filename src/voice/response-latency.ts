import type { CallerTurn } from './speech-input-event.ts';

/** When each stage of a response was reached, on the leg's media clock. */
interface ResponseTimestamps {
  /** Delay of the caller's audio in the jitter buffer, in ms. */
  readonly bufferedMs: number;
  /** The caller stopped speaking. */
  readonly speechEndedMs: number;
  /** End-of-turn detection ended the turn. */
  readonly turnDecidedMs: number;
  /** The first words of the response were known. */
  readonly firstWordsMs: number;
  /** The first audio of the response was synthesised. */
  readonly firstAudioMs: number;
  /** The first packet of the response was sent. */
  readonly firstPacketMs: number;
}

/** The silence that the caller heard before a response, by stage. The total is the sum of the stages. */
export interface ResponseLatency {
  readonly totalMs: number;
  readonly bufferMs: number;
  readonly endpointingMs: number;
  readonly thinkingMs: number;
  readonly speechMs: number;
  readonly playoutMs: number;
}

/** Returns the latency by stage. A stage that was reached before its predecessor (a prepared prompt) has length 0. */
function responseLatency(times: ResponseTimestamps): ResponseLatency {
  const silenceMs = Math.max(0, times.firstPacketMs - times.speechEndedMs);
  const stageTimes = [times.turnDecidedMs, times.firstWordsMs, times.firstAudioMs];
  let previousMs = 0;
  const [endpointingMs, thinkingMs, speechMs] = stageTimes.map((stageTime) => {
    const reachedMs = Math.min(silenceMs, Math.max(previousMs, stageTime - times.speechEndedMs));
    const stageMs = reachedMs - previousMs;
    previousMs = reachedMs;
    return stageMs;
  }) as [number, number, number];
  const { bufferedMs: bufferMs } = times;
  const totalMs = bufferMs + silenceMs;
  return { totalMs, bufferMs, endpointingMs, thinkingMs, speechMs, playoutMs: silenceMs - previousMs };
}

/** Measures the latency of each response to an answer of the caller. */
export class ResponseTimer {
  /** The caller's last answer, until playout of the response starts. */
  #turn: CallerTurn | undefined;
  /** When the first words of the response were known. */
  #firstWordsMs: number | undefined;

  callerAnswered(turn: CallerTurn): void {
    this.#turn = turn;
    this.#firstWordsMs = undefined;
  }

  /** Records when words of the response were known. Only the first call for a response counts. */
  firstWordsKnown(atMs: number): void {
    this.#firstWordsMs ??= atMs;
  }

  /** Returns how long the caller has waited for the response; 0 if no answer awaits one. */
  waitedMs(nowMs: number): number {
    return this.#turn === undefined ? 0 : nowMs - this.#turn.decidedAtMs;
  }

  /** Does not measure the next response, since the silence before it is intended. */
  cancel(): void {
    this.#turn = undefined;
  }

  /** Returns the latency of the response whose playout starts; undefined if it does not respond to an answer. */
  responseStarted(
    times: Pick<ResponseTimestamps, 'bufferedMs' | 'firstAudioMs' | 'firstPacketMs'>,
  ): ResponseLatency | undefined {
    const turn = this.#turn;
    this.#turn = undefined;
    if (turn === undefined) return undefined;
    const { endMs: speechEndedMs, decidedAtMs: turnDecidedMs } = turn;
    const firstWordsMs = this.#firstWordsMs ?? times.firstAudioMs;
    return responseLatency({ ...times, speechEndedMs, turnDecidedMs, firstWordsMs });
  }
}
