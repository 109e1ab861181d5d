import type { Listening } from '../listening.ts';

export const portugueseListening: Listening = {
  acknowledgements:
    'sim|tá|tá bom|está bem|está bom|ok|okay|certo|claro|entendo|entendi|pois|pois é|isso|perfeito|bem|muito bem|beleza|exato',
  interrupts:
    'espera|espere|pera|peraí|pare|para|um momento|um momentinho|um minuto|um segundo|um instante|só um|desculpe|desculpa|com licença|escute|escuta|não não|deixe-me|deixa eu|me deixa|chega|basta|calma|cale-se|cala a boca',
  danglingWords: 'e|ou|mas|porque|o|a|os|as|um|uma|de|do|da|com|para|meu|minha|se|que|em',
  dictation: {
    oneDigit: 'zero|um|dois|tres|quatro|cinco|seis|meia|sete|oito|nove|duplo',
    twoDigits:
      /^(?:dez|onze|doze|treze|catorze|quatorze|quinze|dez[ae].+|dezoito|vinte|(?:tri|quare|cinque|sesse|sete|oite|nove)nta)$/,
    requests: {
      amount: String.raw`\bquant[aeio]s?\b`,
      email: String.raw`\be-?mail`,
      zip: String.raw`\bcep\b|\bcodigo postal\b`,
      address: String.raw`\bendereco\b|\bmorada\b`,
      phone: String.raw`telefo[no]|\bcelular\b|\btelemovel\b`,
      number: String.raw`\bnumer[oi]?s?\b|\bdigitos?\b|\bcodigo\b|\biban\b`,
      spelling: String.raw`\bsoletr`,
    },
    spelledAs: '',
    spelledAsAfterConsonant: 'como|de',
    atSign: 'arroba',
    dot: 'ponto',
    streets: String.raw`\b(?:rua|avenida|travessa)\b`,
    yesOrNo: 'sim|nao',
  },
  greetings: {
    tone: 'apos o sinal|apos o bipe|depois do sinal',
    recording:
      'deixe sua mensagem|deixe a sua mensagem|deixe seu recado|deixe o seu recado|deixe uma mensagem|deixe um recado|deixar uma mensagem|deixar um recado|caixa postal|correio de voz|numero chamado',
    offer:
      'quer deixar|gostaria de deixar|deseja deixar|em que posso|como posso|posso ajudar|quem fala|quem esta falando|quem gostaria',
    screening: 'diga seu nome|motivo da ligacao',
    menu: 'digite um|pressione um|disque um',
    undecided:
      'obrigado por ligar|obrigada por ligar|bem vindo|voce ligou para|nao esta disponivel|nao posso atender',
    holding:
      'vou transferir|estou transferindo|nao desligue|permaneca na linha|aguarde na linha|aguarde um|um momento|um instante',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada',
  },
};
