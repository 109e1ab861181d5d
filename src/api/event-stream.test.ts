import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { EventStreams, type EventStreamWriter } from './event-stream.ts';

function makeStreams() {
  const clock = new ManualClock(0);
  const streams = new EventStreams({ clock, logger: silentLogger });
  /** Opens one whose events the test tells by itself. */
  const open = (id = 'key_1', lastEventId?: string, workspaceId = `ws_${id}`) => {
    const made = Promise.withResolvers<void>();
    let teller: EventStreamWriter | undefined;
    const { stream, headers } = streams.open({ id, workspaceId, lastEventId }, (given) => {
      teller = given;
      return made.promise;
    });
    return { stream, headers, teller: teller!, end: made.resolve, fail: made.reject };
  };
  return { clock, streams, open };
}

describe('a stream of events', () => {
  it('tells each with a number that counts up, and that it has ended', async () => {
    const { open } = makeStreams();
    const { stream, headers, teller, end } = open();
    teller.tell({ type: 'progress', data: { text: 'two\nlines' } });
    teller.tell({ type: 'progress', data: 2 });
    end();
    expect(await text(stream)).toBe(
      'retry: 1000\n\n' +
        'id: 1\nevent: progress\ndata: {"text":"two\\nlines"}\n\n' +
        'id: 2\nevent: progress\ndata: 2\n\n' +
        'id: 3\nevent: end\ndata: {}\n\n',
    );
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(teller.signal.aborted).toBe(true);
  });

  it.each([
    ['41', 42],
    ['-1', 1],
    ['1e3', 1],
    ['9'.repeat(16), 1],
    ['', 1],
  ])('goes on after the event %j with %i', async (lastEventId, id) => {
    const { stream, end } = makeStreams().open('key_1', lastEventId);
    end();
    expect(await text(stream)).toContain(`id: ${id}\nevent: end`);
  });

  it('shows every 15 seconds that it lives', async () => {
    const { clock, open } = makeStreams();
    const { stream, end } = open();
    await clock.advance(45_000);
    end();
    expect((await text(stream)).split(':\n\n')).toHaveLength(4);
    expect(clock.pendingTimers).toBe(0);
  });

  it('breaks off after ten minutes without an end, so that its reader comes back', async () => {
    const { clock, open } = makeStreams();
    const { stream, teller } = open();
    const whole = text(stream);
    await clock.advance(10 * 60_000);
    expect(await whole).not.toContain('event: end');
    expect(teller.signal.aborted).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('breaks off where its events cannot be had', async () => {
    const { stream, fail } = makeStreams().open();
    fail(new Error('The database is away.'));
    expect(await text(stream)).not.toContain('event: end');
  });

  it('cuts off a reader that leaves 64 KiB unread', () => {
    const { clock, open } = makeStreams();
    const { stream, teller } = open();
    for (let told = 0; told < 64; told += 1) teller.tell({ type: 'progress', data: 'x'.repeat(900) });
    expect(stream.destroyed).toBe(false);
    for (let told = 0; told < 8; told += 1) teller.tell({ type: 'progress', data: 'x'.repeat(900) });
    expect(stream.destroyed).toBe(true);
    return expect.poll(() => [teller.signal.aborted, clock.pendingTimers]).toEqual([true, 0]);
  });

  it('leaves nothing behind where the reader goes', async () => {
    const { clock, open } = makeStreams();
    const { stream, teller } = open();
    stream.destroy();
    await clock.advance(0);
    expect([teller.signal.aborted, clock.pendingTimers]).toEqual([true, 0]);
  });

  it('does not wait for a reader that does not take the end', async () => {
    const { clock, open } = makeStreams();
    const { stream, end } = open();
    end();
    await clock.advance(5_000);
    expect(stream.destroyed).toBe(true);
  });
});

describe('the streams of a node', () => {
  it('are 20 for one key, and free again when one closes', async () => {
    const { clock, open } = makeStreams();
    const [first] = Array.from({ length: 20 }, () => open('key_1'));
    expect(() => open('key_1')).toThrow('The maximum number of event streams');
    expect(open('key_2').stream.destroyed).toBe(false);
    first!.stream.destroy();
    await clock.advance(0);
    expect(open('key_1').stream.destroyed).toBe(false);
  });

  it('are 60 for all keys of one workspace', () => {
    const { open } = makeStreams();
    for (let opened = 0; opened < 60; opened += 1) open(`key_${opened}`, undefined, 'ws_one');
    expect(() => open('key_60', undefined, 'ws_one')).toThrow('The maximum number of event streams');
    expect(open('key_61', undefined, 'ws_two').stream.destroyed).toBe(false);
  });

  it('are 500 for all', () => {
    const { open } = makeStreams();
    for (let opened = 0; opened < 500; opened += 1) open(`key_${opened}`);
    expect(() => open('key_500')).toThrow('The maximum number of event streams');
  });

  it('break off when the node closes, and no more are opened', async () => {
    const { streams, open } = makeStreams();
    const { stream } = open();
    streams.close();
    expect(await text(stream)).toBe('retry: 1000\n\n');
    expect(() => open()).toThrow('The maximum number of event streams');
  });
});
