import autocannon from 'autocannon';

/** What is asked, again and again. */
export interface Question {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Offer {
  readonly connections: number;
  readonly seconds: number;
  /** Questions a second of all connections together; left out, each asks again when it is answered. */
  readonly perSecond?: number;
}

/** How long each answer took in milliseconds, by its status. */
export interface Answers {
  readonly takenMs: ReadonlyMap<number, readonly number[]>;
  readonly perSecond: (status: number) => number;
}

/** Asks for as long as is offered, from this process. */
export async function ask(question: Question, { connections, seconds, perSecond }: Offer): Promise<Answers> {
  const takenMs = new Map<number, number[]>();
  const startedMs = performance.now();
  const run = autocannon({
    ...question,
    connections,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  });
  run.on('response', (_client: unknown, status: number, _bytes: number, tookMs: number) => {
    const known = takenMs.get(status);
    if (known === undefined) takenMs.set(status, [tookMs]);
    else known.push(tookMs);
  });
  await run;
  const passedSeconds = (performance.now() - startedMs) / 1000;
  return { takenMs, perSecond: (status) => (takenMs.get(status)?.length ?? 0) / passedSeconds };
}
