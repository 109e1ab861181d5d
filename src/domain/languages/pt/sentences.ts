import type { Sentences } from '../language.ts';

/** The sentences of Portuguese. */
export const portugueseSentences: Sentences = {
  reminder: 'Ainda está aí?',
  fillers: ['Um momento, por favor.', 'Só um instante.', 'Já lhe respondo.'],
  offer: 'Desculpe, isto está demorando mais do que o normal. Pode aguardar ou me perguntar outra coisa.',
  apology: 'Desculpe, estou com um problema neste momento. Pode repetir, por favor?',
  notUnderstood: 'Desculpe, não entendi.',
  keypad: {
    yesNo: 'Também pode usar o teclado: pressione 1 para sim ou 2 para não.',
    choice: (names) =>
      `Também pode usar o teclado: ${names.map((name, index) => `pressione ${index + 1} para ${name}`).join(', ')}.`,
    digits: 'Também pode usar o teclado: digite os números e depois a tecla cardinal.',
    date: 'Também pode usar o teclado: digite o dia e o mês com quatro algarismos e depois a tecla cardinal.',
  },
  readBack: {
    date: 'Disse {{candidate}}?',
    value: 'Entendi {{candidate}}. Está certo?',
    spelled: 'Entendi {{candidate}}, {{spelled}}. Está certo?',
  },
  optOut: 'Desculpe. Não voltaremos a ligar. Adeus.',
  wrongNumber: 'Desculpe o incômodo. Adeus.',
  introduction: 'Olá, aqui fala {{agent.name}}.',
  whoIsThis: 'Fala {{agent.name}}, um assistente automático.',
  recordingConsent: {
    question: 'Posso gravar esta chamada?',
    given: 'Agradeço. A partir de agora a chamada é gravada.',
    refused: 'Está bem, a chamada não será gravada.',
  },
  callback: {
    question: 'Quando podemos ligar de volta?',
    agreed: 'Ligaremos de volta: {{heard.date_time}}.',
    otherTime: 'Que dia e a que horas seria melhor?',
  },
  person: {
    offer: 'Neste momento estão todos ocupados, mas um colega pode ligar de volta.',
    agreed: 'Um colega vai ligar de volta: {{heard.date_time}}.',
    goodbye: 'Um colega vai ligar de volta. Adeus.',
  },
  goodbye: 'Adeus.',
  keywords: {
    stop: (sender) =>
      `${sender}: O seu registo foi cancelado e não receberá mais mensagens. Responda START para voltar a receber.`,
    start: (sender) => `${sender}: Voltará a receber mensagens. Responda STOP para cancelar.`,
    help: (sender) => `Estas são mensagens de ${sender}. Responda STOP para cancelar.`,
  },
};
