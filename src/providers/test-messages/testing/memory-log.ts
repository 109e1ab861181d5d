import type { ArrivedMessage, PersonMessage, TestMessageLog } from '../test-message-log.ts';

/** Keeps what simulated people receive and send in memory, for tests. */
export class MemoryMessageLog implements TestMessageLog {
  readonly arrivals: ArrivedMessage[] = [];
  readonly answers: PersonMessage[] = [];

  arrived(message: ArrivedMessage): Promise<string> {
    this.arrivals.push(message);
    return Promise.resolve(String(this.arrivals.length));
  }

  answered(message: PersonMessage): Promise<void> {
    this.answers.push(message);
    return Promise.resolve();
  }
}
