import { sequenceDistance, timestampDistance } from './sequence-number.ts';

/** RFC 3550 Appendix A.1: maximum forward jump of a sequence number within one stream. */
const maxDropout = 3000;
/** Maximum distance of a sequence number behind the highest one within one stream. */
const maxMisorder = 100;
const maxCumulativeLost = 0x7f_ffff;
const minCumulativeLost = -0x80_0000;

/** The fields of a reception report block (RFC 3550 §6.4.1) that are computed from received packets. */
export interface ReceptionReport {
  /** Share of packets lost since the last report, in 256ths. */
  readonly fractionLost: number;
  /** Signed, 24 bits: duplicates reduce it. */
  readonly cumulativeLost: number;
  /** Cycles in the upper 16 bits, sequence number in the lower 16 bits. */
  readonly highestSequenceNumber: number;
  /** Timestamp units. */
  readonly jitterTicks: number;
}

/**
 * Reception statistics of one source: RFC 3550 Appendix A.1 (sequence numbers), A.3 (loss) and A.8 (jitter). A source
 * is valid from its first packet, because the caller drops packets of sources that are not accepted.
 */
export class ReceptionStatistics {
  #started = false;
  #baseSequence = 0;
  #highest = 0;
  #cycles = 0;
  #received = 0;
  #expectedPrior = 0;
  #receivedPrior = 0;
  #probationSequence = -1;
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
   * Counts a packet that arrived at `arrivalTicks` (the receiver's clock in timestamp units). Returns false for a
   * packet after a large sequence jump, which is on probation. If the next packet continues its sequence, the
   * statistics restart.
   */
  receive(sequenceNumber: number, timestamp: number, arrivalTicks: number): boolean {
    if (!this.#started) this.#restart(sequenceNumber);
    else if (!this.#acceptSequence(sequenceNumber)) return false;
    this.#received += 1;
    this.#measureJitter(timestamp, arrivalTicks);
    return true;
  }

  /** Discards all state, for a new SSRC. */
  reset(): void {
    this.#started = false;
    this.#received = 0;
    this.#jitter = 0;
  }

  /** Returns the report, whose `fractionLost` is that of the interval since the last call. Starts the next interval. */
  report(): ReceptionReport {
    const expectedInterval = this.expected - this.#expectedPrior;
    const lostInterval = expectedInterval - (this.#received - this.#receivedPrior);
    this.#expectedPrior = this.expected;
    this.#receivedPrior = this.#received;
    const share = expectedInterval > 0 && lostInterval > 0 ? (lostInterval * 256) / expectedInterval : 0;
    return {
      fractionLost: Math.min(255, Math.floor(share)),
      cumulativeLost: Math.max(
        minCumulativeLost,
        Math.min(maxCumulativeLost, this.expected - this.#received),
      ),
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
    this.#probationSequence = -1;
    this.#jitter = 0;
    this.#transitTicks = Number.NaN;
  }

  #acceptSequence(sequenceNumber: number): boolean {
    const ahead = sequenceDistance(this.#highest, sequenceNumber);
    if (ahead > maxDropout || ahead < -maxMisorder) return this.#probe(sequenceNumber);
    this.#probationSequence = -1;
    if (ahead <= 0) return true;
    if (sequenceNumber < this.#highest) this.#cycles += 0x1_0000;
    this.#highest = sequenceNumber;
    return true;
  }

  #probe(sequenceNumber: number): boolean {
    if (sequenceNumber !== this.#probationSequence) {
      this.#probationSequence = (sequenceNumber + 1) & 0xffff;
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
