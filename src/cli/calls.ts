import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';
import { writeResponse } from './output-file.ts';
import { runningService, type Connect } from './resources.ts';

const pathOf = (callId: string): string => `/api/v1/calls/${encodeURIComponent(callId)}`;

/** Adds `end` and `recording` to `parley calls`. */
export function addCallCommands(
  calls: Command,
  output: () => Output,
  connect: Connect = runningService,
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
}
