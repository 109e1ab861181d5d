import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: words for people, or one JSON value for programs. */
export interface Output {
  readonly json: boolean;
  /** A line for people; nothing where JSON is asked for. */
  readonly line: (text?: string) => void;
  /** On a terminal a line that the next one takes the place of; nothing elsewhere. */
  readonly status: (text: string) => void;
  /** Whether a person reads along. Elsewhere the output may be kept, by journald for example, and must hold no secrets. */
  readonly isTerminal: boolean;
  /** Whether `status` shows anything. */
  readonly isLive: boolean;
  /** The result for programs; nothing where words are asked for. Called once. */
  readonly result: (value: unknown) => void;
  /** Colours on a terminal, the plain text elsewhere. */
  readonly paint: (style: Style, text: string) => string;
}

/** ECMA-48: to the first column, and what stands in the line is gone. */
const clearLine = '\r\u001B[2K';

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createOutput(
  json: boolean,
  stream: OutputStream = process.stdout,
  noColor: boolean = process.env['NO_COLOR'] !== undefined,
): Output {
  const isTerminal = stream.isTTY === true;
  const isLive = isTerminal && !json;
  const colours = isLive && !noColor;
  let shown = false;
  const write = (text: string) => {
    stream.write(shown ? clearLine + text : text);
    shown = false;
  };
  return {
    json,
    isTerminal,
    isLive,
    line: (text = '') => void (json || write(`${text}\n`)),
    status: (text) => {
      if (!isLive) return;
      write(text);
      shown = true;
    },
    result: (value) => void (json && stream.write(`${JSON.stringify(value, null, 2)}\n`)),
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** The command was understood and did not succeed: exit code 1, with this sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** The call that it was about, where there is one. */
  readonly callId: string | undefined;

  constructor(message: string, about: { readonly callId?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: about.cause });
    this.callId = about.callId;
  }
}

/** The command was used wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
