import path from 'node:path';
import {
  codeOf,
  SupervisedProgram,
  type ApiResponse,
  type NodeName,
  type NodeSettings,
  type ProgramOptions,
} from '../support/crash/supervised-program.ts';
import type { BrokenBuild } from './broken-builds.ts';
import type { ChildCommand, ChildSettings } from './child.ts';
import type { PhoneNetwork } from './phone-network.ts';
import type { SplitRoles } from './scenario.ts';
import type { PredialServer, PredialResponse } from './predial-server.ts';

/** The program's clock runs this many times faster than the system clock. */
const speed = 2;
const portsPerNode = 250;

export interface DeploymentOptions extends ProgramOptions {
  readonly network: PhoneNetwork;
  readonly predialServer: PredialServer;
  /** First of the 500 UDP ports for SIP and RTP. */
  readonly firstPort: number;
  readonly broken?: BrokenBuild | undefined;
  readonly roles?: SplitRoles | undefined;
}

/** The program of one run with its phone network and an adjustable clock. */
export class Deployment extends SupervisedProgram<DeploymentOptions> {
  protected override readonly nodeFile = path.join(import.meta.dirname, 'child.ts');
  readonly #anchorMs = Date.now();
  #clockOffsetMs = 0;

  /** URL of the pre-dial check. */
  get predialUrl(): string {
    const { predialServer, database } = this.options;
    return predialServer.urlOf(database);
  }

  /** The responses of the pre-dial check in this run. */
  get predialResponses(): readonly PredialResponse[] {
    const { predialServer, database } = this.options;
    return predialServer.responsesOf(database);
  }

  /** @param preparedData data folder of the prepared program; its `bootstrap.json` contains the API key */
  async open(seed: number, preparedData?: string): Promise<void> {
    await this.createFolder(preparedData);
    await this.options.network.startRun({ file: this.recordFile, seed });
  }

  /** Current offset of the program's clock in ms. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  setClockOffset(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    const command: ChildCommand = { setClockOffset: offsetMs };
    for (const name of ['first', 'second'] as const) this.node(name)?.send(command);
  }

  /** Returns whether the response is final. An error about a call that could not be placed is final too; its row has the reason. */
  protected override isFinal(response: ApiResponse): boolean {
    const { body } = response;
    const isCallError = codeOf(body) === 'UNKNOWN_ERROR' && String(body['details']).includes('The call is ');
    return isCallError || super.isFinal(response);
  }

  protected override settingsOf(name: NodeName): NodeSettings & Pick<ChildSettings, 'clock'> {
    const { network, firstPort, roles } = this.options;
    const ports = name === 'first' ? firstPort : firstPort + portsPerNode;
    return {
      environment: {
        // The successor uses the same port, so it receives the messages that were sent to its predecessor.
        PARLEY_SIP_PORT: String(ports),
        PARLEY_RTP_PORTS: `${ports + 2}-${ports + portsPerNode - 1}`,
        PARLEY_MEDIA_THREADS: '1',
        PARLEY_TRUNK_URL: network.trunkUrl,
        ...(roles && { PARLEY_ROLES: roles[name] }),
        PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      },
      clock: { anchorMs: this.#anchorMs, speed, offsetMs: this.#clockOffsetMs },
    };
  }
}
