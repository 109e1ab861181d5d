/** The part of the WebAssembly JavaScript interface (W3C, 2.0) that this folder uses and the Node types lack. */
declare namespace WebAssembly {
  /** Compiled code, created by `compile`. Can be sent to other threads. */
  type Module = object;

  function compile(bytes: Uint8Array): Promise<Module>;

  class Memory {
    constructor(limits: { initial: number; maximum?: number });
    /** Replaced when the memory grows. */
    readonly buffer: ArrayBuffer;
  }

  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
