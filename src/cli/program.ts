import { Command, CommanderError } from 'commander';
import { ConfigError } from '../core/config.ts';
import { readVersion } from '../core/version.ts';
import { addBatchCommands } from './batch.ts';
import { addCallCommands } from './calls.ts';
import { formatError } from './format-error.ts';
import { addResources } from './resources.ts';
import { addSuppressionCommands } from './suppressions.ts';
import { createOutput, UsageError, type Output } from './output.ts';

/** 0 done, 1 failed, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2;

const serviceHelp = `
The call is carried by the service at PARLEY_URL, with the key in PARLEY_API_KEY; without PARLEY_URL by the one at
PARLEY_HTTP_HOST and PARLEY_HTTP_PORT, with the key in PARLEY_DATA_DIR. If none runs there, the command starts one on the same settings, and stops it after the call.`;

/** The command line. Each command is a file of its name, loaded when it is asked for. */
export function createProgram(outputFor: (json: boolean) => Output = createOutput): Command {
  const program = new Command('parley')
    .description('Self-hosted voice and messaging agents.')
    .version(readVersion(), '--version', 'show the version')
    .option('--json', 'answer in JSON, for programs')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const output = () => outputFor(program.opts<{ json?: boolean }>().json === true);

  program
    .command('serve')
    .description('run the service')
    .action(async () => (await import('./serve.ts')).serve(output()));

  program
    .command('demo')
    .description('let the demo agent call a simulated person, and show the conversation')
    .option('--persona <digits>', 'who answers, 00 to 19 (docs/test-network.md)', '00')
    .addHelpText('after', serviceHelp)
    .action(async (options: { persona: string }) => (await import('./demo.ts')).demo(options, output()));

  program
    .command('call <number>')
    .description('call a number with an agent, and show the conversation')
    .option(
      '--agent <agent>',
      'id of the agent, or words of its name; defaults to the only one that can call',
    )
    .option('--name <name>', 'name of whoever is called, for flows that greet by it')
    .addHelpText('after', serviceHelp)
    .action(async (number: string, options: object) =>
      (await import('./call.ts')).call(number, options, output()),
    );

  program
    .command('doctor')
    .description('check ports, addresses, disk, database, trunks, the key and language models')
    .action(async () => (await import('./doctor.ts')).doctor(output()));

  program
    .command('mcp')
    .description('offer the API to AI assistants (Model Context Protocol), on standard input and output')
    .option('--http', 'over HTTP on this machine instead; each request brings a key')
    .option('--port <port>', 'with --http: the port, 0 for a free one', '3100')
    .option('--workspace <id>', 'the workspace to act in')
    .action(async (options: { port: string }) => (await import('./mcp.ts')).mcp(options, output()));

  const keys = addKeys(program, output);
  const batch = program.command('batch').description('many calls from one file');
  addBatchCommands(batch, output);
  const calls = program.command('calls').description('calls, by the API');
  addCallCommands(calls, output);
  const suppressions = program
    .command('suppressions')
    .description('addresses that are not called or written to');
  addSuppressionCommands(suppressions, output);
  const made: Readonly<Record<string, Command>> = { keys, batches: batch, calls, suppressions };
  const nounCommand = (name: string) =>
    made[name] ?? program.command(name).description(`${name}, by the API`);
  addResources(nounCommand, output);
  return program;
}

function addKeys(program: Command, output: () => Output): Command {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('make an API key; it is shown once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--preset <preset>', 'full, developer, operator or read-only (developer)')
    .option('--scopes <scopes...>', 'scopes one by one, in place of a preset')
    .option('--expires-at <time>', 'ISO 8601')
    .action(async (options: { name: string }) =>
      (await import('./create-key.ts')).createKey(options, output()),
    );
  return keys;
}

/**
 * Runs one command line, without the program's own name. Never rejects. What went wrong is a sentence on standard error, or
 * one JSON value there where JSON is asked for.
 */
export async function runCommand(
  words: readonly string[],
  outputFor: (json: boolean) => Output = createOutput,
  complain: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<ExitCode> {
  const json = words.includes('--json');
  const program = createProgram(outputFor);
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    command.exitOverride().configureOutput({ writeErr: json ? () => {} : complain });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    const code = exitCodeOf(error);
    // Commander has said what it has to say, unless it was kept quiet.
    const isSaid = error instanceof CommanderError && !json;
    if (code !== 0 && !isSaid) complain(`${formatError(error, json)}\n`);
    return code;
  }
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
