import type { Config } from '../core/config.ts';
import { probeTcpPort, probeUdpPort } from '../core/probe-port.ts';

type PortConfig = Pick<Config, 'roles' | 'httpHost' | 'httpPort' | 'healthPort' | 'sipHost' | 'sipPort'>;

/** A port that the service listens on, and the settings that choose it. */
export interface ListenPort {
  /** Such as `HTTP`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/**
 * Checks each configured port before the service creates anything that would remain after a failed start.
 * @throws {Error} which names each port that cannot be opened, and the setting that changes it
 */
export async function requireFreePorts(config: PortConfig): Promise<void> {
  const faults = await Promise.all(
    probesOf(config).map(({ listen, probe }) =>
      probe(listen.host, listen.port).then(
        () => [],
        (error: unknown) => [listenFailure(error, listen)],
      ),
    ),
  );
  const messages = faults.flat();
  if (messages.length > 0) throw new Error(messages.join('\n'));
}

export const httpPortOf = ({ httpHost, httpPort }: Pick<Config, 'httpHost' | 'httpPort'>): ListenPort => ({
  name: 'HTTP',
  host: httpHost,
  port: httpPort,
  hostSetting: 'PARLEY_HTTP_HOST',
  portSetting: 'PARLEY_HTTP_PORT',
});

export const healthPortOf = ({
  httpHost,
  healthPort,
}: {
  readonly httpHost: string;
  readonly healthPort: number;
}): ListenPort => ({
  name: 'Health checks',
  host: httpHost,
  port: healthPort,
  hostSetting: 'PARLEY_HTTP_HOST',
  portSetting: 'PARLEY_HEALTH_PORT',
});

function probesOf(config: PortConfig) {
  const { roles, httpHost, healthPort, sipHost: host, sipPort: port } = config;
  const sip = { host, port, hostSetting: 'PARLEY_SIP_HOST', portSetting: 'PARLEY_SIP_PORT' };
  return [
    ...(roles.includes('api') ? [{ listen: httpPortOf(config), probe: probeTcpPort }] : []),
    ...(!roles.includes('api') && healthPort !== undefined
      ? [{ listen: healthPortOf({ httpHost, healthPort }), probe: probeTcpPort }]
      : []),
    ...(roles.includes('media')
      ? [
          { listen: { ...sip, name: 'SIP (UDP)' }, probe: probeUdpPort },
          { listen: { ...sip, name: 'SIP (TCP)' }, probe: probeTcpPort },
        ]
      : []),
  ];
}

/** Returns why a port could not be opened, and what to do. */
export function listenFailure(
  cause: unknown,
  { name, host, port, hostSetting, portSetting }: ListenPort,
): string {
  const { code } = cause as { code?: string };
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (code === 'EADDRINUSE')
    return `${name}: ${place} is in use by another program. Stop it, or set ${portSetting} to another port.`;
  if (code === 'EADDRNOTAVAIL')
    return `${name}: this machine has no address ${host}. Set ${hostSetting} to an address of this machine.`;
  if (code === 'EACCES')
    return `${name}: this user is not permitted to open port ${port}. Set ${portSetting} to a port above 1023.`;
  return `${name}: ${place} could not be opened (${code ?? String(cause)}). Check ${hostSetting} and ${portSetting}.`;
}
