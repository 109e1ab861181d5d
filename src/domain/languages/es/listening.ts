import type { Listening } from '../listening.ts';

export const spanishListening: Listening = {
  acknowledgements:
    'sí|vale|ya|claro|bueno|bien|muy bien|entiendo|entendido|de acuerdo|ok|okay|perfecto|exacto|correcto|eso es',
  interrupts:
    'espera|espere|espérate|espérese|para|pare|basta|alto|stop|detente|deténgase|un momento|un segundo|un minuto|un momentito|perdone|perdona|perdón|disculpe|disculpa|oiga|oye|escuche|escucha|no no|déjeme|déjame|cállate|cállese|silencio',
  danglingWords: 'y|o|pero|porque|eh|el|la|los|las|un|una|de|con|para|mi|es|que|en',
  dictation: {
    oneDigit: 'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|doble',
    twoDigits:
      /^(?:diez|once|doce|trece|catorce|quince|dieci.+|veint.+|(?:tre|cuare|cincue|sese|sete|oche|nove)nta)$/,
    requests: {
      amount: String.raw`\bcuant`,
      email: String.raw`\bcorreo\b|\be-?mail`,
      zip: String.raw`\bcodigo postal\b`,
      address: String.raw`\bdireccion\b|\bdomicilio\b`,
      phone: String.raw`telefo[no]|\bmovil\b|\bcelular\b`,
      number: String.raw`\bnumer[oi]?s?\b|\bdigitos?\b|\bcodigo\b|\biban\b`,
      spelling: String.raw`\bdeletre`,
    },
    spelledAs: '',
    spelledAsAfterConsonant: 'como|de',
    atSign: 'arroba',
    dot: 'punto',
    streets: String.raw`\b(?:calle|avenida|plaza)\b`,
    yesOrNo: 'si|no',
  },
  greetings: {
    tone: 'despues de la senal|despues del tono|al oir la senal',
    recording:
      'deje su mensaje|deje un mensaje|deja un mensaje|deja tu mensaje|dejar un mensaje|dejar su mensaje|buzon de voz|contestador automatico|numero que usted ha marcado|numero marcado|telefono al que llama|persona a la que llama',
    offer:
      'quiere dejar|quiere dejarle|quieres dejar|desea dejar|en que puedo|en que le puedo|como puedo|con quien hablo|quien es|quien habla|quien llama|de parte de quien',
    screening: 'diga su nombre|motivo de su llamada',
    menu: 'para espanol|pulse uno|marque uno|pulse el',
    undecided:
      'gracias por llamar|bienvenido a|bienvenidos a|ha llamado a|no esta disponible|no puedo atender',
    holding:
      'le comunico|le paso|le conecto|no cuelgue|permanezca en la linea|espere en linea|un momento|un segundo',
    thanks: 'gracias|muchas gracias',
  },
};
