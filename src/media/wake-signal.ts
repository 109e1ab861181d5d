/*
 * How a worker wakes the main thread: one bit per call that needs attention, and one shared wake word. The main thread
 * waits on the wake word, then processes the calls whose bits are set. No message is posted.
 */
const wakeWord = 0;
const firstReadyWord = 1;

/** The maximum number of calls per worker. */
export const maxCallsPerWorker = 1024;
const readyWords = maxCallsPerWorker / 32;

export function createWakeSignal(): Int32Array {
  return new Int32Array(new SharedArrayBuffer((firstReadyWord + readyWords) * 4));
}

/** Worker: sets the ready bit of a call. `wake` then notifies the main thread of all ready calls. */
export function setReady(signal: Int32Array, slot: number): void {
  Atomics.or(signal, firstReadyWord + (slot >> 5), 1 << (slot & 31));
}

/** Worker: wakes the main thread. Called once per tick if any call is ready. */
export function wake(signal: Int32Array): void {
  Atomics.add(signal, wakeWord, 1);
  Atomics.notify(signal, wakeWord);
}

/** Main thread: calls `onReady` for each ready slot at every wake-up, until the returned function is called. */
export function onWake(signal: Int32Array, onReady: (slot: number) => void): () => void {
  let isOpen = true;
  const listen = async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- the function returned below modifies it
    while (isOpen) {
      const wakeCount = Atomics.load(signal, wakeWord);
      consumeReady(signal, onReady);
      // oxlint-disable-next-line typescript/await-thenable -- "not-equal" is returned synchronously
      await Atomics.waitAsync(signal, wakeWord, wakeCount).value;
    }
  };
  void listen();
  return () => {
    isOpen = false;
    wake(signal);
  };
}

function consumeReady(signal: Int32Array, onReady: (slot: number) => void): void {
  for (let at = 0; at < readyWords; at++) {
    let bits = Atomics.exchange(signal, firstReadyWord + at, 0);
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      onReady(at * 32 + bit);
    }
  }
}
