/** When each stage of an answer was reached, on the leg's media clock. */
export interface AnswerTimes {
  /** How long the caller's sound waited in the jitter buffer before it was heard, in ms. */
  readonly bufferedMs: number;
  /** The caller was heard to fall silent. */
  readonly speechEndedMs: number;
  /** The turn was taken to be over, and its text was known. */
  readonly turnDecidedMs: number;
  /** The first words of the answer were known. */
  readonly firstWordsMs: number;
  /** The first sound of the answer was made. */
  readonly firstAudioMs: number;
  /** The first packet of it left. */
  readonly firstPacketMs: number;
}

/** The silence that the caller heard before an answer, by stage; the stages add up to the total. */
export interface AnswerLatency {
  readonly totalMs: number;
  readonly bufferMs: number;
  readonly endpointingMs: number;
  readonly thinkingMs: number;
  readonly speechMs: number;
  readonly playoutMs: number;
}

/** A stage that was reached before the one it follows (a prepared prompt) took no time. */
export function answerLatency(times: AnswerTimes): AnswerLatency {
  const heardMs = Math.max(0, times.firstPacketMs - times.speechEndedMs);
  const marks = [times.turnDecidedMs, times.firstWordsMs, times.firstAudioMs];
  let last = 0;
  const [endpointingMs, thinkingMs, speechMs] = marks.map((mark) => {
    const reached = Math.min(heardMs, Math.max(last, mark - times.speechEndedMs));
    const stageMs = reached - last;
    last = reached;
    return stageMs;
  }) as [number, number, number];
  const { bufferedMs: bufferMs } = times;
  const totalMs = bufferMs + heardMs;
  return { totalMs, bufferMs, endpointingMs, thinkingMs, speechMs, playoutMs: heardMs - last };
}
