import { sequenceDistance, timestampDistance } from './sequence-number.ts';

/** RFC 3550 Appendix A.1: how far ahead a sequence number may jump and still be the same stream. */
const maxDropout = 3000;
/** And how far behind it may come. */
const maxMisorder = 100;
const largestLoss = 0x7f_ffff;
const smallestLoss = -0x80_0000;

/** The figures of one reception report block, RFC 3550 §6.4.1, that come from counting. */
export interface ReceptionFigures {
  /** Share lost since the last report, in 256ths. */
  readonly fractionLost: number;
  /** Signed, 24 bits: duplicates count against the lost. */
  readonly cumulativeLost: number;
  /** Cycles in the upper, sequence number in the lower 16 bits. */
  readonly highestSequenceNumber: number;
  /** Timestamp units. */
  readonly jitterTicks: number;
}

/**
 * RFC 3550 Appendix A.1 (sequence numbers), A.3 (loss) and A.8 (jitter) for one source. A source is taken from its first
 * packet on: on the phone network the signalled address vouches for it.
 */
export class ReceptionStatistics {
  #started = false;
  #baseSequence = 0;
  #highest = 0;
  #cycles = 0;
  #received = 0;
  #expectedPrior = 0;
  #receivedPrior = 0;
  #suspect = -1;
  #transitTicks = 0;
  #jitter = 0;

  get started(): boolean {
    return this.#started;
  }

  get jitterTicks(): number {
    return this.#jitter;
  }

  get received(): number {
    return this.#received;
  }

  get expected(): number {
    return this.#started ? this.#cycles + this.#highest - this.#baseSequence + 1 : 0;
  }

  /**
   * Counts a packet that arrived at `arrivalTicks` (the receiver's clock in timestamp units). False where the sequence
   * number jumped so far that the packet is held suspect; a second one that follows it restarts the count.
   */
  receive(sequenceNumber: number, timestamp: number, arrivalTicks: number): boolean {
    if (!this.#started) this.#restart(sequenceNumber);
    else if (!this.#follow(sequenceNumber)) return false;
    this.#received += 1;
    this.#measureJitter(timestamp, arrivalTicks);
    return true;
  }

  /** Forgets the source, as for a new SSRC. */
  reset(): void {
    this.#started = false;
    this.#received = 0;
    this.#jitter = 0;
  }

  /** The figures since the last call; starts the next interval. */
  report(): ReceptionFigures {
    const expectedInterval = this.expected - this.#expectedPrior;
    const lostInterval = expectedInterval - (this.#received - this.#receivedPrior);
    this.#expectedPrior = this.expected;
    this.#receivedPrior = this.#received;
    const share = expectedInterval > 0 && lostInterval > 0 ? (lostInterval * 256) / expectedInterval : 0;
    return {
      fractionLost: Math.min(255, Math.floor(share)),
      cumulativeLost: Math.max(smallestLoss, Math.min(largestLoss, this.expected - this.#received)),
      highestSequenceNumber: (this.#cycles + this.#highest) >>> 0,
      jitterTicks: Math.floor(this.#jitter),
    };
  }

  #restart(sequenceNumber: number): void {
    this.#started = true;
    this.#baseSequence = sequenceNumber;
    this.#highest = sequenceNumber;
    this.#cycles = 0;
    this.#received = 0;
    this.#expectedPrior = 0;
    this.#receivedPrior = 0;
    this.#suspect = -1;
    this.#jitter = 0;
    this.#transitTicks = Number.NaN;
  }

  #follow(sequenceNumber: number): boolean {
    const ahead = sequenceDistance(this.#highest, sequenceNumber);
    if (ahead > maxDropout || ahead < -maxMisorder) return this.#probe(sequenceNumber);
    this.#suspect = -1;
    if (ahead <= 0) return true;
    if (sequenceNumber < this.#highest) this.#cycles += 0x1_0000;
    this.#highest = sequenceNumber;
    return true;
  }

  #probe(sequenceNumber: number): boolean {
    if (sequenceNumber !== this.#suspect) {
      this.#suspect = (sequenceNumber + 1) & 0xffff;
      return false;
    }
    this.#restart(sequenceNumber);
    return true;
  }

  #measureJitter(timestamp: number, arrivalTicks: number): void {
    const transit = timestampDistance(timestamp, Math.trunc(arrivalTicks));
    if (!Number.isNaN(this.#transitTicks)) {
      const difference = Math.abs(timestampDistance(this.#transitTicks, transit));
      this.#jitter += (difference - this.#jitter) / 16;
    }
    this.#transitTicks = transit;
  }
}
