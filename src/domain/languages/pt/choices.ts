import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { portugueseNumbers } from './numbers.ts';
import { portugueseWords } from './words.ts';

/** Finds the choice in a Portuguese text. */
export const parsePortugueseChoice = createChoiceParser(portugueseWords, portugueseNumbers, {
  options: 'opcao opcoes numero alternativa escolha resposta proposta',
  last: 'ultimo ultima',
  requests: /(?<!\p{L})(?:(?:por|se faz) favor)(?!\p{L})/giu,
  leadIns:
    'o a este esta esse essa eu quero queria gostaria prefiro escolho entao sim ok e é seria fico com vou de ficar nos pode ser vai por da do',
  corrections:
    'desculpa|desculpe|quero dizer|queria dizer|digo|ou melhor|alias|nao ,|espera|perdao|corrijo|mas sim|mas',
  hasAmbiguousNegation: true,
  negations:
    'nao|nenhum|nenhuma|nem|nunca|jamais|tampouco|nada de|de jeito nenhum|de maneira nenhuma|nem pensar|nem morto|nem morta|odeio|detesto|esqueca|feio|feia|horrivel|terrivel|caro demais|impossivel|de modo algum|deus me livre|nada|fora de questao|descartado|descartada|excluido|ultima coisa|ma ideia|impensavel|em caso algum|em hipotese alguma|hipotese nenhuma|nem em sonho|nem sonhando|trabalho|ocupado|ocupada|demais|muito tarde|muito cedo',
  exceptions: 'menos|exceto|excepto|salvo|sem|em vez de|em vez do|em lugar de|ao inves de|tirando|fora',
  harmless:
    'nao tem problema|nao ha problema|sem problema|sem problemas|nenhum problema|sem duvida|nada mais|mais nada|nao faz mal|nao importa|nao se preocupe|mais ou menos|pelo menos|ao menos|de nada|se possivel|se for possivel|se puder',
  reasons:
    'nao posso ir|nao poderei ir|nao vou poder|nao consigo ir|nao tenho tempo|nao estou|nao estarei|nao me sinto bem|nao preciso mais|ja nao preciso',
  clauseStarts: 'porque|pois|ja que|por isso|portanto|entao|e quero|e tenho que|e gostaria',
  complements: 'que',
  joiners: 'e ou nem tambem',
  plain:
    'eu nos isso isto o a os as quero queremos posso podemos gosto gostamos vou vai de jeito nenhum maneira nenhuma e por favor agora hoje ainda certeza sim acho gostaria da para mim me interessa mesmo pode ser pensar tenho claro certamente caso hipotese possivel preciso necessario',
  past: 'eu tinha|eu tinha o|tinha|tinha o|tive|tive o|foi da ultima vez',
  otherTimes: 'ultima vez|vez passada|outra vez era|antes eu|senao|a menos que|so se|caso contrario',
  questions:
    'quem|quanto|quanta|quantos|quantas|qual|quais|como funciona|como e|como se|como posso|por que|onde|quando e|quando posso|que cor|o que|que significa|tem|voces tem|ha|custa|e melhor|devo|se|da por|da para|da pra',
  persons:
    'filha filho marido esposa mulher mae pai mamae papai crianca filhos amigo amiga irma irmao chefe colega namorada namorado cachorro gato ela ele',
  opinions: 'gosta adora prefere odeia disse diz pensa acha ama',
});
