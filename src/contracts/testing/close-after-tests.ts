import { afterAll } from 'vitest';

interface Closable {
  close(): Promise<unknown>;
}

/** Returns a function that registers and returns its argument. All arguments are closed after the tests of the file. */
export function closeAfterTests(): <T extends Closable>(opened: T) => T {
  const all: Closable[] = [];
  afterAll(async () => {
    for (const one of all) await one.close();
  });
  return (opened) => {
    all.push(opened);
    return opened;
  };
}
