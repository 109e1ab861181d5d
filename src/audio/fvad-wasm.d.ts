/** The part of @echogarden/fvad-wasm (libfvad by emscripten) that is used. */
declare module '@echogarden/fvad-wasm' {
  export interface FvadModule {
    /** Its memory. Pointers are byte offsets into it. */
    readonly HEAP16: Int16Array;
    cwrap(name: string, result: 'number' | null, parameters: 'number'[]): (...values: number[]) => number;
  }
  export default function fvad(): Promise<FvadModule>;
}
