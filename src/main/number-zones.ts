import type { NumberZones } from '../core/number-zones.ts';

let loading: Promise<NumberZones> | undefined;

/** Returns the time zones of numbers. The table is loaded once and shared. */
export function loadNumberZones(): Promise<NumberZones> {
  loading ??= import('../core/number-zones.ts').then((zones) => zones.NumberZones.load());
  return loading;
}
