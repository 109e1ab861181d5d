import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CallResource, CallCommandResult, ParleyClient } from '../../packages/sdk/src/client.ts';
import { newId } from '../core/ids.ts';
import type { Output } from './output.ts';
import { excelQuery } from './batch/export.ts';
import { saveResponse, writeResponse } from './output-file.ts';
import { readFilter, type ResourceService } from './resources.ts';

/** Connects to the running service. */
type Connect = () => Promise<ResourceService & Pick<ParleyClient, 'follow'>>;

const runningClient: Connect = async () => (await (await import('./connect.ts')).connectToRunning()).client;

const pathOf = (callId: string): string => `/api/v1/calls/${encodeURIComponent(callId)}`;

/** Adds `end`, `watch`, `say`, `whisper`, `recording` and `export` to `parley calls`. */
export function addCallCommands(
  calls: Command,
  output: () => Output,
  connect: Connect = runningClient,
  stdout: NodeJS.WritableStream = process.stdout,
): void {
  calls
    .command('end <id>')
    .description('end a call, or cancel a call that is not dialed yet')
    .action(async (callId: string) => {
      const response = await (await connect()).send('POST', `${pathOf(callId)}/end`);
      const call = (await response.json()) as CallResource;
      const { line, result } = output();
      line(`${call.callId} ${call.status === 'ended' ? `ended: ${call.endReason}` : 'is ending'}`);
      result(call);
    });
  calls
    .command('watch [call]')
    .description('show each change of all active calls, or of one call, until Ctrl-C')
    .action(async (call: string | undefined) => {
      const service = await connect();
      const room = call === undefined ? undefined : await roomOf(service, call);
      await (await import('./watch-calls.ts')).watchCalls(service, room, output());
    });
  calls
    .command('say <call> <text>')
    .description('make the agent of an active call say a text')
    .option('--interrupt', 'replace what the agent is saying')
    .action(async (call: string, text: string, { interrupt = false }: { interrupt?: boolean }) =>
      sendCommand(await connect(), call, 'say', { text, interrupt }, output()),
    );
  calls
    .command('whisper <call> <text>')
    .description('advise the language model of an active call; the customer does not hear it')
    .action(async (call: string, text: string) =>
      sendCommand(await connect(), call, 'whisper', { text }, output()),
    );
  calls
    .command('recording <id>')
    .description('save the recording of a call as a WAV file')
    .option('-o, --output <file>', 'output file, - for standard output (default: <id>.wav)')
    .action(async (callId: string, { output: file = `${callId}.wav` }: { output?: string }) => {
      const response = await (await connect()).send('GET', `${pathOf(callId)}/recording`);
      if (file === '-') return pipeline(Readable.fromWeb(response.body!), stdout, { end: false });
      await writeResponse(response, file);
      const { line, result } = output();
      line(file);
      return result({ callId, file });
    });
  addCallExport(calls, output, connect, stdout);
}

interface ExportOptions {
  readonly output?: string;
  readonly filter?: readonly string[];
  readonly excel?: boolean;
  readonly locale?: string;
  readonly raw?: boolean;
}

/** Adds `export` to `parley calls`. */
function addCallExport(
  calls: Command,
  output: () => Output,
  connect: Connect,
  stdout: NodeJS.WritableStream,
): void {
  calls
    .command('export')
    .description('write calls and their results as CSV')
    .option('-o, --output <file>', 'output file, - for standard output (default: -)')
    .option('--filter <name=value...>', 'filter of the API, such as status=ended')
    .option('--excel', 'write a file for Excel: with its separator, local times and links to recordings')
    .option(
      '--locale <locale>',
      'with --excel: the locale of Excel, such as de-DE (default: that of this machine)',
    )
    .option('--raw', 'do not escape cells that a spreadsheet would treat as formulas')
    .action(async ({ output: file, filter = [], excel = false, locale, raw }: ExportOptions) => {
      const query = new URLSearchParams(filter.map(readFilter));
      const form = { format: 'csv', ...excelQuery(excel, locale), ...(raw === true && { raw: 'true' }) };
      for (const [name, value] of Object.entries(form)) query.set(name, value);
      const response = await (await connect()).send('GET', `/api/v1/calls?${query.toString()}`);
      await saveResponse(response, file, output(), stdout);
    });
}

/** Sends a command to an active call, named by its id or its room. A retry after a lost response has no further effect. */
async function sendCommand(
  service: ResourceService,
  call: string,
  command: 'say' | 'whisper',
  body: object,
  { line, result }: Output,
): Promise<void> {
  const roomName = await roomOf(service, call);
  const path = `/v2/api/active-calls/${encodeURIComponent(roomName)}/${command}`;
  const response = await service.send('POST', path, { body: { ...body, commandId: newId('request') } });
  const sent = (await response.json()) as CallCommandResult;
  line(`${sent.callId} ${sent.result}`);
  result(sent);
}

/** Returns the room of a call that is named by its id or its room. */
async function roomOf(service: ResourceService, call: string): Promise<string> {
  if (!call.startsWith('call_')) return call;
  const { roomName } = (await (await service.send('GET', pathOf(call))).json()) as CallResource;
  return roomName;
}
