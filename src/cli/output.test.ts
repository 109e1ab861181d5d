import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

function outputOf(json: boolean, isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { output: createOutput(json, stream, false), written };
}

describe('createOutput', () => {
  it('writes text by default', () => {
    const { output, written } = outputOf(false, false);
    output.line(output.paint('red', 'hello'));
    output.result({ ignored: true });
    expect(written.join('')).toBe('hello\n');
  });

  it('writes one JSON value with --json', () => {
    const { output, written } = outputOf(true, true);
    output.line(output.paint('red', 'hello'));
    output.result({ ok: true });
    expect(JSON.parse(written.join(''))).toEqual({ ok: true });
  });

  it('uses colours on a terminal only', () => {
    expect(outputOf(false, true).output.paint('red', 'x')).toContain('\u001b[31m');
    expect(outputOf(false, false).output.paint('red', 'x')).toBe('x');
    expect(createOutput(false, { isTTY: true, write: () => {} }, true).paint('red', 'x')).toBe('x');
  });
});
