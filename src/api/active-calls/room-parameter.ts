import type { PathParameter } from '../endpoint.ts';

export const roomParameter = {
  roomName: { kind: 'room', notFoundCode: 'call_not_found', description: 'The room of the call.' },
} as const satisfies Record<string, PathParameter>;
