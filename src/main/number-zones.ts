import type { NumberZones } from '../core/number-zones.ts';

let loading: Promise<NumberZones> | undefined;

/** In which zones numbers are; the table is read once, for all who ask. */
export function loadNumberZones(): Promise<NumberZones> {
  loading ??= import('../core/number-zones.ts').then((zones) => zones.NumberZones.load());
  return loading;
}
