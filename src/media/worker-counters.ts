/** Counters of a worker over all of its calls since its start. */
export interface WorkerCounters {
  packetsSent: number;
  packetsReceived: number;
  packetsFromUnknownSource: number;
  packetsInvalid: number;
  socketErrors: number;
  framesSkipped: number;
  eventsLost: number;
}

export function emptyCounters(): WorkerCounters {
  return {
    packetsSent: 0,
    packetsReceived: 0,
    packetsFromUnknownSource: 0,
    packetsInvalid: 0,
    socketErrors: 0,
    framesSkipped: 0,
    eventsLost: 0,
  };
}

/** The load report that a worker sends once per second. */
export interface WorkerLoad extends WorkerCounters {
  readonly utilisation: number;
  readonly latenessP99Ms: number;
  readonly timerJitterMs: number;
  readonly overloaded: boolean;
}

export function emptyLoad(): WorkerLoad {
  return { ...emptyCounters(), utilisation: 0, latenessP99Ms: 0, timerJitterMs: 0, overloaded: false };
}
