/**
 * Renders the output of a command as an SVG image of a terminal: `npx parley demo | npx node scripts/draw-terminal.ts "npx parley demo" > docs/demo.svg`.
 */
import { readFileSync } from 'node:fs';

const lineHeight = 20;
const characterWidth = 8.43;
const margin = 18;

const command = process.argv[2] ?? '';
const output = readFileSync(0, 'utf8');
const lines = [`$ ${command}`, ...output.trimEnd().split('\n')];

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the colour of a line: command, agent, customer or other. */
function colourOf(line: string): string {
  if (line.startsWith('$')) return '#8be9a8';
  if (/ agent {2}/.test(line)) return '#7cc7ff';
  if (/ customer {2}/.test(line)) return '#ffd479';
  return '#c9d1d9';
}

const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * characterWidth + 2 * margin);
const height = lines.length * lineHeight + 2 * margin;
const rows = lines.map((line, index) => {
  const y = margin + (index + 0.75) * lineHeight;
  return `  <text x="${margin}" y="${y}" fill="${colourOf(line)}" xml:space="preserve">${escape(line)}</text>`;
});
console.log(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">
  <rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${rows.join('\n')}
</svg>`);
