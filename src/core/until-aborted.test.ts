import { describe, expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

async function* words(count: number, onEnd: () => void = () => {}): AsyncGenerator<string> {
  try {
    for (let i = 0; i < count; i++) yield `w${i}`;
    await new Promise<void>(() => {});
  } finally {
    onEnd();
  }
}

async function collect(items: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('untilAborted', () => {
  it('ends when the signal is aborted during the wait for an item', async () => {
    const controller = new AbortController();
    const received: string[] = [];
    for await (const word of untilAborted(words(2), controller.signal)) {
      received.push(word);
      if (received.length === 2) setImmediate(() => controller.abort());
    }
    expect(received).toEqual(['w0', 'w1']);
  });

  it('yields nothing if the signal is already aborted', async () => {
    const received = await collect(untilAborted(words(2), AbortSignal.abort()));
    expect(received).toEqual([]);
  });

  it('throws the error of the items', async () => {
    const failing = (async function* () {
      yield 'first';
      throw new Error('cut');
    })();
    await expect(collect(untilAborted(failing, undefined))).rejects.toThrow('cut');
  });

  it('ends the items if it is left early', async () => {
    let hasEnded = false;
    for await (const _ of untilAborted(
      words(2, () => (hasEnded = true)),
      undefined,
    ))
      break;
    expect(hasEnded).toBe(true);
  });
});
