/** The part of the WebAssembly JavaScript interface (W3C, 2.0) that is used; the Node types leave it out. */
declare namespace WebAssembly {
  /** Compiled code; may be sent to other threads. Made by `compile`. */
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
