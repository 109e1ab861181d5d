import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { italianNumbers } from './numbers.ts';
import { italianWords } from './words.ts';

/** Finds the choice in a Italian text. */
export const parseItalianChoice = createChoiceParser(italianWords, italianNumbers, {
  options: 'opzione opzioni numero alternativa scelta risposta proposta',
  last: 'ultimo ultima',
  requests: /(?<!\p{L})(?:per (?:favore|piacere|cortesia))(?!\p{L})/giu,
  leadIns:
    'il lo la l questo questa quello quella io prendo voglio vorrei mi piacerebbe preferisco scelgo allora sì si ok è e sarebbe noi per di direi facciamo prendiamo va bene vada',
  corrections:
    'no|scusi|scusa|volevo dire|voglio dire|anzi|cioe|o meglio|mi correggo|aspetti|aspetta|ho sbagliato|bensi|ma',
  negations:
    'non|nessun|nessuno|nessuna|ne|mai|neanche|nemmeno|neppure|niente|per niente|per carita|odio|detesto|schifo|dimentichi|lasci perdere|brutto|brutta|orribile|terribile|troppo caro|impossibile|mai e poi mai|neanche per sogno|assolutamente no|non se ne parla|giammai|escluso|esclusa|fuori discussione|ultima cosa|cattiva idea|brutta idea|impensabile|niente affatto|lavoro|occupato|occupata|impegnato|impegnata|troppo',
  exceptions:
    'tranne|eccetto|salvo|senza|a parte|invece di|invece del|invece che|al posto di|al posto del|fuorche|meno',
  harmless:
    'nessun problema|non c e problema|senza problemi|senza dubbio|niente altro|nient altro|non importa|non fa niente|non si preoccupi|meno male|almeno|piu o meno|come mai|se possibile|se e possibile|se si puo',
  reasons:
    'non posso venire|non posso esserci|non riesco a venire|non potro venire|non ci saro|non ci sono|non ho tempo|non sto bene|non mi serve piu|non serve piu|non ce la faccio',
  clauseStarts:
    'perche|siccome|poiche|visto che|dato che|quindi|percio|allora|dunque|e vorrei|e voglio|e devo|e ho bisogno',
  complements: 'che di',
  joiners: 'e ed o oppure ne',
  plain:
    'io noi lo la il questo quello cio mi ci voglio vogliamo posso possiamo piace piacciono va bene e di per grazie adesso ora ancora oggi sicuro sicura proprio affatto assolutamente se parla interessa credo vorrei sono ma certo certamente naturalmente caso possibile necessario bisogno serve',
  past: 'avevo|avevo il|avevo la|ho avuto|ho avuto il|avevamo|era la volta',
  otherTimes: 'ultima volta|volta scorsa|altra volta|una volta avevo|altrimenti|a meno che|solo se',
  questions:
    'chi|quanto|quanta|quanti|quante|quale|qual|quali|come funziona|come si|come e|come posso|perche|dove|quando e|quando posso|cosa|che cosa|che colore|che significa|che costa|c e|ci sono|avete|costa|e meglio|ha detto|se|dovrei|si puo|cos|si potrebbe',
  persons:
    'figlia figlio marito moglie madre padre mamma papa bambino bambina figli amico amica sorella fratello capo collega fidanzato fidanzata ragazza ragazzo cane gatto lei lui',
  opinions: 'piace piacciono adora preferisce odia dice detto pensa aveva ama',
});
