/** Loaded into the measured process with `--import` and `--expose-gc`: SIGUSR2 collects all garbage. */
process.on('SIGUSR2', () => globalThis.gc?.());
