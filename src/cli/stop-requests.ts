import type { Clock } from '../core/clock.ts';
import { onLauncherExit, type LaunchedProcess } from './launcher.ts';
import { onSignals, type SignalSource } from './signals.ts';

/** Receives 1 for the first stop request, 2 for the second, and so on. */
export type StopHandler = (count: number) => void;

/** Collects stop requests: signals, and the exit of the launcher, which counts only as the first request. */
export class StopRequests {
  readonly #unsubscribe: readonly (() => void)[];
  #handler: StopHandler;
  #count = 0;

  /** `startHandler` receives the requests until `attach`. */
  constructor(
    { self, clock }: { readonly self: LaunchedProcess & SignalSource; readonly clock: Clock },
    startHandler: StopHandler,
  ) {
    this.#handler = startHandler;
    const onExit = () => {
      if (this.#count === 0) this.#request();
    };
    this.#unsubscribe = [
      onSignals({ source: self, clock }, () => this.#request()),
      onLauncherExit({ self, clock }, onExit),
    ];
  }

  /** Passes later requests to `handler`. If a request came earlier, calls `handler` with 1 at once. */
  attach(handler: StopHandler): void {
    this.#handler = handler;
    if (this.#count > 0) handler(1);
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #request(): void {
    this.#count += 1;
    this.#handler(this.#count);
  }
}
