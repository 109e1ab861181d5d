/** What a worker counts over all of its calls, since its start. */
export interface WorkerCounters {
  packetsSent: number;
  packetsReceived: number;
  packetsFromStrangers: number;
  packetsInvalid: number;
  socketErrors: number;
  framesSkipped: number;
  eventsLost: number;
}

export function emptyCounters(): WorkerCounters {
  return {
    packetsSent: 0,
    packetsReceived: 0,
    packetsFromStrangers: 0,
    packetsInvalid: 0,
    socketErrors: 0,
    framesSkipped: 0,
    eventsLost: 0,
  };
}

/** What a worker tells of itself once a second. */
export interface WorkerLoad extends WorkerCounters {
  readonly busy: number;
  readonly latenessP99Ms: number;
  readonly noiseFloorMs: number;
  readonly overloaded: boolean;
}

export function emptyLoad(): WorkerLoad {
  return { ...emptyCounters(), busy: 0, latenessP99Ms: 0, noiseFloorMs: 0, overloaded: false };
}
