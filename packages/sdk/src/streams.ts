import type { ClientDependencies } from './dependencies.ts';
import type { Operations } from './generated/sdk.gen.ts';
import { ParleyError } from './parley-error.ts';

const reconnectDelayMs = 1_000;

/** Operations that return a stream of events. */
export type StreamName = {
  [Name in keyof Operations]: Operations[Name] extends (...args: never) => Promise<{ stream: AsyncGenerator }>
    ? Name
    : never;
}[keyof Operations];

/** Data of one event. */
export type StreamItem<Name extends StreamName> =
  Awaited<ReturnType<Operations[Name]>> extends { stream: AsyncGenerator<infer Item> } ? Item : never;

/** Path parameters of a stream, and a signal that ends it: the reason of the signal is thrown. */
export type StreamOptions<Name extends StreamName> = (NonNullable<Parameters<Operations[Name]>[0]> extends {
  path: infer Path;
}
  ? { readonly path: Path }
  : { readonly path?: never }) & {
  readonly signal?: AbortSignal;
};

interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly sseMaxRetryAttempts: number;
  readonly onSseEvent: (event: { readonly event?: string; readonly id?: string }) => void;
  readonly onSseError: (error: unknown) => void;
}

/** Opens one connection to the stream. */
export type ConnectStream = (
  options: ConnectOptions,
) => Promise<{ readonly stream: AsyncGenerator<unknown> }>;

/**
 * Iterates over the data of the events until the event `end`. After a disconnection it reconnects with the id of the last event.
 * @throws {ParleyError} if the service rejects the request, or cannot be reached after all retries
 */
export async function* iterateEvents<Item>(
  connect: ConnectStream,
  { sleep }: Pick<ClientDependencies, 'sleep'>,
  callerSignal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  const exit = new AbortController();
  const signal = callerSignal === undefined ? exit.signal : AbortSignal.any([callerSignal, exit.signal]);
  let lastEventId: string | undefined;
  let hasEnded = false;
  let error: unknown;
  const onSseEvent: ConnectOptions['onSseEvent'] = ({ event, id }) => {
    hasEnded = event === 'end';
    lastEventId = id;
  };
  const onSseError = (thrown: unknown) => (error = thrown);
  try {
    for (;;) {
      const headers: Record<string, string> =
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      const { stream } = await connect({ signal, headers, sseMaxRetryAttempts: 1, onSseEvent, onSseError });
      for await (const item of stream) if (!hasEnded) yield item as Item;
      callerSignal?.throwIfAborted();
      if (error instanceof ParleyError) throw error;
      if (hasEnded) return;
      await sleep(reconnectDelayMs, signal);
    }
  } finally {
    exit.abort();
  }
}
