/*
 * How a worker wakes the main thread: one bit for each call that has something to tell, and one bell for all. The main
 * thread waits on the bell, then looks at the calls whose bits are set; no message is made.
 */
const bellWord = 0;
const firstBitWord = 1;

/** Calls that one worker can hold. */
export const callsPerWorkerMost = 1024;
const bitWords = callsPerWorkerMost / 32;

export function createDoorbell(): Int32Array {
  return new Int32Array(new SharedArrayBuffer((firstBitWord + bitWords) * 4));
}

/** Worker: marks a call; `ring` tells of all that are marked. */
export function markCall(bell: Int32Array, slot: number): void {
  Atomics.or(bell, firstBitWord + (slot >> 5), 1 << (slot & 31));
}

/** Worker: once per tick, when any call was marked. */
export function ring(bell: Int32Array): void {
  Atomics.add(bell, bellWord, 1);
  Atomics.notify(bell, bellWord);
}

/** Main: calls `take` for each marked slot whenever the bell rings, until the function that it returns is called. */
export function answerDoorbell(bell: Int32Array, take: (slot: number) => void): () => void {
  let open = true;
  const listen = async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- the function returned below modifies it
    while (open) {
      const heard = Atomics.load(bell, bellWord);
      takeMarked(bell, take);
      // oxlint-disable-next-line typescript/await-thenable -- "not-equal" is at hand at once
      await Atomics.waitAsync(bell, bellWord, heard).value;
    }
  };
  void listen();
  return () => {
    open = false;
    ring(bell);
  };
}

function takeMarked(bell: Int32Array, take: (slot: number) => void): void {
  for (let at = 0; at < bitWords; at++) {
    let bits = Atomics.exchange(bell, firstBitWord + at, 0);
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      take(at * 32 + bit);
    }
  }
}
