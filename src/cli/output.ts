import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The output of a command: text, or one JSON value. */
export interface Output {
  readonly json: boolean;
  /** Writes a line of text; does nothing in JSON mode. */
  readonly line: (text?: string) => void;
  /** Writes a line that the next output replaces; does nothing unless the output is a terminal. */
  readonly status: (text: string) => void;
  /** True on a terminal. Other outputs may be stored, for example by journald, and must contain no secrets. */
  readonly isTerminal: boolean;
  /** True if `status` has an effect. */
  readonly isLive: boolean;
  /** Writes the result in JSON mode; does nothing in text mode. Called once. */
  readonly result: (value: unknown) => void;
  /** Adds colours on a terminal, and returns the plain text elsewhere. */
  readonly paint: (style: Style, text: string) => string;
}

/** ECMA-48: moves to the first column and erases the line. */
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

/** A command that failed: exit code 1, with this message. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** The id of the affected call, if any. */
  readonly callId: string | undefined;

  constructor(message: string, about: { readonly callId?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: about.cause });
    this.callId = about.callId;
  }
}

/** Invalid arguments of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
