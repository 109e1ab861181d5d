import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resources of a process, as Linux reports them. */
export interface ProcessResources {
  /** Resident memory in MiB. */
  readonly rssMib: number;
  /** Open file descriptors, of which `sockets` are sockets. */
  readonly handles: number;
  readonly sockets: number;
}

/** Reads /proc. */
export function readResources(pid: number): ProcessResources {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const folder = `/proc/${pid}/fd`;
  const handles = readdirSync(folder);
  return {
    rssMib: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024,
    handles: handles.length,
    sockets: handles.filter((handle) => isSocket(`${folder}/${handle}`)).length,
  };
}

function isSocket(link: string): boolean {
  try {
    return readlinkSync(link).startsWith('socket:');
  } catch {
    // It was closed after the folder was read.
    return false;
  }
}
