import { reject, type FieldFault } from '../../core/problems.ts';
import type { BodyLimits } from './body-limits.ts';

const maxDepth = 32;
/** Maximum members of one object. Many distinct names are the most expensive to parse. */
const maxMembers = 2000;
/** A whole string, or one structural character of JSON. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON strictly (RFC 8259): UTF-8, unique names per object, no NUL and no lone surrogate in a string, at most 32 levels,
 * numbers within range. Values that the database would reject, or that parsers interpret differently, are rejected.
 * Depth and number of values are limited before parsing: `maxValues` limits objects, lists and their members, `maxEntries` one list.
 * @throws {Problem} `invalid_json`; `body_too_large` above a limit
 */
export function parseJsonBody(
  bytes: Uint8Array,
  limits: Partial<Pick<BodyLimits, 'maxValues' | 'maxEntries'>> = {},
): unknown {
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const counts = countJson(bytes);
  rejectTooLarge(counts, limits);
  const value = parse(text);
  if (isStorableValue(value, counts)) return value;
  const fault = structureFault(text) ?? valueFault(value, '');
  return fault === undefined ? value : rejectFault(fault);
}

function rejectTooLarge(
  { depth, members, entries, values }: JsonCounts,
  { maxValues = Infinity, maxEntries = Infinity }: Partial<BodyLimits>,
): void {
  if (depth > maxDepth) rejectFault(tooDeepFault);
  const limits = [
    ['An object of the body has', 'members', members, maxMembers],
    ['A list of the body has', 'entries', entries, maxEntries],
    ['The body has', 'values', values, maxValues],
  ] as const;
  for (const [subject, unit, count, maximum] of limits)
    if (count > maximum)
      reject('body_too_large', {
        details: `${subject} more than ${maximum.toLocaleString('en-US')} ${unit}.`,
      });
}

const rejectFault = (fault: FieldFault): never =>
  reject('invalid_json', { details: fault.message, fields: [fault] });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    return reject('invalid_json', { details: 'The body is not UTF-8.', cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return reject('invalid_json', { cause });
  }
}

/** Counts of a JSON text. */
interface JsonCounts {
  /** Objects and lists, and their members. */
  readonly values: number;
  /** Members of objects. */
  readonly names: number;
  /** Members of the largest object. */
  readonly members: number;
  /** Entries of the largest list, or members of the largest object. */
  readonly entries: number;
  readonly depth: number;
  /** Whether a `\u` escape occurs: in UTF-8, only such an escape can add a NUL or a lone surrogate. */
  readonly hasEscapes: boolean;
}

/** The syntactic kind of each byte outside strings; 0 for other bytes. */
const byteKinds = new Uint8Array(256);
const [quote, opening, closing, comma, colon] = [1, 2, 3, 4, 5] as const;
for (const [characters, kind] of [
  ['"', quote],
  ['{[', opening],
  ['}]', closing],
  [',', comma],
  [':', colon],
] as const)
  for (const character of characters) byteKinds[character.charCodeAt(0)] = kind;

/** Counts in one pass, about 2 ms per MiB, and stops at a level deeper than `maxDepth`. The counts are correct for valid JSON only. */
function countJson(bytes: Uint8Array): JsonCounts {
  const counts = new Uint32Array(6);
  const membersAt = new Uint32Array(maxDepth + 2);
  const commasAt = new Uint32Array(maxDepth + 2);
  let [depth, level, members, commas] = [0, 0, 0, 0];
  let hasEscapes = false;
  for (let at = 0; at < bytes.length && level <= maxDepth; at += 1) {
    const kind = byteKinds[bytes[at]!]!;
    counts[kind]! += 1;
    if (kind === quote) {
      const end = endOfString(bytes, at);
      hasEscapes ||= end.hasEscapes;
      ({ at } = end);
    } else if (kind === opening) {
      level += 1;
      membersAt[level] = 0;
      commasAt[level] = 0;
      depth = Math.max(depth, level);
    } else if (kind === closing) level = Math.max(level - 1, 0);
    else if (kind === colon) members = Math.max(members, (membersAt[level]! += 1));
    else if (kind === comma) commas = Math.max(commas, (commasAt[level]! += 1));
  }
  const values = counts[opening]! + counts[comma]!;
  return { values, names: counts[colon]!, members, entries: commas + 1, depth, hasEscapes };
}

