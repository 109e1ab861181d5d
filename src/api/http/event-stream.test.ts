import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { EventStreams, type EventStreamWriter } from './event-stream.ts';

function makeStreams() {
  const clock = new ManualClock(0);
  const streams = new EventStreams({ clock, logger: silentLogger });
  /** Opens a stream and returns its writer. */
  const open = (id = 'key_1', lastEventId?: string, workspaceId = `ws_${id}`) => {
    const source = Promise.withResolvers<void>();
    let writer: EventStreamWriter | undefined;
    const { stream, headers } = streams.open({ id, workspaceId, lastEventId }, (opened) => {
      writer = opened;
      return source.promise;
    });
    return { stream, headers, writer: writer!, end: source.resolve, fail: source.reject };
  };
  return { clock, streams, open };
}

describe('an event stream', () => {
  it('sends events with increasing ids, then an end event', async () => {
    const { open } = makeStreams();
    const { stream, headers, writer, end } = open();
    writer.send({ type: 'progress', data: { text: 'two\nlines' } });
    writer.send({ type: 'progress', data: 2 });
    end();
    expect(await text(stream)).toBe(
      'retry: 1000\n\n' +
        'id: 1\nevent: progress\ndata: {"text":"two\\nlines"}\n\n' +
        'id: 2\nevent: progress\ndata: 2\n\n' +
        'id: 3\nevent: end\ndata: {}\n\n',
    );
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(writer.signal.aborted).toBe(true);
  });

  it.each([
    ['41', 42],
    ['-1', 1],
    ['1e3', 1],
    ['9'.repeat(16), 1],
    ['', 1],
  ])('continues after Last-Event-ID %j with id %i', async (lastEventId, id) => {
    const { stream, end } = makeStreams().open('key_1', lastEventId);
    end();
    expect(await text(stream)).toContain(`id: ${id}\nevent: end`);
  });

  it('sends a keep-alive comment every 15 seconds', async () => {
    const { clock, open } = makeStreams();
    const { stream, end } = open();
    await clock.advance(45_000);
    end();
    expect((await text(stream)).split(':\n\n')).toHaveLength(4);
    expect(clock.pendingTimers).toBe(0);
  });

  it('closes after ten minutes without an end event, so that the client reconnects', async () => {
    const { clock, open } = makeStreams();
    const { stream, writer } = open();
    const received = text(stream);
    await clock.advance(10 * 60_000);
    expect(await received).not.toContain('event: end');
    expect(writer.signal.aborted).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('closes without an end event if the source of its events fails', async () => {
    const { stream, fail } = makeStreams().open();
    fail(new Error('The database is unavailable.'));
    expect(await text(stream)).not.toContain('event: end');
  });

  it('disconnects a client that leaves 64 KiB unread', () => {
    const { clock, open } = makeStreams();
    const { stream, writer } = open();
    for (let count = 0; count < 64; count += 1) writer.send({ type: 'progress', data: 'x'.repeat(900) });
    expect(stream.destroyed).toBe(false);
    for (let count = 0; count < 8; count += 1) writer.send({ type: 'progress', data: 'x'.repeat(900) });
    expect(stream.destroyed).toBe(true);
    return expect.poll(() => [writer.signal.aborted, clock.pendingTimers]).toEqual([true, 0]);
  });

  it('aborts its source and timers when the client disconnects', async () => {
    const { clock, open } = makeStreams();
    const { stream, writer } = open();
    stream.destroy();
    await clock.advance(0);
    expect([writer.signal.aborted, clock.pendingTimers]).toEqual([true, 0]);
  });

  it('does not wait more than 5 s for a client that does not read the end event', async () => {
    const { clock, open } = makeStreams();
    const { stream, end } = open();
    end();
    await clock.advance(5_000);
    expect(stream.destroyed).toBe(true);
  });
});

describe('the open streams of a node', () => {
  it('are limited to 20 per key until one closes', async () => {
    const { clock, open } = makeStreams();
    const [first] = Array.from({ length: 20 }, () => open('key_1'));
    expect(() => open('key_1')).toThrow('The maximum number of event streams');
    expect(open('key_2').stream.destroyed).toBe(false);
    first!.stream.destroy();
    await clock.advance(0);
    expect(open('key_1').stream.destroyed).toBe(false);
  });

  it('are limited to 60 per workspace', () => {
    const { open } = makeStreams();
    for (let opened = 0; opened < 60; opened += 1) open(`key_${opened}`, undefined, 'ws_one');
    expect(() => open('key_60', undefined, 'ws_one')).toThrow('The maximum number of event streams');
    expect(open('key_61', undefined, 'ws_two').stream.destroyed).toBe(false);
  });

  it('are limited to 500', () => {
    const { open } = makeStreams();
    for (let opened = 0; opened < 500; opened += 1) open(`key_${opened}`);
    expect(() => open('key_500')).toThrow('The maximum number of event streams');
  });

  it('close when the node stops, and no more are opened', async () => {
    const { streams, open } = makeStreams();
    const { stream } = open();
    streams.close();
    expect(await text(stream)).toBe('retry: 1000\n\n');
    expect(() => open()).toThrow('The maximum number of event streams');
  });
});
