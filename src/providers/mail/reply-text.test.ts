import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyText } from './reply-text.ts';

const original = '> Hello Ada,\n> see you tomorrow at ten.\n>\n> -- \n> Parley\n';

describe('replyText', () => {
  it.each([
    'On Mon, Nov 23, 2026 at 10:00 AM Parley <agent@example.com> wrote:',
    'On Mon, Nov 23, 2026 at 10:00 AM Parley\n<agent+long-token-0123456789@example.com>\nwrote:',
    'Am 23.11.26 um 10:00 schrieb Parley:',
    'Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Parley <agent@example.com>:',
    'Le lun. 23 nov. 2026 à 10:00, Parley <agent@example.com> a écrit :',
    'El lun, 23 nov 2026 a las 10:00, Parley (<agent@example.com>) escribió:',
    'Em seg., 23 de nov. de 2026 às 10:00, Parley <agent@example.com> escreveu:',
    'Il giorno lun 23 nov 2026 alle ore 10:00 Parley <agent@example.com> ha scritto:',
    'Op ma 23 nov 2026 om 10:00 schreef Parley <agent@example.com>:',
    'Den mån 23 nov. 2026 kl 10:00 skrev Parley <agent@example.com>:',
    'W dniu 23.11.2026 o 10:00, Parley pisze:',
    'pon., 23 lis 2026 o 10:00 Parley <agent@example.com> napisał(a):',
    'ma 23. marrask. 2026 klo 10.00 Parley (agent@example.com) kirjoitti:',
    'Parley <agent@example.com>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:',
    'пн, 23 нояб. 2026 г. в 10:00, Parley <agent@example.com>:\n23 ноября 2026, Parley написал:',
    '2026年11月23日(月) 10:00 Parley <agent@example.com>のメール:',
    'Parley <agent@example.com> 于2026年11月23日周一 10:00写道：',
    '2026년 11월 23일 (월) 오전 10:00, Parley <agent@example.com>님이 작성:',
    'في الاثنين، 23 نوفمبر 2026 في 10:00 ص كتب Parley <agent@example.com>:\n23 كتب:',
    'בתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת Parley <‪agent@example.com‬‏>:\n23 כתב:',
  ])('removes the quote below %j', (attribution) => {
    // Lines that only these languages put before the fixed end are not part of the rule.
    const lines = attribution.split('\n');
    const isWrapped = lines.at(-1) === 'wrote:' || lines.length === 1;
    const shown = isWrapped ? attribution : lines.at(-1)!;
    expect(replyText(`Yes, that works.\n\n${shown}\n${original}`)).toBe('Yes, that works.');
  });

  /** Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, Proton, GMX, KMail, Horde and Mutt. */
  const attributions = [
    'On Mon, Nov 3, 2026 at 10:00 AM X Y <x@example.com> wrote:',
    'On Mon, 3 Nov 2026, X wrote:',
    'On Nov 3, 2026, at 10:00, X <x@example.com> wrote:',
    'On 11/3/26 10:00 AM, X wrote:',
    'On Monday, November 3rd, 2026 at 10:00 AM, X <x@example.com> wrote:',
    'On 11/3/26, 10:00 AM, "X Y" <x@example.com> wrote:',
    'X wrote on 03/11/2026 10:00:',
    'X Y <x@example.com> wrote:',
    'X Y wrote:',
    'On Monday, X wrote:',
    'Quoting X <x@example.com>:',
    'X Y <x@example.com> writes:',
    'Le lun. 3 nov. 2026 à 10:00, X <x@example.com> a écrit :',
    'Le 03/11/2026 à 10:00, X a écrit :',
    'Le 3 nov. 2026 à 10:00, X <x@example.com> a écrit :',
    'X a écrit :',
    'X <x@example.com> a écrit le 03/11/2026 :',
    'Am 03.11.26 um 10:00 schrieb X:',
    'Am 03.11.2026 um 10:00 schrieb X <x@example.com>:',
    'Am Mo., 3. Nov. 2026 um 10:00 Uhr schrieb X <x@example.com>:',
    'X schrieb am 03.11.2026 um 10:00:',
    'X schrieb:',
    'X <x@example.com> hat am 03.11.2026 10:00 geschrieben:',
    'Am Montag, 3. November 2026 um 10:00:00 MEZ hat X <x@example.com> Folgendes geschrieben:',
    'On Montag, 3. November 2026 10:00:00 CET X wrote:',
    'El lun, 3 nov 2026 a las 10:00, X (<x@example.com>) escribió:',
    'El 3/11/26 a las 10:00, X escribió:',
    'El 3 nov 2026, a las 10:00, X <x@example.com> escribió:',
    'X escribió:',
    'Em seg., 3 de nov. de 2026 às 10:00, X <x@example.com> escreveu:',
    'X <x@example.com> escreveu (segunda, 3/11/2026 à(s) 10:00):',
    'Às 10:00 de 03/11/2026, X escreveu:',
    'Em 03/11/2026 10:00, X escreveu:',
    'No dia 3 de nov. de 2026, às 10:00, X <x@example.com> escreveu:',
    'X escreveu:',
    'Il giorno lun 3 nov 2026 alle ore 10:00 X <x@example.com> ha scritto:',
    'Il 03/11/2026 10:00, X ha scritto:',
    'Il giorno 3 nov 2026, alle ore 10:00, X <x@example.com> ha scritto:',
    'X ha scritto:',
    'Op ma 3 nov 2026 om 10:00 schreef X <x@example.com>:',
    'Op 03-11-2026 om 10:00 schreef X:',
    'Op 3 nov 2026, om 10:00 heeft X <x@example.com> het volgende geschreven:',
    'X schreef op 03-11-2026 om 10:00:',
    'X schreef:',
  ];

  const wrapped = (line: string): string => {
    const words = line.split(' ');
    const half = Math.ceil(words.length / 2);
    return `${words.slice(0, half).join(' ')}\n${words.slice(half).join(' ')}`;
  };

  it.each(attributions)('removes %j with its quote, and keeps the lines around both', (attribution) => {
    for (const shown of [attribution, wrapped(attribution)]) {
      expect(replyText(`Yes.\n\n${shown}\n${original}`)).toBe('Yes.');
      expect(replyText(`Yes.\n\n${shown}\n\n${original}`)).toBe('Yes.');
      expect(replyText(`Yes, at ten\n${shown}\n${original}`)).toBe('Yes, at ten');
      expect(replyText(`${shown}\n> Do you come?\n\nYes.`)).toBe('Yes.');
      expect(replyText(`Hi,\n\n${shown}\n> One?\nYes.\n> Two?\nNo.`)).toBe('Hi,\n\nYes.\nNo.');
    }
  });

  it('keeps an answer on the line above the attribution of a quote without marks', () => {
    const attribution = 'On 5 May 2026 at 10:00, Parley <a@example.com> wrote:';
    expect(replyText(`Yes, on Monday at 10.\n${attribution}\n\nHello Ada`)).toBe('Yes, on Monday at 10.');
  });

  it('removes a quote without marks', () => {
    const text = 'Yes.\r\n\r\nOn 5 May 2026 at 10:00, Parley <a@example.com> wrote:\r\n\r\nHello Ada\r\n';
    expect(replyText(text)).toBe('Yes.');
  });

  it.each([
    '-----Original Message-----',
    '-----Ursprüngliche Nachricht-----',
    '----- Message d’origine -----',
    '________________________________\nFrom: Parley <agent@example.com>\nSent: Monday, 23 November 2026 10:00\nTo: Ada\nSubject: Visit',
    'From: Parley <agent@example.com>\nSent: Monday\nTo: Ada\nSubject: Visit',
    '*Von:* Parley <agent@example.com>\n*Gesendet:* Montag\n*An:* Ada\n*Betreff:* Termin',
    'De : Parley <agent@example.com>\nEnvoyé : lundi\nÀ : Ada\nObjet : Visite',
    'De: Parley\nEnviado el: lunes\nPara: Ada\nAsunto: Visita',
    'Da: Parley\nInviato: lunedì\nA: Ada\nOggetto: Visita',
    '发件人: Parley <agent@example.com>\n发送时间: 2026年11月23日\n收件人: Ada\n主题: 预约',
    '差出人: Parley\n送信日時: 2026年11月23日\n宛先: Ada\n件名: 予約',
    'От: Parley\nОтправлено: 23 ноября\nКому: Ada\nТема: Визит',
    'Begin forwarded message:',
    '---------- Forwarded message ---------',
    '## Please type your reply above this line ##',
    '-- \nAda Lovelace\nLondon',
    '--\nAda Lovelace',
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Get Outlook for iOS<https://aka.ms/o0ukef>',
    'iPhoneから送信',
    'Отправлено с iPhone',
    'This email and any attachments are confidential.\nIf you are not the recipient …',
  ])('removes what follows %j', (end) => {
    expect(replyText(`STOP\n\n${end}\n\nHello Ada, see you tomorrow.\n`)).toBe('STOP');
  });

  it('keeps answers between quoted lines', () => {
    const text =
      'Hello,\n\nOn 5 May 2026, Parley wrote:\n> Do you come?\nYes.\n> At ten?\nNo, at eleven.\n\n-- \nAda\n';
    expect(replyText(text)).toBe('Hello,\n\nYes.\nNo, at eleven.');
  });

  it('keeps an answer below the quote', () => {
    expect(replyText('On 5 May 2026, Parley wrote:\n> Do you come?\n\nYes, gladly.')).toBe('Yes, gladly.');
  });

  it.each([
    'From: what I understand, this works.',
    'Date: 5 May\nPlace: London\nThank you',
    'He wrote:\nthis is good',
    'I can do:\n- Monday\n- Tuesday\n\nWhich one?',
    'a -- b\n---\nnext',
    'To: be or not to be',
    'My address:\nMain Street 1',
    'On Monday I wrote: no',
    'I wrote to them on 5 May.',
    'Sent from my old address, sorry.\nPlease use this one.\nIt is new.\nThanks.\nBest,\nAda',
    'שלום, אני מאשר את הפגישה',
    '‮abc‬ and раураl',
  ])('keeps %j', (text) => {
    expect(replyText(text)).toBe(text);
  });

  it('returns an empty text for a mail that consists of a quote', () => {
    expect(replyText(`On 5 May 2026, Parley wrote:\n${original}`)).toBe('');
  });

  it('limits its result, without half of a character', () => {
    const text = replyText('👍'.repeat(100_000));
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(text.isWellFormed()).toBe(true);
  });

  it('takes time proportional to the length of hostile texts', () => {
    const size = 300_000;
    for (const unit of [
      '\n',
      '>',
      '> ',
      '-',
      'from: x\n',
      'on 1\n',
      'sent from my x\n\n',
      ': ',
      '*',
      '_'.repeat(12) + '\n',
      'a:\n',
    ]) {
      // In quadratic time, the test would exceed its time limit.
      expect(typeof replyText(unit.repeat(size / unit.length))).toBe('string');
    }
  });

  it('adds nothing to the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 20 }), (lines) => {
        const kept = replyText(lines.join('\n')).split('\n');
        const given = lines.join('\n').replaceAll(/\r\n?/g, '\n').split('\n');
        for (const line of kept) expect(given.some((one) => one.includes(line))).toBe(true);
      }),
    );
  });
});
