import { makeCall } from './call.ts';
import { newestAgent } from './select-agent.ts';
import { connectOrStart } from './connect.ts';
import { ParleyError } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError, type Output } from './output.ts';

export interface DemoOptions {
  /** Two digits that select the persona (docs/test-network.md). */
  readonly persona: string;
}

/** Time zone of area code 202, used for spoken times of appointments. */
const personaTimeZone = 'America/New_York';

/** Calls a simulated person with the demo agent: a real call over SIP and RTP within this machine. */
export async function demo({ persona }: DemoOptions, output: Output): Promise<void> {
  if (!/^\d{2}$/.test(persona)) {
    throw new UsageError('A persona has two digits, 00 to 99. docs/test-network.md lists them.');
  }
  const connection = await connectOrStart();
  try {
    const { demoAgent, demoCallDetails } = await import('../main.ts');
    const agent = await newestAgent(connection.client, demoAgent.name);
    const details = demoCallDetails(Date.now(), personaTimeZone);
    const fields = { agentId: agent.id, toNumber: `+120255501${persona}`, ...details };
    await makeCall(connection, agent, fields, output).catch((error: unknown) => {
      throw explainOptOut(error, persona);
    });
  } finally {
    await connection.close();
  }
}

/** Explains how to call a simulated person who has opted out, with a new data folder. Returns other errors unchanged. */
export function explainOptOut(error: unknown, persona: string): unknown {
  if (!(error instanceof ParleyError) || error.code !== 'opted_out') return error;
  const command = `PARLEY_DATA_DIR=$(mktemp -d) PARLEY_HTTP_PORT=0 PARLEY_SIP_PORT=0 npx parley-server demo --persona ${persona}`;
  return new CommandError(
    `This persona opted out in an earlier call, so +120255501${persona} is not called again.\n` +
      `To repeat the call, use a new data folder:\n  ${command}`,
    { cause: error },
  );
}
