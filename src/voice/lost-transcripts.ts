/** Recognition counts as failed after this time without a transcript, if at least two turns timed out. */
const recognitionFailureAfterMs = 10_000;

/** Counts the turns in a row whose final transcript did not arrive in time. */
export class LostTranscripts {
  /** Start of the first turn of the row; undefined if the last transcript arrived in time. */
  #sinceMs: number | undefined;

  transcriptReceived(): void {
    this.#sinceMs = undefined;
  }

  /** Adds a turn that started at `turnStartMs`. Returns whether recognition has failed. Times are on the leg's media clock. */
  add(turnStartMs: number, nowMs: number): boolean {
    const isFirst = this.#sinceMs === undefined;
    this.#sinceMs ??= turnStartMs;
    return !isFirst && nowMs - this.#sinceMs >= recognitionFailureAfterMs;
  }
}
