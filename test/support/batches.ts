import { someNumber, type ApiAnswer, type Sent, type TestApi } from './api.ts';

export const batchesPath = '/v1/api/batch-calls';

/** Numbers of the test network: +12025550100 and on. */
export const callees = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => someNumber.slice(0, -2) + String(index).padStart(2, '0'));

/** A file of so many callees, with a variable. */
export const batchFileOf = (count: number): string =>
  ['phone_number,name,doctor', ...callees(count).map((number, index) => `${number},Ada ${index},Grey`)].join(
    '\n',
  );

/** Sends a file as `text/csv`; the options stand in the query. */
export function sendCsv(
  api: TestApi,
  path: string,
  file: string,
  options: Readonly<Record<string, string>> = {},
  sent: Sent = {},
): Promise<ApiAnswer> {
  const query = new URLSearchParams(options).toString();
  const headers = { 'content-type': 'text/csv', ...sent.headers };
  return api.send('POST', query === '' ? path : `${path}?${query}`, { ...sent, body: file, headers });
}

/** Starts a batch of the fixture's agent, which has a number. */
export function startBatchOf(
  api: TestApi,
  file: string,
  options: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  return sendCsv(api, batchesPath, file, { agentId: api.agent.id, allowRepeat: 'true', ...options });
}
