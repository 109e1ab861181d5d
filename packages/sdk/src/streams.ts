import type { Operations } from './generated/sdk.gen.ts';
import { ParleyError } from './parley-error.ts';
import type { Surroundings } from './surroundings.ts';

/** Between the end of a stream that broke off and the request for the next. */
const pauseMs = 1_000;

/** Operations that answer a stream of events. */
export type StreamName = {
  [Name in keyof Operations]: Operations[Name] extends (
    ...given: never
  ) => Promise<{ stream: AsyncGenerator }>
    ? Name
    : never;
}[keyof Operations];

/** What each event holds. */
export type StreamItem<Name extends StreamName> =
  Awaited<ReturnType<Operations[Name]>> extends { stream: AsyncGenerator<infer Item> } ? Item : never;

/** Ids that the path of the stream holds, and how to stop. */
export type StreamOptions<Name extends StreamName> = Pick<Parameters<Operations[Name]>[0], 'path'> & {
  readonly signal?: AbortSignal;
};

interface Attempt {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly sseMaxRetryAttempts: number;
  readonly onSseEvent: (event: { readonly event?: string; readonly id?: string }) => void;
  readonly onSseError: (error: unknown) => void;
}

/** Asks for the stream once. */
export type OpenStream = (attempt: Attempt) => Promise<{ readonly stream: AsyncGenerator<unknown> }>;

/**
 * What the events hold, until the service says that there is no more. A stream that breaks off is asked for again, from the last event
 * on.
 * @throws {ParleyError} where the service refuses, or cannot be reached in spite of trying again
 */
export async function* eventsOf<Item>(
  open: OpenStream,
  { sleep }: Pick<Surroundings, 'sleep'>,
  given: AbortSignal | undefined,
): AsyncGenerator<Item> {
  const leaving = new AbortController();
  const signal = given === undefined ? leaving.signal : AbortSignal.any([given, leaving.signal]);
  let lastEventId: string | undefined;
  let isOver = false;
  let error: unknown;
  const onSseEvent: Attempt['onSseEvent'] = ({ event, id }) => {
    isOver = event === 'end';
    lastEventId = id;
  };
  const onSseError = (thrown: unknown) => (error = thrown);
  try {
    for (;;) {
      const headers: Record<string, string> =
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      const { stream } = await open({ signal, headers, sseMaxRetryAttempts: 1, onSseEvent, onSseError });
      for await (const item of stream) if (!isOver) yield item as Item;
      given?.throwIfAborted();
      if (error instanceof ParleyError) throw error;
      if (isOver) return;
      await sleep(pauseMs, signal);
    }
  } finally {
    leaving.abort();
  }
}
