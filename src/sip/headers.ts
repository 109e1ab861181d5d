import { splitList } from './grammar.ts';
import { headerName } from './header-names.ts';

/**
 * The header fields of one message in order. Names match in any case and in compact form. Values are text with one
 * character per byte (latin1), unfolded and trimmed, otherwise as on the wire. UTF-8 is decoded when a value is
 * displayed.
 */
export class Headers {
  readonly #keys: string[] = [];
  readonly #spellings: string[] = [];
  readonly #values: string[] = [];
  #cache: Map<(headers: Headers) => unknown, unknown> | undefined;

  constructor(fields: Iterable<readonly [name: string, value: string]> = []) {
    for (const [name, value] of fields) this.append(name, value);
  }

  get size(): number {
    return this.#keys.length;
  }

  has(name: string): boolean {
    return this.#keys.includes(headerName(name).key);
  }

  /** Returns the first field of this name. */
  get(name: string): string | undefined {
    const index = this.#keys.indexOf(headerName(name).key);
    return index < 0 ? undefined : this.#values[index];
  }

  /** Returns every field of this name, one item per field line. */
  all(name: string): string[] {
    const { key } = headerName(name);
    return this.#values.filter((_, index) => this.#keys[index] === key);
  }

  /** Returns every value of this name: field lines joined, then split at commas (RFC 3261 §7.3.1). */
  list(name: string): string[] {
    return this.all(name).flatMap(splitList);
  }

  /**
   * Replaces all fields of this name with one field, in the position of the first. Appends the field if there is none.
   */
  set(name: string, value: string): this {
    const { key, spelling } = headerName(name);
    const index = this.#keys.indexOf(key);
    if (index < 0) return this.append(name, value);
    this.delete(name);
    this.#insert(index, key, spelling, value);
    return this;
  }

  append(name: string, value: string): this {
    const { key, spelling } = headerName(name);
    this.#insert(this.#keys.length, key, spelling, value);
    return this;
  }

  /** Inserts a field before all others, as a new topmost Via or Record-Route requires. */
  prepend(name: string, value: string): this {
    const { key, spelling } = headerName(name);
    this.#insert(0, key, spelling, value);
    return this;
  }

  /** Changes the first field of this name and keeps later ones; does nothing if there is none. */
  replaceFirst(name: string, value: string): this {
    const index = this.#keys.indexOf(headerName(name).key);
    if (index < 0) return this;
    this.#values[index] = value;
    this.#cache = undefined;
    return this;
  }

  delete(name: string): this {
    const { key } = headerName(name);
    for (let index = this.#keys.length - 1; index >= 0; index -= 1) {
      if (this.#keys[index] === key) this.#removeAt(index);
    }
    return this;
  }

  clone(): Headers {
    return new Headers(this);
  }

  /**
   * Returns the result of `parse` for these header fields, cached until a field changes. `parse` is the cache key, so
   * it must be the same function object each time.
   */
  read<Value>(parse: (headers: Headers) => Value): Value {
    this.#cache ??= new Map();
    const cached = this.#cache.get(parse);
    if (cached !== undefined) return cached as Value;
    const value = parse(this);
    this.#cache.set(parse, value);
    return value;
  }

  *[Symbol.iterator](): Iterator<[spelling: string, value: string]> {
    for (let index = 0; index < this.#keys.length; index += 1) {
      yield [this.#spellings[index]!, this.#values[index]!];
    }
  }

  /** Returns the header section as on the wire, each line with its CRLF. A line break in a value becomes a space. */
  serialize(): string {
    let text = '';
    for (let index = 0; index < this.#keys.length; index += 1) {
      text += `${this.#spellings[index]!}: ${oneLine(this.#values[index]!)}\r\n`;
    }
    return text;
  }

  #insert(index: number, key: string, spelling: string, value: string): void {
    if (index === this.#keys.length) {
      this.#keys.push(key);
      this.#spellings.push(spelling);
      this.#values.push(value);
    } else {
      this.#keys.splice(index, 0, key);
      this.#spellings.splice(index, 0, spelling);
      this.#values.splice(index, 0, value);
    }
    this.#cache = undefined;
  }

  #removeAt(index: number): void {
    this.#keys.splice(index, 1);
    this.#spellings.splice(index, 1);
    this.#values.splice(index, 1);
    this.#cache = undefined;
  }
}

const lineBreak = /[\r\n]+/g;

/** Replaces line breaks, so that a value cannot inject a header field. */
export function oneLine(value: string): string {
  return value.includes('\n') || value.includes('\r') ? value.replace(lineBreak, ' ') : value;
}
