import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CallResource, TurnLatencyResource } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';
import { silenceMs, turnsOf } from './turns.ts';

/** Shows the end of the call, its disposition and recording, and the latency of each response by stage. */
export function reportCall(call: CallResource, recordingPath: string | undefined, output: Output): void {
  const reason = `${call.endReason}${call.endDetail === null ? '' : ` (${call.endDetail})`}`;
  const rows: [string, string][] = [
    ['ended', reason],
    ['disposition', call.disposition ?? '—'],
    ['duration', call.durationSeconds === null ? 'not answered' : `${call.durationSeconds.toFixed(1)} s`],
    ...costRows(call),
    ['recording', recordingPath ?? downloadCommand(call)],
    ['call', call.callId],
  ];
  output.line();
  for (const [name, value] of rows) output.line(`${output.paint('dim', name.padStart(12))}  ${value}`);
  const turns = turnsOf(call);
  if (turns.length === 0) return;
  output.line();
  for (const line of latencyTable(turns)) output.line(line);
}

/** Returns the row with the total cost, and what it does not include; no row if the service has no prices. */
function costRows({ totalCost, costs }: CallResource): [string, string][] {
  if (totalCost === null) return [];
  const unpriced = costs.filter(({ cost }) => cost === null);
  const names = new Set(
    unpriced.map(({ provider, model }) => (model === null ? provider : `${provider}/${model}`)),
  );
  const missing = names.size === 0 ? '' : ` (without ${[...names].join(', ')}: no price)`;
  return [['cost', `${totalCost.amount} ${totalCost.currency}${missing}`]];
}

/** Returns the command that downloads a recording from another machine, or `none`. */
const downloadCommand = ({ callId, recording }: CallResource): string =>
  recording?.available === true ? `npx parley-server calls recording ${callId}` : 'none';

const columns = [
  ['turn', (turn: TurnLatencyResource) => turn.turn],
  ['silence ms', silenceMs],
  ['buffer', (turn: TurnLatencyResource) => turn.bufferMs],
  ['turn end', (turn: TurnLatencyResource) => turn.endpointingMs],
  ['thinking', (turn: TurnLatencyResource) => turn.thinkingMs],
  ['speech', (turn: TurnLatencyResource) => turn.speechMs],
  ['playout', (turn: TurnLatencyResource) => turn.playoutMs],
] as const;

/** Returns a table with one row per turn: its latency by stage in ms. */
export function latencyTable(latency: readonly TurnLatencyResource[]): string[] {
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(11)).join(' ');
  return [
    row(columns.map(([title]) => title)),
    ...latency.map((turn) => row(columns.map(([, value]) => String(Math.round(value(turn)))))),
  ];
}

/** Returns the path of the recording on this machine; undefined if it is on another machine or does not exist. */
export function localRecording(
  dataDir: string,
  { callId, recording }: CallResource,
  nowMs: number,
): string | undefined {
  if (recording?.available !== true) return undefined;
  // The folder is named after the month in which the call started.
  const months = [nowMs, nowMs - 86_400_000].map((ms) => new Date(ms).toISOString().slice(0, 7));
  return months
    .map((month) => path.join(path.resolve(dataDir), 'recordings', month, `${callId}.wav`))
    .find((file) => existsSync(file));
}
