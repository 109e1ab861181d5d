import autocannon from 'autocannon';

/** The request that is sent repeatedly. */
export interface LoadRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second over all connections. If omitted, each connection sends the next request after the response. */
  readonly perSecond?: number;
}

/** Response times in ms, by status. */
export interface LoadResult {
  readonly responseMs: ReadonlyMap<number, readonly number[]>;
  readonly perSecond: (status: number) => number;
}

/** Sends the request from this process for `seconds`, and returns the response times. */
export async function sendLoad(
  request: LoadRequest,
  { connections, seconds, perSecond }: Load,
): Promise<LoadResult> {
  const responseMs = new Map<number, number[]>();
  const startedMs = performance.now();
  const run = autocannon({
    ...request,
    connections,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  });
  run.on('response', (_client: unknown, status: number, _bytes: number, tookMs: number) => {
    const known = responseMs.get(status);
    if (known === undefined) responseMs.set(status, [tookMs]);
    else known.push(tookMs);
  });
  await run;
  const passedSeconds = (performance.now() - startedMs) / 1000;
  return { responseMs, perSecond: (status) => (responseMs.get(status)?.length ?? 0) / passedSeconds };
}
