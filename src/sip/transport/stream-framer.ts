import { maxLineBytes, maxHeaderCount, maxMessageBytes } from '../parse-message.ts';

/** A frame of a stream: a message, a line break between messages (keep-alive), or a fault that ends the stream. */
export type Frame =
  | { readonly type: 'message'; readonly bytes: Buffer }
  | { readonly type: 'line-break' }
  | { readonly type: 'broken'; readonly reason: string };

/** Maximum size of the header section; at most the maximum size of a message. */
const maxHeaderBytes = Math.min(maxMessageBytes, maxLineBytes * maxHeaderCount);
const headerEnd = Buffer.from('\r\n\r\n');
const contentLength = /\r\n(?:content-length|l)[ \t]*:\s*([^\r\n]*)/i;

/**
 * Splits a byte stream into messages by Content-Length (RFC 3261 §18.3), for any chunk boundaries. Buffers at most one
 * message and one chunk. Returns nothing after `broken`, because without a length the start of the next message is
 * unknown.
 */
export class StreamFramer {
  #buffer = Buffer.allocUnsafe(4_096);
  /** The unread bytes are from `#start` to `#end`. */
  #start = 0;
  #end = 0;
  /** No header end starts before this index. */
  #searchedTo = 0;
  /** Size of the current message, once its header section is complete. */
  #messageBytes: number | undefined;
  #broken = false;

  push(chunk: Buffer): Frame[] {
    if (this.#broken) return [];
    this.#append(chunk);
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) {
      frames.push(frame);
      if (frame.type === 'broken') this.#broken = true;
      if (this.#broken) break;
    }
    return frames;
  }

  /** Moves the unread bytes to the front once per chunk, not once per message, because a chunk can hold thousands. */
  #append(chunk: Buffer): void {
    const unread = this.#buffer.subarray(this.#start, this.#end);
    const needed = unread.length + chunk.length;
    if (needed > this.#buffer.length)
      this.#buffer = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    unread.copy(this.#buffer);
    chunk.copy(this.#buffer, unread.length);
    this.#searchedTo -= this.#start;
    this.#start = 0;
    this.#end = needed;
  }

  #next(): Frame | undefined {
    if (this.#messageBytes === undefined) {
      if (this.#startsWithLineBreak()) {
        this.#skip(2);
        return { type: 'line-break' };
      }
      const fault = this.#findMessageEnd();
      if (fault !== undefined) return fault;
    }
    if (this.#messageBytes === undefined || this.#unreadBytes < this.#messageBytes) return undefined;
    return { type: 'message', bytes: this.#consume(this.#messageBytes) };
  }

  #startsWithLineBreak(): boolean {
    return (
      this.#unreadBytes >= 2 && this.#buffer[this.#start] === 0x0d && this.#buffer[this.#start + 1] === 0x0a
    );
  }

  get #unreadBytes(): number {
    return this.#end - this.#start;
  }

  #findMessageEnd(): Frame | undefined {
    const end = this.#buffer.subarray(0, this.#end).indexOf(headerEnd, this.#searchedTo);
    if (end < 0) {
      this.#searchedTo = Math.max(this.#start, this.#end - headerEnd.length + 1);
      return this.#unreadBytes > maxHeaderBytes ? brokenFrame('the header section is too long') : undefined;
    }
    const value = contentLength.exec(this.#buffer.toString('latin1', this.#start, end))?.[1]?.trim();
    if (value === undefined) return brokenFrame('a message on a stream has no Content-Length');
    const headBytes = end - this.#start + headerEnd.length;
    if (!/^\d{1,9}$/.test(value)) return this.#lastMessage(headBytes);
    if (headBytes + Number(value) > maxMessageBytes) return brokenFrame('the message is too long');
    this.#messageBytes = headBytes + Number(value);
    return undefined;
  }

  /** Returns only the head of a message with an unreadable length, which is enough to answer 400. */
  #lastMessage(headBytes: number): Frame {
    this.#broken = true;
    return { type: 'message', bytes: this.#consume(headBytes) };
  }

  #consume(count: number): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(this.#start, this.#start + count));
    this.#skip(count);
    return bytes;
  }

  #skip(count: number): void {
    this.#start += count;
    this.#searchedTo = this.#start;
    this.#messageBytes = undefined;
  }

  /** Whether the rest of the stream is unreadable. */
  get isBroken(): boolean {
    return this.#broken;
  }
}

function brokenFrame(reason: string): Frame {
  return { type: 'broken', reason };
}
