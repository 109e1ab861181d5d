import type { ScriptedReply } from '../../../contracts/testing/scripted-reply.ts';

/** `failure`: the HTTP response with this status and body is sent instead of a reply. */
export interface ServedReply extends ScriptedReply {
  readonly failure?: {
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /**
   * `silent`: no response at all. After the text parts: `half-event` ends the response in the middle of an event, `broken-json` sends an event
   * that is not JSON, `error-event` reports an error, `endless` repeats text, `flood` sends an event without end.
   */
  readonly fault?: 'silent' | 'half-event' | 'broken-json' | 'error-event' | 'endless' | 'flood';
  /** The response is sent when this resolves. */
  readonly after?: Promise<void>;
  /** Arguments of a tool call as the model wrote them, sent in pieces of three characters. */
  readonly argumentsText?: string;
  readonly cachedInputTokens?: number;
}

/** The format of a vendor's API. All events are server-sent events. */
export interface WireFormat {
  /** Returns the name of the model in a request. */
  modelOf(path: string, body: Record<string, unknown>): string;
  /** Returns the events before the end of the reply. */
  partsOf(reply: ServedReply): readonly string[];
  textEvent(text: string): string;
  /** Returns the last events. */
  endOf(reply: ServedReply): readonly string[];
  errorEvent(message: string): string;
  errorBody(status: number, message: string): object;
}

/** Returns a server-sent event. */
export const eventOf = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Returns the arguments of a tool call in pieces of three characters. */
export function argumentPieces({ toolCall, argumentsText }: ServedReply): string[] {
  const text = argumentsText ?? JSON.stringify(toolCall?.arguments ?? {});
  return text.match(/[^]{1,3}/g) ?? [''];
}
