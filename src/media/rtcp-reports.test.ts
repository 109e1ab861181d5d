import { describe, expect, it } from 'vitest';
import { ReceptionStatistics } from '../rtp/reception-statistics.ts';
import { parseRtcp } from '../rtp/rtcp-packet.ts';
import { RtcpReports } from './rtcp-reports.ts';

const sent = { timestamp: 8000, packets: 50, octets: 8000 };
const nowUnixMs = Date.UTC(2026, 0, 5);

function statisticsOf(count: number): ReceptionStatistics {
  const statistics = new ReceptionStatistics();
  for (let index = 0; index < count; index++) statistics.receive(index, index * 160, index * 160);
  return statistics;
}

describe('RtcpReports', () => {
  it('creates an SR with a report block and a CNAME, then an RR if nothing more was sent', () => {
    const reports = new RtcpReports(7, 'name');
    const first = parseRtcp(reports.report(nowUnixMs, sent, 9, statisticsOf(10)))!;
    expect(first).toMatchObject([
      { type: 'sender-report', ssrc: 7, packetCount: 50, blocks: [{ ssrc: 9, highestSequenceNumber: 9 }] },
      { type: 'source-description', ssrc: 7, canonicalName: 'name' },
    ]);
    const second = parseRtcp(reports.report(nowUnixMs + 5000, sent, undefined, statisticsOf(0)))!;
    expect(second[0]).toEqual({ type: 'receiver-report', ssrc: 7, blocks: [] });
  });

  it('measures the round trip to another participant', () => {
    const local = new RtcpReports(7, 'local');
    const remote = new RtcpReports(9, 'remote');
    remote.receive(local.report(nowUnixMs, sent, 9, statisticsOf(1)), nowUnixMs + 40);
    const response = remote.report(nowUnixMs + 1040, sent, 7, statisticsOf(1));
    expect(local.receive(response, nowUnixMs + 1080)).toBeCloseTo(80, 0);
  });

  it('ignores invalid packets and reports about other sources', () => {
    const reports = new RtcpReports(7, 'name');
    expect(reports.receive(new Uint8Array(20), nowUnixMs)).toBeUndefined();
    const others = new RtcpReports(8, 'x').report(nowUnixMs, sent, 1234, statisticsOf(1));
    expect(reports.receive(others, nowUnixMs)).toBeUndefined();
  });

  it('creates a BYE after a report', () => {
    const bytes = new RtcpReports(7, 'name').byeReport(nowUnixMs, sent, undefined, statisticsOf(0));
    expect(parseRtcp(bytes)!.map(({ type }) => type)).toEqual(['sender-report', 'source-description', 'bye']);
  });
});
