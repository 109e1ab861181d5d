import { describe, expect, it } from 'vitest';
import { patchEngine } from './engine-patch.ts';
import { loadSpeechModel } from './speech-model.ts';

/** (import "env" "memory" (memory 1 1)) (func (export "f") (param f32) (result i32) local.get 0, i32.trunc_f32_s) */
const smallModule = Uint8Array.from(
  Buffer.from(
    '0061736d01000000' + // magic and version
      '01060160017d017f' + // type: (f32) -> i32
      '02100103656e76066d656d6f727902010101' + // import: one page of memory, no more
      '03020100' + // function
      '07050101660000' + // export
      '0a070105002000a80b', // code
    'hex',
  ),
);

async function run(module: Uint8Array, pages: number, value: number): Promise<number> {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const instance = new WebAssembly.Instance(await WebAssembly.compile(module), { env: { memory } });
  return (instance.exports.f as (value: number) => number)(value);
}

describe('the patched engine', () => {
  it('saturates conversions of large numbers, where the original traps', async () => {
    await expect(run(smallModule, 1, -1e20)).rejects.toThrow('unrepresentable');
    const patched = patchEngine(smallModule);
    expect(await run(patched, 1, -1e20)).toBe(-(2 ** 31));
    expect(await run(patched, 1, 41.9)).toBe(41);
  });

  it('supports more memory than the original', async () => {
    await expect(run(smallModule, 4, 1)).rejects.toThrow('memory import');
    expect(await run(patchEngine(smallModule), 4, 1)).toBe(1);
  });

  it('is a valid module after patching the real engine', async () => {
    const { engineWasm } = await loadSpeechModel();
    const patched = patchEngine(engineWasm);
    expect(patched.length - engineWasm.length).toBeGreaterThan(50);
    await expect(WebAssembly.compile(patched)).resolves.toBeDefined();
  });

  it('rejects unknown instructions', () => {
    const unknown = smallModule.slice();
    unknown[unknown.length - 2] = 0xfd;
    expect(() => patchEngine(unknown)).toThrow('unknown instruction fd');
  });
});
