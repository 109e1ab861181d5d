import type { Listening } from '../listening.ts';

export const italianListening: Listening = {
  acknowledgements:
    "sì|ok|okay|va bene|certo|capito|ho capito|capisco|esatto|bene|perfetto|d'accordo|giusto|già|ecco|chiaro|appunto",
  interrupts:
    'aspetta|aspetti|fermati|si fermi|fermo|ferma|stop|alt|basta|un momento|un attimo|un secondo|un minuto|mi scusi|scusi|scusa|ascolti|ascolta|senta|senti|no no|mi lasci|lasciami|zitto|stia zitto|silenzio',
  danglingWords: 'e|o|ma|perche|ehm|il|lo|la|i|gli|le|un|una|di|del|con|per|se|che',
  dictation: {
    oneDigit: 'zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|doppio',
    twoDigits:
      /^(?:dieci|undici|.+dici|dici.+|(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[aiou].*)$/,
    requests: {
      amount: String.raw`\bquant[aeio]s?\b`,
      email: String.raw`\be-?mail`,
      zip: String.raw`\bcap\b`,
      address: String.raw`\bindirizzo\b`,
      phone: String.raw`telefo[no]|\bcellulare\b`,
      number: String.raw`\bnumer[oi]?s?\b|\bcifr[ae]\b|\bcodice\b|\biban\b`,
      spelling: String.raw`\bsillab|\blett(?:er|ra|re)`,
    },
    spelledAs: '',
    spelledAsAfterConsonant: 'come|di',
    atSign: 'chiocciola',
    dot: 'punto',
    streets: String.raw`\b(?:via|viale|piazza|corso)\b`,
    yesOrNo: 'si|no',
  },
  greetings: {
    tone: 'dopo il segnale|dopo il bip',
    recording:
      'lasciate un messaggio|lasci un messaggio|lascia un messaggio|lasciare un messaggio|segreteria telefonica|da lei chiamato',
    offer:
      'vuole lasciare|vuoi lasciare|desidera lasciare|come posso|in cosa posso|posso aiutarla|chi parla|con chi parlo|mi dica',
    screening: 'dica il suo nome|motivo della chiamata',
    menu: 'prema uno|premere uno|prema il',
    undecided: 'grazie per aver chiamato|benvenuti|avete chiamato|non e disponibile|non sono disponibile',
    holding:
      'la metto in contatto|le passo|resti in linea|rimanga in linea|attenda in linea|un attimo|un momento',
    thanks: 'grazie|grazie mille|la ringrazio',
  },
};
