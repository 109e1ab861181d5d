import type { Listening } from '../listening.ts';

export const frenchListening: Listening = {
  acknowledgements:
    "oui|ouais|d'accord|ok|okay|je vois|je comprends|bien|très bien|bien sûr|voilà|entendu|parfait|c'est ça|exactement",
  interrupts:
    'attends|attendez|arrête|arrêtez|stop|un instant|un moment|une seconde|une minute|deux secondes|excusez-moi|excuse-moi|pardon|écoutez|écoute|non non|laissez-moi|laisse-moi|tais-toi|taisez-vous|ça suffit|silence',
  danglingWords: "et|ou|mais|parce|euh|le|la|les|un|une|de|du|des|avec|pour|mon|ma|est|c'est|que",
  dictation: {
    oneDigit: 'zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf|double',
    twoDigits: /^(?:dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante)$/,
    requests: {
      amount: String.raw`\bcombien\b`,
      email: String.raw`\be-?mail|\bcourriel\b`,
      zip: String.raw`\bcode postal\b`,
      address: String.raw`\badress`,
      phone: String.raw`telephon|\bmobil|\bportable\b`,
      number: String.raw`\bnumer[oi]?s?\b|\bchiffres?\b|\bcode\b|\biban\b`,
      spelling: String.raw`\bepel|\blettre`,
    },
    spelledAs: 'comme',
    spelledAsAfterConsonant: '',
    atSign: 'arobase',
    dot: 'point',
    streets: String.raw`\b(?:rue|avenue|boulevard|place|chemin)\b`,
    yesOrNo: 'oui|non',
  },
  greetings: {
    tone: 'apres le bip|apres le signal',
    recording:
      'laissez un message|laissez votre message|laissez moi un message|laisser un message|laisser votre message|messagerie vocale|sur la messagerie|sur le repondeur|boite vocale|correspondant que vous',
    offer:
      "voulez vous laisser|vous voulez laisser|souhaitez vous laisser|tu veux laisser|que puis je|en quoi puis je|comment puis je|puis je vous|je peux vous|qui est a l'appareil|de la part de qui|je vous ecoute",
    screening: 'dites votre nom|motif de votre appel',
    menu: 'tapez un|tapez le|appuyez sur',
    undecided: "merci de votre appel|merci d'avoir appele|bienvenue|vous etes bien|pas disponible",
    holding: 'je vous mets en relation|je vous transfere|ne quittez pas|restez en ligne|un instant|un moment',
    thanks: 'merci|merci beaucoup',
  },
};
