import type { Clock } from '../core/clock.ts';
import { onLauncherExit, type LaunchedProcess } from './launcher.ts';
import { onSignals, type SignalSource } from './signals.ts';

/** Receives 1 for the first request to stop, 2 for the second, and so on. */
export type StopHandler = (count: number) => void;

/** Requests to stop the service: signals, and the end of its launcher, which counts as the first request or not at all. */
export class StopRequests {
  readonly #stops: readonly (() => void)[];
  #handler: StopHandler;
  #count = 0;

  /** `duringStart` receives the requests until `attach`. */
  constructor(
    { self, clock }: { readonly self: LaunchedProcess & SignalSource; readonly clock: Clock },
    duringStart: StopHandler,
  ) {
    this.#handler = duringStart;
    const onGone = () => {
      if (this.#count === 0) this.#request();
    };
    this.#stops = [
      onSignals({ source: self, clock }, () => this.#request()),
      onLauncherExit({ self, clock }, onGone),
    ];
  }

  /** From now on `handler` receives the requests. A request that has arrived already is passed on at once. */
  attach(handler: StopHandler): void {
    this.#handler = handler;
    if (this.#count > 0) handler(1);
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #request(): void {
    this.#count += 1;
    this.#handler(this.#count);
  }
}
