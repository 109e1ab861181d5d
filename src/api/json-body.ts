import { refuse, type FieldFault } from '../core/problems.ts';

const depthMax = 32;
/** A string with what is inside it, or one of the marks that give JSON its structure. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * RFC 8259, read strictly: UTF-8, no name twice in an object, no NUL and no lone surrogate in a string, nesting of 32 at
 * most, numbers within range. What a database would reject, or two readers would understand differently, is refused here.
 * @throws {Problem} `invalid_json`
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parse(text);
  const fault = structureFault(text) ?? valueFault(value, '');
  if (fault !== undefined) refuse('invalid_json', { details: fault.message, fields: [fault] });
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    return refuse('invalid_json', { details: 'The body is not UTF-8.', cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return refuse('invalid_json', { cause });
  }
}

/** An object or a list that has begun: the names so far, and where in it the reader stands. */
interface Level {
  readonly names: Set<string> | undefined;
  at: string | number;
}

/** Names used twice and nesting too deep; `text` is known to be valid JSON. */
function structureFault(text: string): FieldFault | undefined {
  const levels: Level[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token.startsWith('"')) lastString = token;
    else if (token === ':') {
      const fault = nameFault(levels, JSON.parse(lastString) as string);
      if (fault !== undefined) return fault;
    } else follow(levels, token);
    if (levels.length > depthMax) return jsonFault('', `The body is nested deeper than ${depthMax} levels.`);
  }
  return undefined;
}

/** An object or a list that has begun: the names so far, and where in it the reader stands. */
interface Level {
  readonly names: Set<string> | undefined;
  at: string | number;
}

function follow(levels: Level[], token: string): void {
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
  if (level.names?.has(name)) return jsonFault(path(), 'The same name stands twice in one object.');
  if (name === '__proto__') return jsonFault(path(), 'This name may not be used.');
  level.names?.add(name);
  return undefined;
}

/** Strings and numbers that cannot be stored as they are. The depth of `value` is bounded already. */
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

/** Why a text cannot be stored, or undefined. Also used for queries. */
export function textFault(text: string, path: string): FieldFault | undefined {
  if (text.includes('\0')) return jsonFault(path, 'A text may not hold the NUL character.');
  if (!text.isWellFormed()) return jsonFault(path, 'A text may not hold half of a surrogate pair.');
  return undefined;
}

const jsonFault = (path: string, message: string): FieldFault => ({ path, code: 'invalid_json', message });
