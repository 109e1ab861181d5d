import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { writeBootstrap } from './connect.ts';
import { CommandError, type Output } from './output.ts';

/**
 * Creates a key with every permission on the machine of the service, for an operator who has lost the first key, and writes it to bootstrap.json.
 * @throws {CommandError} for a service at `PARLEY_URL`
 */
export async function recover(output: Output): Promise<void> {
  const config = readConfig(process.env);
  if (config.serviceUrl !== undefined)
    throw new CommandError('A key is recovered on the machine of the service only. Unset PARLEY_URL there.');
  const { recoverKey } = await import('../main.ts');
  const dependencies = { clock: systemClock, random: systemRandom, logger: createLogger('warn') };
  const { workspaceId, keyId, apiKey } = await recoverKey(config, dependencies);
  const file = writeBootstrap(config.dataDir, { workspaceId, apiKey });
  output.line(
    `The key ${keyId} has every permission. It is in ${file}, which the commands of this machine use.`,
  );
  if (output.isTerminal) output.line(`API key (shown only once):\n\n  ${output.paint('bold', apiKey)}\n`);
  output.line(
    'The old keys are unchanged. List them with: npx parley-server keys list; revoke one with: npx parley-server keys delete <id>',
  );
  // The secret is only in the file.
  output.result({ keyId, workspaceId, file });
}
