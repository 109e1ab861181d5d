import { describe, expect, it } from 'vitest';
import { Emitter } from './emitter.ts';

describe('Emitter', () => {
  it('calls listeners in order until they are removed', () => {
    const emitter = new Emitter<string>(() => undefined);
    const events: string[] = [];
    const off = emitter.on((event) => events.push(`1:${event}`));
    emitter.on((event) => events.push(`2:${event}`));
    emitter.emit('a');
    off();
    emitter.emit('b');
    emitter.clear();
    emitter.emit('c');
    expect(events).toEqual(['1:a', '2:a', '2:b']);
  });

  it('calls the other listeners if one throws', () => {
    const errors: unknown[] = [];
    const emitter = new Emitter<string>((error) => errors.push(error));
    const events: string[] = [];
    emitter.on(() => {
      throw new Error('mine');
    });
    emitter.on((event) => events.push(event));
    emitter.emit('a');
    expect(events).toEqual(['a']);
    expect(errors).toEqual([new Error('mine')]);
  });
});
