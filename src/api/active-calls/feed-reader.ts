import type { Clock } from '../../core/clock.ts';
import type { EventStreamWriter } from '../http/event-stream.ts';
import type { FeedEntry, WorkspaceFeed } from './call-feeds.ts';

/** A client that has not read for this time is disconnected. */
const maxReadWaitMs = 20_000;
/** The text that is sent at once. */
const maxChunkChars = 16_000;

/** A client that follows a feed. */
export interface FeedReader {
  readonly feed: WorkspaceFeed;
  readonly writer: EventStreamWriter;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** The number of events after which the stream ends. */
  remaining: number;
}

export interface FeedSelection {
  /** Where the changes begin. */
  readonly position: number;
  /** Returns whether a change is sent. */
  readonly accepts: (entry: FeedEntry) => boolean;
  /** Returns whether no changes follow this one. */
  readonly isLast: (entry: FeedEntry) => boolean;
}

/** Sends changes until the last one, or until the client or the feed disconnects. A client that is too slow is disconnected and can resume. */
export async function sendChanges(
  reader: FeedReader,
  { position: start, accepts, isLast }: FeedSelection,
): Promise<void> {
  const { feed, writer } = reader;
  for (let position = start; reader.remaining > 0;) {
    await feed.changed(position, writer.signal);
    const entries = feed.entriesFrom(position);
    if (entries === undefined || entries.length === 0) return disconnected(writer);
    position += entries.length;
    const last = entries.findIndex((entry) => accepts(entry) && isLast(entry));
    const sent = last === -1 ? entries : entries.slice(0, last + 1);
    await sendEntries(reader, sent.filter(accepts));
    if (last !== -1) return;
  }
}

/** Sends changes in chunks, each when the client has read most of the previous ones. */
export async function sendEntries(reader: FeedReader, entries: readonly FeedEntry[]): Promise<void> {
  let chunk = '';
  for (const { text } of entries.slice(0, Math.max(reader.remaining, 0))) {
    reader.remaining -= 1;
    if (chunk !== '' && chunk.length + text.length > maxChunkChars) {
      await waitForReader(reader);
      reader.writer.sendText(chunk);
      chunk = '';
    }
    chunk += text;
  }
  if (chunk === '') return;
  await waitForReader(reader);
  reader.writer.sendText(chunk);
}

/** Sends a part of a snapshot, unless the stream has had all its events. */
export async function sendSnapshotPart(reader: FeedReader, text: string): Promise<void> {
  if (reader.remaining <= 0) return;
  reader.remaining -= 1;
  await waitForReader(reader);
  reader.writer.sendText(text);
}

/** Resolves when the client has read most of what was sent. Disconnects a client that does not read. */
async function waitForReader({ writer, clock }: FeedReader): Promise<void> {
  const timer = clock.after(maxReadWaitMs, () => writer.disconnect());
  await writer.ready().finally(() => timer.cancel());
}

/** Disconnects the client without the event `end`, so that it reconnects. */
function disconnected(writer: EventStreamWriter): never {
  writer.disconnect();
  throw new Error('The feed of active calls cannot continue.');
}
