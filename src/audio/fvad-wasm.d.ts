/** The part of @echogarden/fvad-wasm (libfvad compiled with emscripten) that this project uses. */
declare module '@echogarden/fvad-wasm' {
  export interface FvadModule {
    /** The memory of the module. Pointers are byte offsets into it. */
    readonly HEAP16: Int16Array;
    cwrap(name: string, result: 'number' | null, parameters: 'number'[]): (...values: number[]) => number;
  }
  export default function fvad(): Promise<FvadModule>;
}