/** Returns the index of the closing quote of the string that begins at `from`; the length of the bytes if there is none. */
function endOfString(bytes: Uint8Array, from: number): { at: number; hasEscapes: boolean } {
  let hasEscapes = false;
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== 0x22) {
    const isEscape = bytes[at] === 0x5c;
    if (isEscape) hasEscapes ||= bytes[at + 1] === 0x75;
    at += isEscape ? 2 : 1;
  }
  return { at, hasEscapes };
}

/** Returns whether the value has no fault. If the value has fewer members than the text has names, a name occurs twice. */
function isStorableValue(value: unknown, { names, hasEscapes }: JsonCounts): boolean {
  let found = 0;
  const visit = (node: unknown): boolean => {
    if (typeof node === 'string') return !hasEscapes || isStorable(node);
    if (typeof node === 'number') return Number.isFinite(node);
    if (node === null || typeof node !== 'object') return true;
    if (Array.isArray(node)) return node.every(visit);
    const members = Object.entries(node);
    found += members.length;
    return members.every(
      ([name, child]) => name !== '__proto__' && (!hasEscapes || isStorable(name)) && visit(child),
    );
  };
  return visit(value) && found === names;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Returns the value of a JSON string token. */
const parseStringToken = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);

/** An open object or list: the names so far, and the current position in it. */
interface Level {
  readonly names: Set<string> | undefined;
  at: string | number;
}

/** Returns a fault if a name occurs twice in an object. `text` must be valid JSON. */
function structureFault(text: string): FieldFault | undefined {
  const levels: Level[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token.startsWith('"')) lastString = token;
    else if (token === ':') {
      const fault = nameFault(levels, parseStringToken(lastString));
      if (fault !== undefined) return fault;
    } else updateLevels(levels, token);
  }
  return undefined;
}

function updateLevels(levels: Level[], token: string): void {
  const level = levels.at(-1);
  if (token === '{') levels.push({ names: new Set(), at: '' });
  else if (token === '[') levels.push({ names: undefined, at: 0 });
  else if (token !== ',') levels.pop();
  else if (typeof level?.at === 'number') level.at += 1;
}

function nameFault(levels: readonly Level[], name: string): FieldFault | undefined {
  const level = levels.at(-1);
  if (level === undefined) return undefined;
  level.at = name;
  const path = () => levels.reduce((text, { at }) => childPath(text, String(at), typeof at === 'number'), '');
  if (level.names?.has(name)) return jsonFault(path(), 'The same name occurs twice in one object.');
  if (name === '__proto__') return jsonFault(path(), 'This name is not allowed.');
  level.names?.add(name);
  return undefined;
}

/** Returns the first fault of the strings and numbers in `value`, whose depth is already limited. */
function valueFault(value: unknown, path: string): FieldFault | undefined {
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : jsonFault(path, 'The number is too large.');
  }
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, child] of Object.entries(value)) {
    const fault = textFault(name, path) ?? valueFault(child, childPath(path, name, Array.isArray(value)));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function childPath(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Returns a fault if the text cannot be stored. Also used for queries. */
export function textFault(text: string, path: string): FieldFault | undefined {
  if (text.includes('\0')) return jsonFault(path, 'A text must not contain the NUL character.');
  if (!text.isWellFormed()) return jsonFault(path, 'A text must not contain half of a surrogate pair.');
  return undefined;
}

const jsonFault = (path: string, message: string): FieldFault => ({ path, code: 'invalid_json', message });

const tooDeepFault = jsonFault('', `The body is nested deeper than ${maxDepth} levels.`);
