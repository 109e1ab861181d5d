import { chooseAgent, makeCall } from './call.ts';
import { connectOrStart } from './connect.ts';
import { UsedWrongly, type Output } from './output.ts';

export interface DemoOptions {
  /** Two digits: who answers, as docs/test-network.md tells. */
  readonly persona: string;
}

/** The demo's agent rings a simulated person of the test network: a real call over SIP and RTP that leaves this machine nowhere. */
export async function demo({ persona }: DemoOptions, output: Output): Promise<void> {
  if (!/^\d{2}$/.test(persona)) {
    throw new UsedWrongly('A persona has two digits, 00 to 99; docs/test-network.md tells who they are.');
  }
  const connected = await connectOrStart();
  try {
    const { demoAgent, demoCallDetails } = await import('../main.ts');
    const agent = await chooseAgent(connected.client, demoAgent.name);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const details = demoCallDetails(Date.now(), timeZone);
    const fields = { agentId: agent.id, toNumber: `+120255501${persona}`, ...details };
    await makeCall(connected.client, connected.config.dataDir, agent, fields, output);
  } finally {
    await connected.close();
  }
}
