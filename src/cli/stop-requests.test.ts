import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { StopRequests } from './stop-requests.ts';

class FakeProcess extends EventEmitter {
  ppid = 100;
  env: NodeJS.ProcessEnv = {};
  connected?: boolean;
}

function listen(change: (self: FakeProcess) => void = () => {}) {
  const self = new FakeProcess();
  change(self);
  const clock = new ManualClock();
  const countsDuringStart: number[] = [];
  const counts: number[] = [];
  const stops = new StopRequests({ self, clock }, (count) => countsDuringStart.push(count));
  return { self, clock, stops, countsDuringStart, counts, attach: () => stops.attach((n) => counts.push(n)) };
}

const underNpm = (self: FakeProcess) => (self.env = { npm_lifecycle_event: 'start' });

describe('StopRequests', () => {
  it('passes a request during the start to the start handler at once, and to the attached handler after the start', () => {
    const { self, countsDuringStart, counts, attach } = listen();
    self.emit('SIGTERM');
    expect(countsDuringStart).toEqual([1]);
    attach();
    expect(counts).toEqual([1]);
  });

  it('counts the exit of npm, which forwards no signal when it is killed', async () => {
    const { self, clock, counts, attach } = listen(underNpm);
    attach();
    await clock.advance(5_000);
    expect(counts).toEqual([]);
    self.ppid = 1;
    await clock.advance(5_000);
    expect(counts).toEqual([1]);
  });

  it('counts one request if npm exits after npm has forwarded the signal', async () => {
    const { self, clock, counts, attach } = listen(underNpm);
    attach();
    self.emit('SIGTERM');
    self.ppid = 1;
    await clock.advance(5_000);
    expect(counts).toEqual([1]);
  });

  it('counts the exit of the older Node that started this process', () => {
    const { self, stops, counts, attach } = listen((self) => (self.connected = true));
    attach();
    self.emit('disconnect');
    expect(counts).toEqual([1]);
    stops.close();
    expect(self.listenerCount('disconnect')).toBe(0);
  });

  it('ignores the exit of another parent, such as a shell with nohup', async () => {
    const { self, clock, counts, attach } = listen();
    attach();
    self.ppid = 1;
    await clock.advance(5_000);
    expect(counts).toEqual([]);
  });
});
