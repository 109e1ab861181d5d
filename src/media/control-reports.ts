import { middle32Bits, toNtpTime, roundTripMs } from '../rtp/ntp-time.ts';
import type { ReceptionStatistics } from '../rtp/reception-statistics.ts';
import { parseRtcp, serializeRtcp, type ReportBlock, type RtcpPacket } from '../rtp/rtcp-packet.ts';

/** RFC 3550 §6.2: the least interval. */
export const reportIntervalMs = 5000;

const unitsPerMs = 65_536 / 1000;

/** What has been sent, for a sender report. */
export interface SentSoFar {
  readonly timestamp: number;
  readonly packets: number;
  readonly octets: number;
}

/** RFC 3550 §6.4: what one participant reports of what it sends and receives, and what it learns from the other's. */
export class ControlReports {
  readonly #ssrc: number;
  readonly #canonicalName: string;
  #lastSenderReport = 0;
  #lastSenderReportAtUnixMs = 0;
  #packetsReported = 0;

  constructor(ssrc: number, canonicalName: string) {
    this.#ssrc = ssrc;
    this.#canonicalName = canonicalName;
  }

  /** A compound: SR where anything was sent since the last, else RR; then SDES. `source` is whom we hear. */
  report(
    nowUnixMs: number,
    sent: SentSoFar,
    source: number | undefined,
    statistics: ReceptionStatistics,
  ): Uint8Array {
    return serializeRtcp(this.#packets(nowUnixMs, sent, source, statistics));
  }

  /** The last compound: a report, and BYE. */
  goodbye(
    nowUnixMs: number,
    sent: SentSoFar,
    source: number | undefined,
    statistics: ReceptionStatistics,
  ): Uint8Array {
    const packets = this.#packets(nowUnixMs, sent, source, statistics);
    return serializeRtcp([...packets, { type: 'bye', ssrcs: [this.#ssrc] }]);
  }

  /** Takes a compound. The round trip in ms, where it tells one. */
  receive(bytes: Uint8Array, nowUnixMs: number): number | undefined {
    let durationMs: number | undefined;
    for (const packet of parseRtcp(bytes) ?? []) {
      if (packet.type === 'sender-report') {
        this.#lastSenderReport = middle32Bits(packet.ntpTime);
        this.#lastSenderReportAtUnixMs = nowUnixMs;
      }
      if (packet.type !== 'sender-report' && packet.type !== 'receiver-report') continue;
      const block = packet.blocks.find(({ ssrc }) => ssrc === this.#ssrc);
      if (block !== undefined)
        durationMs = roundTripMs(nowUnixMs, block.lastSenderReport, block.delaySinceLastSenderReport);
    }
    return durationMs;
  }

  #packets(
    nowUnixMs: number,
    sent: SentSoFar,
    source: number | undefined,
    statistics: ReceptionStatistics,
  ): RtcpPacket[] {
    const blocks = source === undefined ? [] : [this.#block(nowUnixMs, source, statistics)];
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

  #block(nowUnixMs: number, source: number, statistics: ReceptionStatistics): ReportBlock {
    const delayUnits = Math.round((nowUnixMs - this.#lastSenderReportAtUnixMs) * unitsPerMs);
    return {
      ssrc: source,
      ...statistics.report(),
      lastSenderReport: this.#lastSenderReport,
      delaySinceLastSenderReport: this.#lastSenderReport === 0 ? 0 : Math.max(0, delayUnits) >>> 0,
    };
  }
}
