/** Recognition counts as failed after this time without a transcript, if at least two turns timed out. */
const recognitionFailureAfterMs = 10_000;

/** Counts the turns in a row whose final transcript did not arrive in time. */
export class LostTranscripts {
  /** Start of the first of these turns; undefined if the last transcript arrived in time. */
  #sinceMs: number | undefined;

  transcriptReceived(): void {
    this.#sinceMs = undefined;
  }

  /** Adds a turn that started at `turnStartMs`. Returns the error to report if recognition has failed. Times are on the leg's media clock. */
  add(turnStartMs: number, nowMs: number): Error | undefined {
    const isFirst = this.#sinceMs === undefined;
    this.#sinceMs ??= turnStartMs;
    if (isFirst || nowMs - this.#sinceMs < recognitionFailureAfterMs) return undefined;
    return new Error('The recogniser did not return the transcripts of several turns in time.');
  }
}
