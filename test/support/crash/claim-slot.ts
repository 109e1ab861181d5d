import { once } from 'node:events';
import { createServer } from 'node:net';

const firstPort = 21_400;
const slots = 10;

/** A number that no other lane on this machine has, from 0 to 9. A lane derives its ports from it. */
export interface Slot {
  readonly index: number;
  release(): void;
}

/** Claims a free slot: listens at its port until `release`, or until the process ends. */
export async function claimSlot(): Promise<Slot> {
  for (let index = 0; index < slots; index += 1) {
    const server = createServer();
    server.listen(firstPort + index, '127.0.0.1');
    try {
      await once(server, 'listening');
      return { index, release: () => void server.close() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`All ${slots} slots of crash tests on this machine are in use.`);
}
