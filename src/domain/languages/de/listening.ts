import type { Listening } from '../listening.ts';

export const germanListening: Listening = {
  acknowledgements:
    'ja|jo|jaja|genau|okay|ok|gut|alles klar|verstehe|ich verstehe|verstanden|richtig|stimmt|klar|achso|ach so|natürlich|schön|super|in ordnung',
  interrupts:
    'stopp|stop|halt|warte|warten|moment|momentchen|einen moment|einen augenblick|augenblick|sekunde|eine sekunde|entschuldigung|entschuldigen sie|hören sie|hör auf|hör zu|nein nein|lassen sie mich|lass mich|ruhe|aufhören|es reicht',
  danglingWords:
    'und|oder|aber|weil|denn|ahm|ah|der|dem|ein|eine|einen|mit|von|fur|mein|meine|ist|lautet|wenn|dass',
  dictation: {
    oneDigit: 'null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun|doppel',
    twoDigits: /^(?:elf|zwolf|.*zehn|.+zig|.+ßig|.+ssig)$/,
    requests: {
      amount: String.raw`\bwie ?viele?\b`,
      email: String.raw`\be-?mail`,
      zip: String.raw`\bpostleit|\bplz\b`,
      address: String.raw`\badress|\bwohnen\b`,
      phone: String.raw`telefo[no]|telephon|\bmobil|\bhandy|rufnummer\b`,
      number: String.raw`nummer\b|\bziffern?\b|\bcode\b|\biban\b`,
      spelling: String.raw`\bbuchstab`,
    },
    spelledAs: 'wie',
    spelledAsAfterConsonant: '',
    atSign: 'klammeraffe',
    dot: 'punkt',
    streets: String.raw`(?:strasse|straße|weg|platz|allee)\b`,
    yesOrNo: 'ja|nein|doch|richtig|genau',
  },
  greetings: {
    tone: 'nach dem signalton|nach dem ton|nach dem piepton',
    recording:
      'hinterlassen sie|hinterlasse|hinterlasst|nachricht hinterlassen|nachricht nach dem|auf die mailbox|die mailbox von|mobilbox|sprachbox|anrufbeantworter von|der angerufene teilnehmer|gewunschte gesprachspartner',
    offer:
      'mochten sie|wollen sie|mochtest du|willst du|kann ich etwas ausrichten|soll ich etwas ausrichten|was kann ich|wie kann ich|kann ich ihnen|womit kann ich|wer spricht|wer ist da|wer ist dran|mit wem spreche ich|worum geht',
    screening: 'nennen sie ihren namen|sagen sie ihren namen|grund ihres anrufs',
    menu: 'drucken sie die|wahlen sie die',
    undecided:
      'danke fur ihren anruf|dank fur ihren anruf|willkommen bei|nicht erreichbar|nicht zu erreichen',
    holding:
      'ich verbinde|sie werden verbunden|bleiben sie dran|bleiben sie bitte dran|bleiben sie in der leitung|bleiben sie am apparat|einen moment|einen augenblick',
    thanks: 'danke|vielen dank|danke schon',
  },
};
