import type { Sentences } from '../language.ts';

/** The sentences of Spanish. */
export const spanishSentences: Sentences = {
  reminder: '¿Sigue ahí?',
  fillers: ['Un momento, por favor.', 'Enseguida.', 'Deme un segundo.'],
  offer: 'Lo siento, esto está tardando más de lo normal. Puede esperar o preguntarme otra cosa.',
  apology: 'Lo siento, ahora mismo tengo un problema. ¿Podría repetirlo?',
  notUnderstood: 'Perdone, no le he entendido.',
  keypad: {
    yesNo: 'También puede usar el teclado: pulse 1 para sí o 2 para no.',
    choice: (names) =>
      `También puede usar el teclado: ${names.map((name, index) => `pulse ${index + 1} para ${name}`).join(', ')}.`,
    digits: 'También puede usar el teclado: marque las cifras y después la tecla almohadilla.',
    date: 'También puede usar el teclado: marque el día y el mes con cuatro cifras y después la tecla almohadilla.',
  },
  readBack: {
    date: '¿Ha dicho {{candidate}}?',
    value: 'He entendido {{candidate}}. ¿Es correcto?',
    spelled: 'He entendido {{candidate}}, {{spelled}}. ¿Es correcto?',
  },
  optOut: 'Disculpe. No volveremos a llamarle. Adiós.',
  wrongNumber: 'Disculpe la molestia. Adiós.',
  introduction: 'Hola, soy {{agent.name}}.',
  whoIsThis: 'Soy {{agent.name}}, un asistente automático.',
  recordingConsent: {
    question: '¿Me permite grabar esta llamada?',
    given: 'Gracias. A partir de ahora se graba la llamada.',
    refused: 'De acuerdo, la llamada no se grabará.',
  },
  callback: {
    question: '¿Cuándo le llamamos?',
    agreed: 'Le llamaremos el {{heard.date_time}}.',
    otherTime: '¿Qué día y a qué hora le viene bien?',
  },
  person: {
    offer: 'En este momento todos están ocupados, pero un compañero puede llamarle.',
    agreed: 'Un compañero le llamará el {{heard.date_time}}.',
    goodbye: 'Un compañero le llamará. Adiós.',
  },
  goodbye: 'Adiós.',
  keywords: {
    stop: (sender) =>
      `${sender}: Se ha dado de baja y no recibirá más mensajes. Responda START para volver a recibirlos.`,
    start: (sender) => `${sender}: Volverá a recibir mensajes. Responda STOP para darse de baja.`,
    help: (sender) => `Estos son mensajes de ${sender}. Responda STOP para darse de baja.`,
  },
};
