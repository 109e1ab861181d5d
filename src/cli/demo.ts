import { makeCall } from './call.ts';
import { newestAgent } from './select-agent.ts';
import { connectOrStart } from './connect.ts';
import { ParleyError } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError, type Output } from './output.ts';

export interface DemoOptions {
  /** Two digits: who answers, as docs/test-network.md tells. */
  readonly persona: string;
}

/** Of the area code 202: the clocks by which an appointment is told, wherever this machine stands. */
const personaTimeZone = 'America/New_York';

/** The demo's agent rings a simulated person of the test network: a real call over SIP and RTP that leaves this machine nowhere. */
export async function demo({ persona }: DemoOptions, output: Output): Promise<void> {
  if (!/^\d{2}$/.test(persona)) {
    throw new UsageError('A persona has two digits, 00 to 99; docs/test-network.md tells who they are.');
  }
  const connected = await connectOrStart();
  try {
    const { demoAgent, demoCallDetails } = await import('../main.ts');
    const agent = await newestAgent(connected.client, demoAgent.name);
    const details = demoCallDetails(Date.now(), personaTimeZone);
    const fields = { agentId: agent.id, toNumber: `+120255501${persona}`, ...details };
    await makeCall(connected, agent, fields, output).catch((error: unknown) => {
      throw explainOptOut(error, persona);
    });
  } finally {
    await connected.close();
  }
}

/** A simulated person who wanted no more calls gets none either; in new data nobody has said so yet. Other errors stay as they are. */
export function explainOptOut(error: unknown, persona: string): unknown {
  if (!(error instanceof ParleyError) || error.code !== 'opted_out') return error;
  const again = `PARLEY_DATA_DIR=$(mktemp -d) PARLEY_HTTP_PORT=0 PARLEY_SIP_PORT=0 npx parley demo --persona ${persona}`;
  return new CommandError(
    `This person said in an earlier call that they want no more, and Parley keeps to that: +120255501${persona} is not called again.\n` +
      `To hear it once more, start with new data:\n  ${again}`,
    { cause: error },
  );
}
