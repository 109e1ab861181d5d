import { describe, expect, it } from 'vitest';
import { ReceptionStatistics } from './reception-statistics.ts';

/** Feeds sequence numbers as packets of 20 ms that arrive on time. */
function feed(statistics: ReceptionStatistics, sequence: Iterable<number>): void {
  let index = 0;
  for (const number of sequence) {
    statistics.receive(number & 0xffff, index * 160, index * 160);
    index += 1;
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('ReceptionStatistics', () => {
  it('counts across the wrap of the sequence number', () => {
    const statistics = new ReceptionStatistics();
    feed(statistics, range(65_530, 65_546));
    expect(statistics.expected).toBe(16);
    expect(statistics.report()).toMatchObject({
      cumulativeLost: 0,
      fractionLost: 0,
      highestSequenceNumber: 0x1_0009,
    });
  });

  it('reports the loss of each interval and the cumulative loss', () => {
    const statistics = new ReceptionStatistics();
    feed(
      statistics,
      range(0, 100).filter((number) => number % 4 !== 1),
    );
    expect(statistics.report()).toMatchObject({ fractionLost: 64, cumulativeLost: 25 });
    feed(statistics, range(100, 200));
    expect(statistics.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 25 });
  });

  it('counts a duplicate as received, as in RFC 3550 A.3', () => {
    const statistics = new ReceptionStatistics();
    feed(statistics, [1, 2, 3, 3]);
    expect(statistics.report()).toMatchObject({ fractionLost: 0, cumulativeLost: -1 });
  });

  it('ignores one packet after a large sequence jump, and restarts if the next packet continues its sequence', () => {
    const statistics = new ReceptionStatistics();
    feed(statistics, [1, 2, 3]);
    expect(statistics.receive(20_000, 480, 480)).toBe(false);
    expect(statistics.receive(20_001, 640, 640)).toBe(true);
    expect(statistics.expected).toBe(1);
  });

  it('measures no jitter for regular packets, and adds 1/16 of a deviation', () => {
    const statistics = new ReceptionStatistics();
    statistics.receive(0, 0, 1000);
    statistics.receive(1, 160, 1160);
    expect(statistics.jitterTicks).toBe(0);
    statistics.receive(2, 320, 1320 + 160);
    expect(statistics.jitterTicks).toBe(10);
  });

  it('handles the wrap of the timestamp', () => {
    const statistics = new ReceptionStatistics();
    statistics.receive(0, 0xffff_ffff - 79, 0);
    statistics.receive(1, 80, 160);
    expect(statistics.jitterTicks).toBe(0);
  });
});
