import { endOfQuoted, isToken, splitOutsideQuotes, trimBlank } from './grammar.ts';
import { SipParseError } from './parse-error.ts';

/** `;name=value;flag` by lower-case name, in order. A flag has the value ''. Quoted values keep their quotes. */
export type Parameters = ReadonlyMap<string, string>;

export const noParameters: Parameters = new Map();

const hostPattern = /^\[[0-9A-Fa-f:.]+\]$/;

/** Parses header parameters (RFC 3261 §25.1, generic-param). `text` is empty or begins with a semicolon. */
export function parseParameters(text: string): Parameters {
  if (text === '') return noParameters;
  if (text[0] !== ';') throw new SipParseError('parameters do not begin with a semicolon');
  const parameters = new Map<string, string>();
  for (const part of splitOutsideQuotes(text.slice(1), ';')) readParameter(part, parameters);
  return parameters;
}

function readParameter(part: string, parameters: Map<string, string>): void {
  const equals = part.indexOf('=');
  const name = equals < 0 ? part : trimBlank(part.slice(0, equals));
  if (!isToken(name)) throw new SipParseError('a parameter has no valid name');
  const value = equals < 0 ? '' : trimBlank(part.slice(equals + 1));
  if (equals >= 0 && !isValue(value)) throw new SipParseError('a parameter has no valid value');
  const key = name.toLowerCase();
  if (parameters.has(key)) throw new SipParseError('a parameter appears twice');
  parameters.set(key, value);
}

function isValue(text: string): boolean {
  if (text[0] === '"') return endOfQuoted(text, 0) === text.length;
  return isToken(text) || hostPattern.test(text) || /^[A-Za-z0-9\-.!%*_+`'~:[\]/@]+$/.test(text);
}

export function formatParameters(parameters: Parameters): string {
  let text = '';
  for (const [name, value] of parameters) text += value === '' ? `;${name}` : `;${name}=${value}`;
  return text;
}
