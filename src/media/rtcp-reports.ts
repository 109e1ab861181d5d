import { middle32Bits, toNtpTime, roundTripMs } from '../rtp/ntp-time.ts';
import type { ReceptionStatistics } from '../rtp/reception-statistics.ts';
import { parseRtcp, serializeRtcp, type ReportBlock, type RtcpPacket } from '../rtp/rtcp-packet.ts';

/** The minimum report interval (RFC 3550 §6.2). */
export const reportIntervalMs = 5000;

const unitsPerMs = 65_536 / 1000;

/** The counters of a sender report. */
export interface SenderCounters {
  readonly timestamp: number;
  readonly packets: number;
  readonly octets: number;
}

/** Builds the RTCP reports of one participant, and evaluates the reports of the remote participant (RFC 3550 §6.4). */
export class RtcpReports {
  readonly #ssrc: number;
  readonly #canonicalName: string;
  #lastSenderReport = 0;
  #lastSenderReportAtUnixMs = 0;
  #packetsReported = 0;

  constructor(ssrc: number, canonicalName: string) {
    this.#ssrc = ssrc;
    this.#canonicalName = canonicalName;
  }

  /**
   * Returns a compound packet: an SR if packets were sent since the last report, otherwise an RR; then SDES.
   * `sourceSsrc` is the SSRC that we receive.
   */
  report(
    nowUnixMs: number,
    sent: SenderCounters,
    sourceSsrc: number | undefined,
    statistics: ReceptionStatistics,
  ): Uint8Array {
    return serializeRtcp(this.#packets(nowUnixMs, sent, sourceSsrc, statistics));
  }

  /** Returns the last compound packet: a report and BYE. */
  byeReport(
    nowUnixMs: number,
    sent: SenderCounters,
    sourceSsrc: number | undefined,
    statistics: ReceptionStatistics,
  ): Uint8Array {
    const packets = this.#packets(nowUnixMs, sent, sourceSsrc, statistics);
    return serializeRtcp([...packets, { type: 'bye', ssrcs: [this.#ssrc] }]);
  }

  /** Processes a compound packet. Returns the round-trip time in ms if the packet contains one. */
  receive(bytes: Uint8Array, nowUnixMs: number): number | undefined {
    let latestRoundTripMs: number | undefined;
    for (const packet of parseRtcp(bytes) ?? []) {
      if (packet.type === 'sender-report') {
        this.#lastSenderReport = middle32Bits(packet.ntpTime);
        this.#lastSenderReportAtUnixMs = nowUnixMs;
      }
      if (packet.type !== 'sender-report' && packet.type !== 'receiver-report') continue;
      const block = packet.blocks.find(({ ssrc }) => ssrc === this.#ssrc);
      if (block !== undefined)
        latestRoundTripMs = roundTripMs(nowUnixMs, block.lastSenderReport, block.delaySinceLastSenderReport);
    }
    return latestRoundTripMs;
  }

  #packets(
    nowUnixMs: number,
    sent: SenderCounters,
    sourceSsrc: number | undefined,
    statistics: ReceptionStatistics,
  ): RtcpPacket[] {
    const blocks = sourceSsrc === undefined ? [] : [this.#block(nowUnixMs, sourceSsrc, statistics)];
    const name = {
      type: 'source-description',
      ssrc: this.#ssrc,
      canonicalName: this.#canonicalName,
    } as const;
    const isSender = sent.packets !== this.#packetsReported;
    this.#packetsReported = sent.packets;
    if (!isSender) return [{ type: 'receiver-report', ssrc: this.#ssrc, blocks }, name];
    const report: RtcpPacket = {
      type: 'sender-report',
      ssrc: this.#ssrc,
      ntpTime: toNtpTime(nowUnixMs),
      timestamp: sent.timestamp,
      packetCount: sent.packets >>> 0,
      octetCount: sent.octets >>> 0,
      blocks,
    };
    return [report, name];
  }

  #block(nowUnixMs: number, sourceSsrc: number, statistics: ReceptionStatistics): ReportBlock {
    const delayUnits = Math.round((nowUnixMs - this.#lastSenderReportAtUnixMs) * unitsPerMs);
    return {
      ssrc: sourceSsrc,
      ...statistics.report(),
      lastSenderReport: this.#lastSenderReport,
      delaySinceLastSenderReport: this.#lastSenderReport === 0 ? 0 : Math.max(0, delayUnits) >>> 0,
    };
  }
}
