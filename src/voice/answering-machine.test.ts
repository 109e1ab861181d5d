import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { AnsweringMachineDetector, classifyScreeningReply, type AmdResult } from './answering-machine.ts';

function createDetector(clock: ManualClock, hasReliableWords = false) {
  const decided: [AmdResult, number][] = [];
  const detector = new AnsweringMachineDetector({
    clock,
    trustsPartials: () => hasReliableWords,
    onDecided: (result) => decided.push([result, clock.monotonicMs()]),
  });
  /** Simulates speech: voice activity, and the transcript at its end. */
  const hear = async (text: string, durationMs: number) => {
    detector.speechStarted(0);
    await clock.advance(durationMs + 100);
    detector.speechStopped(100);
    detector.turnEnded(text);
  };
  return { detector, decided, hear };
}

describe('the AMD result', () => {
  it('is human after a short hello and a pause', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await clock.advance(300);
    await hear('hello', 400);
    await clock.advance(1_000);
    expect(decided).toEqual([['human', 1_100]]);
  });

  it('waits for the transcript of a short greeting', async () => {
    const clock = new ManualClock();
    const { detector, decided } = createDetector(clock);
    detector.speechStarted(0);
    await clock.advance(1_300);
    detector.speechStopped(100);
    await clock.advance(500);
    expect(decided).toEqual([]);
    detector.turnEnded('hello');
    expect(decided).toEqual([['human', 1_800]]);
  });

  it('waits for the speech after "thank you for calling"', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('thank you for calling', 1_200);
    await clock.advance(600);
    await hear('for appointments press one', 1_600);
    await clock.advance(500);
    expect(decided.map(([result]) => result)).toEqual(['ivr']);
  });

  it('is delayed after a short unrecognised sentence', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('', 1_200);
    await clock.advance(600);
    await hear('for appointments press one', 1_600);
    await clock.advance(500);
    expect(decided.map(([result]) => result)).toEqual(['ivr']);
  });

  it('is human after a short unrecognised greeting and a longer pause', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('', 700);
    await clock.advance(2_000);
    expect(decided).toEqual([['human', 1_700]]);
  });

  it('is human after "thank you for calling" and a longer pause', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('thank you for calling', 1_200);
    await clock.advance(1_500);
    expect(decided).toEqual([['human', 2_200]]);
  });

  it('is human after a longer greeting and a longer pause', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('', 3_000);
    await clock.advance(2_000);
    expect(decided).toEqual([['human', 4_000]]);
  });

  it.each<[string, AmdResult]>([
    ["hi you've reached bob please leave a message after the tone", 'machine'],
    ['the person you are calling is not available', 'machine'],
    ['please state your name and the reason for your call', 'screening'],
    ['thank you for calling for sales press one', 'ivr'],
  ])('depends on the words: %j is %s', async (text, result) => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear(text, 3_000);
    await clock.advance(500);
    expect(decided.map(([result]) => result)).toEqual([result]);
  });

  it('is machine for long speech without recognised words', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('', 4_500);
    await clock.advance(400);
    await hear('', 3_000);
    expect(decided).toEqual([['machine', 7_500]]);
  });

  it.each([
    [true, 5_000],
    [false, 8_000],
  ])(
    'is uncertain for sound without words and pauses, such as noise (reliable words: %s)',
    async (hasReliableWords, atMs) => {
      const clock = new ManualClock();
      const { detector, decided } = createDetector(clock, hasReliableWords);
      detector.speechStarted(0);
      await clock.advance(30_000);
      expect(decided).toEqual([['uncertain', atMs]]);
    },
  );

  it('is uncertain for noise with pauses, if speech would have words', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock, true);
    for (let i = 0; i < 20; i++) {
      await hear('', 1_000);
      await clock.advance(400);
    }
    expect(decided).toEqual([['uncertain', 20_000]]);
  });

  it('is human for a greeting before noise that does not end', async () => {
    const clock = new ManualClock();
    const { detector, decided } = createDetector(clock, true);
    detector.speechStarted(0);
    await clock.advance(500);
    detector.partialTranscript('Hello?');
    await clock.advance(30_000);
    expect(decided).toEqual([['human', 2_000]]);
  });

  it('is human for a long greeting that ends with a question, and machine for one that does not', async () => {
    const greeting = 'Welcome to the dental practice of Doctor Smith and partners in Springfield, '.repeat(2);
    for (const [text, result] of [
      [`${greeting} how can I help you today`, 'human'],
      [`${greeting} who can I get for you?`, 'human'],
      [`${greeting} we are open from Monday to Friday`, 'machine'],
    ] as const) {
      const clock = new ManualClock();
      const { detector, decided } = createDetector(clock, true);
      detector.speechStarted(0);
      for (let letters = 10; letters <= text.length; letters += 10) {
        await clock.advance(650);
        detector.partialTranscript(text.slice(0, letters));
      }
      detector.speechStopped(0);
      detector.turnEnded(text);
      await clock.advance(1_500);
      expect(decided.map(([result]) => result)).toEqual([result]);
    }
  });

  it.each([
    "Hi, you've reached Sarah. If you'd like to leave a message, please do so after the beep.",
    'Möchten Sie eine Nachricht hinterlassen, sprechen Sie bitte nach dem Signalton.',
    'Si quiere dejar un mensaje, hágalo después de la señal.',
    'Si vous voulez laisser un message, parlez après le bip.',
    'Se vuole lasciare un messaggio, parli dopo il segnale acustico.',
    'Se deseja deixar um recado, fale após o sinal.',
    'Wilt u een bericht achterlaten, spreek dan in na de piep.',
  ])('is machine if an offer names the tone: %s', async (text) => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock, true);
    await hear(text, 4_000);
    await clock.advance(1_500);
    expect(decided.map(([result]) => result)).toEqual(['machine']);
  });

  it('is machine for long speech in a script whose phrases are not known', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock, true);
    await hear('Здравствуйте, вы позвонили в компанию Ромашка, сейчас мы закрыты', 4_500);
    await clock.advance(400);
    await hear('Мы работаем с понедельника по пятницу с девяти до пяти', 3_000);
    await clock.advance(2_500);
    expect(decided.map(([result]) => result)).toEqual(['machine']);
  });

  it('is machine after a beep', () => {
    const { detector, decided } = createDetector(new ManualClock());
    detector.beepDetected();
    expect(decided).toEqual([['machine', 0]]);
  });

  it('is uncertain after silence, so that the agent speaks first', async () => {
    const clock = new ManualClock();
    const { decided } = createDetector(clock);
    await clock.advance(30_000);
    expect(decided).toEqual([['uncertain', 2_000]]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is corrected from human to machine by later words', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear("hi it's bob", 900);
    await clock.advance(600);
    await hear("i can't come to the phone right now", 2_000);
    await clock.advance(30_000);
    expect(decided.map(([result]) => result)).toEqual(['human', 'machine']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is corrected from human to ivr when a menu follows a long pause', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    await hear('thank you for calling', 1_200);
    await clock.advance(1_500);
    await hear('for appointments press one', 1_600);
    await clock.advance(30_000);
    expect(decided.map(([result]) => result)).toEqual(['human', 'ivr']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits for the late transcript of a slow recogniser', async () => {
    const clock = new ManualClock();
    const { detector, decided } = createDetector(clock);
    detector.speechStarted(0);
    await clock.advance(1_300);
    detector.speechStopped(100);
    await clock.advance(1_500);
    expect(decided).toEqual([]);
    detector.turnEnded('for sales press one');
    expect(decided.map(([result]) => result)).toEqual(['ivr']);
  });

  it('is decided within the time limit for any input', async () => {
    const clock = new ManualClock();
    const { decided, hear } = createDetector(clock);
    for (let i = 0; i < 30; i++) {
      await hear('the quick brown fox jumps over the lazy dog', 100);
      await clock.advance(900);
    }
    expect(decided).toHaveLength(1);
  });

  it('is not reported after close', async () => {
    const clock = new ManualClock();
    const { detector, decided } = createDetector(clock);
    detector.close();
    detector.beepDetected();
    await clock.advance(30_000);
    expect(decided).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('classifyScreeningReply', () => {
  it.each([
    ['Thank you. Connecting you now.', 'screening'],
    ['Thanks.', 'screening'],
    ['Please stay on the line.', 'screening'],
    ['Vielen Dank. Bitte bleiben Sie dran.', 'screening'],
    ['Gracias. No cuelgue, por favor.', 'screening'],
    ['Merci, ne quittez pas.', 'screening'],
    ['Obrigado. Permaneça na linha.', 'screening'],
    ['Grazie. Resti in linea.', 'screening'],
    ['Bedankt. Blijf aan de lijn.', 'screening'],
    ['Danke.', 'screening'],
    ['Danke, worum geht es?', 'human'],
    ['Pronto, chi parla?', 'human'],
    ['She is not available. Please leave a message.', 'machine'],
    ['Hello?', 'human'],
    ['Thanks, what is it about?', 'human'],
    ["Who's calling?", 'human'],
    ['She is not available.', 'human'],
    ['He is out. Would you like to leave a message?', 'human'],
    ['Sprechen Sie nach dem Signalton.', 'machine'],
    ['', 'human'],
  ])('classifies %j as %s', (text, result) => {
    expect(classifyScreeningReply(text)).toBe(result);
  });
});
