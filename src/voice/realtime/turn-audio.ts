/** Models receive 8 kHz audio. */
const samplesPerMs = 8;
/** How much of the latest audio is kept for the start of a turn, since speech is detected late. */
const preRollMs = 700;
/** How much audio before the detected start of speech belongs to the turn. */
const leadMs = 200;
/** Limit of the audio of one turn that is kept for another session. */
const maxKeptMs = 60_000;

export interface AudioChunk {
  readonly samples: Int16Array;
  /** Media clock of the first sample. */
  readonly atMs: number;
}

/** A turn of the caller, with its audio until it is transcribed. */
export interface RealtimeTurn {
  readonly startMs: number;
  endMs: number;
  readonly chunks: AudioChunk[];
  /** Id in the current session; undefined while the turn is in progress. */
  sessionTurnId: string | undefined;
}

const endOf = ({ samples, atMs }: AudioChunk): number => atMs + samples.length / samplesPerMs;

/** Selects the caller's audio that belongs to a turn: it starts shortly before the speech that the voice activity detector reports. */
export class TurnAudio {
  #recent: AudioChunk[] = [];
  #turn: RealtimeTurn | undefined;

  /** The turn in progress. */
  get turn(): RealtimeTurn | undefined {
    return this.#turn;
  }

  /** Adds 8 kHz audio. Returns the chunk if it belongs to the turn in progress. */
  push(samples: Int16Array, atMs: number): AudioChunk | undefined {
    const chunk = { samples: samples.slice(), atMs };
    this.#recent = this.#recent.filter((kept) => endOf(kept) > atMs - preRollMs);
    this.#recent.push(chunk);
    if (this.#turn === undefined) return undefined;
    this.#add(this.#turn, chunk);
    return chunk;
  }

  /** Starts a turn and returns the audio that it has so far. Returns nothing if a turn is in progress. */
  start(atMs: number): readonly AudioChunk[] {
    if (this.#turn !== undefined) return [];
    const turn: RealtimeTurn = { startMs: atMs, endMs: atMs, chunks: [], sessionTurnId: undefined };
    for (const chunk of this.#recent) if (endOf(chunk) > atMs - leadMs) this.#add(turn, chunk);
    this.#turn = turn;
    return turn.chunks;
  }

  /** Ends the turn in progress and returns it. */
  end(): RealtimeTurn | undefined {
    const turn = this.#turn;
    this.#turn = undefined;
    if (turn !== undefined) this.#recent = [];
    return turn;
  }

  #add(turn: RealtimeTurn, chunk: AudioChunk): void {
    turn.endMs = Math.max(turn.endMs, endOf(chunk));
    if (turn.endMs - turn.startMs <= maxKeptMs) turn.chunks.push(chunk);
  }
}
