import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: words for people, or one JSON value for programs. */
export interface Output {
  readonly json: boolean;
  /** A line for people; nothing where JSON is asked for. */
  readonly line: (text?: string) => void;
  /** The result for programs; nothing where words are asked for. Called once. */
  readonly result: (value: unknown) => void;
  /** Colours on a terminal, the plain text elsewhere. */
  readonly paint: (style: Style, text: string) => string;
}

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createOutput(
  json: boolean,
  stream: OutputStream = process.stdout,
  noColor: boolean = process.env['NO_COLOR'] !== undefined,
): Output {
  const colours = stream.isTTY === true && !noColor && !json;
  return {
    json,
    line: (text = '') => void (json || stream.write(`${text}\n`)),
    result: (value) => void (json && stream.write(`${JSON.stringify(value, null, 2)}\n`)),
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** The command was understood and did not succeed: exit code 1, with this sentence. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  /** The call that it was about, where there is one. */
  readonly callId: string | undefined;

  constructor(message: string, about: { readonly callId?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: about.cause });
    this.callId = about.callId;
  }
}

/** The command was used wrongly: exit code 2. */
export class UsedWrongly extends Error {
  override readonly name = 'UsedWrongly';
}
