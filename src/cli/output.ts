import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The output of a command: text, or one JSON value. */
export interface Output {
  readonly json: boolean;
  /** Writes a line of text; does nothing in JSON mode. */
  readonly line: (text?: string) => void;
  /** Writes a line that the next output replaces; does nothing in JSON mode or without a terminal. */
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

/** Creates the output of a command. `json` selects JSON mode. Colours are used on a terminal unless NO_COLOR is set. */
export function createOutput(
  json: boolean,
  stream: OutputStream = process.stdout,
  noColor: boolean = process.env['NO_COLOR'] !== undefined,
): Output {
  const isTerminal = stream.isTTY === true;
  const isLive = isTerminal && !json;
  const colours = isLive && !noColor;
  let hasStatus = false;
  const write = (text: string) => {
    stream.write(hasStatus ? clearLine + text : text);
    hasStatus = false;
  };
  return {
    json,
    isTerminal,
    isLive,
    line: (text = '') => void (json || write(`${text}\n`)),
    status: (text) => {
      if (!isLive) return;
      write(text);
      hasStatus = true;
    },
    result: (value) => void (json && stream.write(`${JSON.stringify(value, null, 2)}\n`)),
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** The error of a command that failed. The command exits with code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** The id of the affected call, if any. */
  readonly callId: string | undefined;

  constructor(message: string, options: { readonly callId?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.callId = options.callId;
  }
}

/** The error for invalid arguments of a command. The command exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
