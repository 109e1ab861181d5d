import { expect, it } from 'vitest';
import { isFarewell } from './farewell.ts';

it.each([
  'Bye.',
  'Okay, thank you very much. Bye-bye!',
  "No, that's all. Thanks for your help, you too.",
  'Danke schön, auf Wiederhören',
  'Vale, muchas gracias, adiós',
  'Merci, bonne journée, au revoir !',
  'Grazie mille, arrivederci',
  'Tá bom, muito obrigada, até logo',
  'Dank u wel, tot ziens',
  'mm-hm',
  'Thanks, ciao!',
])('is a farewell: %s', (text) => expect(isFarewell(text)).toBe(true));

it.each([
  'Wait, one more question.',
  'No.',
  'Thanks, but what about Tuesday?',
  'Danke, noch eine Frage',
  'Oh, and my number has changed',
  'Gracias, pero una cosa más',
  'bye '.repeat(40),
  '',
])('is more than a farewell, or nothing: %s', (text) => expect(isFarewell(text)).toBe(false));
