import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns a function that collects the garbage of this thread and returns its pages to the system. Other collections keep pages for later use. */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
