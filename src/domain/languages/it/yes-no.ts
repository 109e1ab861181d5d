import { clauseParser } from '../../understanding/yes-no-clauses.ts';
import { italianWords } from './words.ts';

/** Parses yes and no in Italian. */
export const parseYesNo = clauseParser(italianWords, {
  hesitations: 'ehm eh mm beh allora uhm um uh ehh',
  alternatives: 'o oppure',
  hasNegativeConcord: true,
  hasCapitalNames: true,
  echoes: [
    {
      question: 'ha ricevuto|hai ricevuto|è arrivato|le è arrivato',
      yes: 'ricevuto|ricevuta|ho ricevuto|l ho ricevuto|l ho già ricevuto|è arrivato|mi è arrivato|arrivato|arrivato tutto|ce l ho|già arrivato|è già arrivato|è ancora arrivato|ho ritirato|ritirato',
      no: 'niente|nulla|ancora niente|ancora nulla|niente ancora|non ancora|ancora no|finora niente',
    },
    {
      question: 'ha pagato|hai pagato|ha già pagato|è stata pagata',
      yes: 'pagato|pagata|ho pagato|ho già pagato|l ho pagata|l ho già pagata|già pagato|ho fatto il bonifico|fatto il bonifico|bonifico fatto|è pagata|ho ancora pagato|ho saldato',
      no: 'non ancora|ancora no|mi sono dimenticato|mi sono dimenticata|mi sono dimenticato di pagare|mi sono dimenticata di pagare|devo ancora pagare|pago domani',
    },
    {
      question: 'sarà a casa|sarà in casa|sarai a casa|ci sarà qualcuno',
      yes: 'sarò a casa|sono a casa|sarò in casa|sono in casa|a casa|in casa|c è qualcuno|c è sempre qualcuno|ci sarà qualcuno',
      no: 'nessuno|sono al lavoro|sarò al lavoro|sarò fuori|lavoro|non c è nessuno|non ci sarà nessuno',
    },
    {
      question: 'parlo con|è lei|è la signora|è il signor',
      yes: 'sono io|mi dica|dica|dica pure|in persona|sì mi dica',
      no: 'non è lei|non sono io|è uscita|è uscito|non abita qui|ha sbagliato numero',
    },
    {
      question: 'interessato|interessata|interessa|interesse',
      yes: 'mi dica|mi mandi pure|mi mandi|mi racconti|mi interessa ancora|lo sono ancora',
    },
    {
      question: 'soddisfatto|soddisfatta|contento|contenta|piaciuto|trovato bene',
      yes: 'mi sono trovato bene|mi sono trovata bene|mi è piaciuto|mi è piaciuto molto|soddisfattissimo|soddisfattissima|contentissimo|contentissima|contentissimi|soddisfatti',
      no: 'deluso|delusa|molto deluso|molto delusa|pessimo|insoddisfatto|insoddisfatta|scontento|scontenta|male',
    },
    {
      question: 'corretto|corretta|giusto',
      yes: 'è quello|è quello giusto|è il mio|è il mio indirizzo|proprio quello|è lo stesso',
      no: 'ho cambiato casa|è cambiato|è un altro|c è un errore|è quello vecchio',
    },
    {
      question: 'annulli|annullare|disdica|disdire|cancelli|cancellare',
      yes: 'non mi serve più|non serve più|non ne ho più bisogno',
    },
  ],
  hours:
    'all una|alle due|alle tre|alle quattro|alle cinque|alle sei|alle sette|alle otto|alle nove|alle dieci|alle undici|alle dodici|a mezzogiorno|pomeriggio|stasera|di sera|la sera|in serata',
  mornings: 'di mattina|mattina|mattinata|la mattina|stamattina',
  weekdays: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  clauseStarts:
    'ho|non posso|non potrò|devo|sono|sarò|verrò|non riesco|non vengo|non ci vengo|non ci sono|non ci sarò|non verrò|non mi|non ce la|quindi no|quindi sì|e no|non mi serve|non serve|non ho più bisogno',
  embedding: 'dice detto dico credo penso che se quando che',
  coming:
    'posso potrò potere venire vengo verrò riesco faccio esserci presento presenterò presentarmi impossibile impossibilitato impossibilitata muovo muovermi posto dentista medico studio uscire presente sono saremo sarò',
  phrases: {
    yes: `sì|si|s|sìsì|sisi|sissì|sí|sì sì|sì certo|certo che sì|certo che si|dico di sì|ho detto sì|ma sì|ma si|ma certo|ma certo che sì|eh sì|eh si|ah sì|sì sì sì|ovvio che sì|yes|yeah|yep|oui|sissignore|signorsì|aha|mhm|io sì|anche io|anch io|domani sì
      |sii|siii|siiii|sì sì sì sì|aò sì|sine|scì|gnorsì
      |ostia sì|ostia se|ostia sì che`,
    no: `no|n|nope|nah|noo|signornò|nossignore|ma no|eh no|nein|niet
      |ah no|nono
      |nonono|no no no|nzu|gnornò|none`,
    loneYes: '',
    agreement: `non c è problema|non c e problema|non ce problema|non c è nessun problema|non ci sono problemi|nessun problema|nessunissimo problema|nessun inconveniente|nessuna obiezione|senza problemi|senza problema|senza alcun problema|senz altro|senzaltro|non è un problema|non e un problema|nn c è problema|non ho problemi|non ho nessun problema|non ho obiezioni|non ho nulla in contrario|non ho niente in contrario|nulla in contrario|niente in contrario|niente da obiettare|non vedo problemi|non vedo perché no|perché no|perche no|e perché no|come no|e come no|non mi dispiace|non mi dispiacerebbe|non mi crea problemi|non mi dà fastidio|non mi disturba|non mi pesa|non vedo l ora|senza dubbio|senza alcun dubbio|non c è dubbio|nessun dubbio|non dico no|non posso dire di no
      |d accordo|sono d accordo|siamo d accordo|daccordo|va bene|mi va bene|va benissimo|mi va benissimo|per me va bene|ci va bene|mi sta bene|sta bene|mi va|va bene così|va bene per me|va benone|va bene lo stesso|bene per me|a me va bene|mi va perfetto|mi va perfettamente|mi torna bene|mi viene bene|mi viene comodo|mi è comodo|per me è ok|per me ok|ok per me|è ok|è perfetto|è giusto|è corretto|è esatto|è vero|è così|è proprio così|proprio così|così è|sono io|sono proprio io|io stesso|io stessa|in persona|confermo|lo confermo|la confermo|le confermo|ti confermo|vi confermo|confermiamo|confermato|confermata|confermo l appuntamento|confermo la mia presenza|accetto|accettiamo|l accetto|accettato|ci sto|partecipo|mi piace|mi interessa|sono interessato|sono interessata|affare fatto|affare fatto sì|si può fare|si puo fare|si può|lo faccio|facciamo così|facciamolo|lo prendo|prenoti pure|prenoti|mi segni|faccia pure|fate pure|fai pure|proceda|proceda pure|procedete|procediamo|vada|vai|vai pure|dica pure sì|suona bene|mi sembra perfetto|mi sembra ottimo|mi sembra giusto|mi sembra buono|mi sembra una buona idea|mi pare ottimo|mi sembra bene|buona idea|ottima idea|sarebbe perfetto|sarebbe ottimo|sarebbe bello|sarebbe fantastico|andrebbe bene|andrebbe benissimo|a domani|a presto|a dopo|a lunedì|a martedì|a mercoledì|a giovedì|a venerdì|ci vediamo|ci vediamo domani|ci vediamo lì|pollice in su|posso farlo|riesco|ci riesco|sono disponibile|sono libero|sono libera|confermo sì|è confermato|che problema c è
      |non c è alcun problema|non c è alcun inconveniente|nessun problema per me|per me nessun problema|nessun problema da parte mia|figurati nessun problema|si figuri nessun problema|x me va bene|per me va benissimo|mi va a pennello|mi va alla grande|cade a pennello|è comodissimo|mi è comodissimo|mi fa comodo|ci conti|ci può contare|affermativo|tutto confermato|è tutto giusto|tutto giusto|tutto corretto|tutto esatto|l ho segnato in agenda|già segnato in agenda|già segnato|segnato in agenda|me lo sono segnato|fatta|va bene sì|certo che mi interessa|è quello|è quella|è il mio|ma figurati certo|soddisfattissimo|soddisfattissima|contentissimo|contentissima
      |d accordissimo|ma si figuri certo|ma sicuramente|alle dieci in punto|ho tutto il tempo|ho tempo|sarà fatto|tutto ok per me|ok per lunedì|segnato
      |a posto ci vediamo
      |non c e alcun problema|non c e nessun problema|non c e alcun inconveniente
      |nessun problema vengo|zero problemi|no problem sì|non c è nessunissimo problema|nessun pb|nessun intoppo|nessun ostacolo|nessun impedimento|non ho impedimenti|va di lusso|mi va di lusso|va da dio|mi va da dio|va alla grande|va a meraviglia|mi va a meraviglia|mi viene benissimo|mi torna comodo|mi torna benissimo|mi calza a pennello|mi cade a fagiolo|cade a fagiolo|capita a fagiolo|capita bene|mi capita bene|confermatissimo|confermatissima|appuntamento confermato|presenza confermata|tutto come da accordi|resta confermato|rimane confermato|è sempre valido|rimaniamo così|restiamo così|rimaniamo d accordo così|siamo intesi|intesi|siamo d accordo così|ci vediamo lunedì|ci si vede|ci si vede lunedì|ci si vede lì|mi sono organizzato|mi sono organizzata|me lo sono scritto|me lo sono scritta|l ho segnato sul calendario|ce l ho segnato|ce l ho in agenda|ce l ho scritto|è in agenda|è segnato|è scritto sul calendario|mi aspetti|mi aspetti pure|aspettatemi`,
    emphasis: `certo|certamente|certissimo|sicuro|sicuramente|assolutamente|assolutamente sì|ovviamente|ovvio|naturalmente|naturale|esatto|esattamente|infatti|indubbiamente|chiaramente|chiaro|decisamente|effettivamente|in effetti|appunto|proprio|eccome|altroché|altroche|figurarsi sì|cento per cento|al cento per cento|100 percent|of course|sure|sempre|più che volentieri|totalmente|completamente|per forza|come no certo|ci mancherebbe|ci mancherebbe altro|garantito|precisamente|perfettamente|assodato
      |affermativo sì|ma certamente|ma sicuro|ma sì certo|eh certo|eh beh certo|poco ma sicuro|sicurissimo|sicurissima
      |ma sicuramente|ma si figuri
      |ci manca solo che non vengo|ci mancherebbe che non vengo|ci mancherebbe pure che non vengo|ci mancherebbe altro che non vengo|ci mancherebbe pure|eccome no|eccome se|come non detto sì|vai tranquillo|vai tranquilla|sicuro come l oro|sicuro come la morte|certo certo|certo signora|certo signorina|sicuro sicuro|avoglia|certo che no problem|no problem|contaci|ci conti pure|può starne certo|può starne certa|stia certa|stia certo|non c è dubbio alcuno`,
    against: `rifiuto|declino|lo escludo|escluso|passo|devo rifiutare|devo declinare|impossibile|è impossibile|falso|è falso|sbagliato|è sbagliato|errato|scorretto|mi va male|va male|va malissimo|male|malissimo|troppo tardi|troppo presto|contrario|contraria|sono contrario|sono contraria|scomodo|mi è scomodo|mi viene scomodo|indisponibile
      |ne dubito|lo dubito
      |non sarò in città|ho un contrattempo|ho avuto un contrattempo|ho avuto un imprevisto|ho un imprevisto|è sorto un imprevisto|mi è capitato un imprevisto|sono fuori città|sarò fuori città|sarò via|sono via|sarò in viaggio|sarò all estero|sarò in ferie|sarò in vacanza
      |non ho nessuno che mi accompagni|non ho come venire`,
    weak: `ok|okay|okey|k|bene|benissimo|molto bene|benone|perfetto|ottimo|eccellente|fantastico|meraviglioso|bello|bellissimo|stupendo|super|buono|giusto|corretto|vero|è bello|inteso|ricevuto|capito|ideale|great|cool|top|grande|magnifico|tutto bene|tutto ok|d oh
      |apposto|tutto a posto|tutto apposto
      |a posto
      |perfetto sì|okkei|okk|okkk|okey dokey|oki|okiii|bono|bonissimo|daje|bella lì|spacca|tutto regolare|tutto liscio|che ok|bene bene|ottimo sì|benon
      |bona lì|bona|quale problema|ma quale problema
      |vabbè|vabbe|va bè|vabbuò|vabbò|vabbuono|vabbè ok|vabbè dai`,
    support: `venire|esserci|partecipare|possibile|è possibile|disponibile|libero|libera|interessato|interessata|presente|comodo|comoda|fattibile|adatto|adeguato|va|interessa|piace|conviene|mi conviene|funziona|mi funziona|torna|corrisponde|accordo|pronta|tempo|ho tempo|voglia|interesse|sembra|faccio|fare|farcela|bene così|andare|lo sono|accettabile|contento|contenta|confermare|accettare|favorevole|riuscire|viene|vanno|vanno bene|sarà
      |soddisfatto|soddisfatta|esatto|corretto|giusto
      |muovermi|presentarmi|liberarmi|spostarmi|assentarmi`,
    modals: `posso|posso venire|possiamo|potrò|potremo|voglio|vogliamo|può|puo|riusciamo|riuscirò|desidero|intendo|poter
      |consiglierei|consiglio|raccomando`,
    refusal: `certo che no|certamente no|ovviamente no|naturalmente no|sicuramente no|ovvio che no|dico di no|ho paura di no|assolutamente no|proprio no|no di certo|per niente|per nulla|niente affatto|affatto|in nessun modo|in nessun caso|nessun modo|per nessun motivo|neanche per sogno|nemmeno per sogno|neanche per idea|nemmeno per idea|manco per sogno|manco per idea|manco morto|mai e poi mai|mai più|mai nella vita|ma figurati|ma figuriamoci|non se ne parla|non se ne parla proprio|non se ne parla nemmeno|neanche a parlarne|neanche morto|nemmeno morto|meglio di no|meglio no|preferisco di no|preferirei di no|preferisco non|preferirei non|preferisco evitare|preferirei evitare|lasci perdere|lascia perdere|lasciamo perdere|no grazie|grazie no|nessun interesse|zero interesse|ho sbagliato numero|numero sbagliato|ha sbagliato numero|ha sbagliato|si sbaglia|pollice in giù|negativo|never|non fa per me|non fa al caso mio|niente da fare|col cavolo|macché|macche|giammai|purtroppo no
      |ma va|ma va là|ma figurati no|nient affatto|no assolutamente|alla fine no|alla fine non posso|alla fine non vengo|alla fine non ce la faccio|alla fine non riesco|non ancora|ho già trovato|ne ho già uno|ne ho già una|ce l ho già|ne ho già|ho già un altro|ho già preso un altro|c è uno sbaglio|c è qualcosa di sbagliato|sarò assente|ha sbagliato persona|non serve|no non serve|lasci così|lo lasci così|lo lasci|lascia stare|non più|non mi interessa più|insoddisfatto|insoddisfatta|deluso|delusa|non soddisfatto|non soddisfatta|non disponibile|temo di no|sto fuori|no niente
      |sto bene così|sono a posto così|siamo a posto così|va bene così no|non esiste|scordatevelo|se lo scordi|figuriamoci|non ci penso proprio|non ci penso nemmeno|non ci penso neanche|non ci penso|ho cambiato idea|ho già risolto|non sono interessati|no che non vengo|che non vengo|che non posso|ho detto di no|le ho detto di no|le ho già detto di no|ho già detto di no|nn ci sono|non mi interessa proprio|lasci stare
      |non mi presento|non mi presenterò|non mi posso presentare|non posso presentarmi|non posso muovermi|non mi posso muovere|non posso muovere mi|non mi muovo|non posso spostarmi|non posso liberarmi|non mi posso liberare|non riesco a liberarmi|non posso assentarmi|non mi posso assentare|non posso allontanarmi|non posso uscire|non posso raggiungervi|non posso mancare al lavoro|non posso essere presente|non posso esserci|non potrò esserci|non potrò venire|non potrò essere presente|non riesco a venire|non riesco a esserci|non riesco ad esserci|non ce la faccio a venire|non ce la faccio|non me la sento di venire|non mi è possibile|non mi è possibile venire|mi è impossibile|mi è impossibile venire|mi risulta impossibile|mi sarà impossibile|mi riesce impossibile|sono impossibilitato|sono impossibilitata|impossibilitato|impossibilitata|sono impedito|sono impedita|non ho modo di venire|non ho chi mi accompagna|non ho nessuno che mi porta|non ho nessuno che mi accompagna|non ho a chi lasciare|non so a chi lasciare|non mi danno il permesso|non mi danno permesso|non mi fanno uscire|non contate su di me|non conti su di me|non contate su me|dia il posto a un altro|dia pure il posto a un altro|dia il mio posto a un altro|dia il mio posto a qualcun altro|date il mio posto a un altro|date pure il mio posto|può dare il mio posto|lascio il posto|cedo il posto|lascio il mio posto|devo saltare|lo devo saltare|la devo saltare|neanche se mi pagano|manco se mi pagano|nemmeno per idea no|col piffero|col cacchio|col cazzo|manco pe niente|manco per niente|manco per il cavolo|manco per scherzo|neanche per scherzo|figuriamoci no|non sono in città|non ci sono lunedì|lunedì non ci sono|io non vengo|io non ci vengo|non ci vengo
      |non ce vengo|non ce sto|non me va
      |ho cambiato dentista|ho cambiato medico|ho cambiato studio|ho cambiato città|mi sono trasferito|mi sono trasferita|non abito più qui
      |quel giorno mi sposo
      |un posso|un vengo|un ce la fo|non ce la fo|nu posso|nu pozzo|non pozzo|un ci sono|un ci vengo`,
    negatable: `è|sono|siamo|ho|abbiamo|occorre|mi serve|bisogno|necessario|necessità|sia|sarei|sarebbe|andrebbe|intenzione|confermo|accetto|riesco|verrò|parteciperò|sarò|saremo|sto|trovo|pare|mi pare|possa|potrei|potremmo|potrebbe|volevo|gradisco|gradirei|utile|me la sento|andiamo|vado|prendo|essere|fa|tengo|quello|io|desideriamo|ce la facciamo
      |riesco proprio`,
    negators: 'non|mai|neanche|nemmeno|neppure|mica|nn',
    weakNegators: 'niente|nulla|nessun|nessuno|nessuna|senza|né|ne|alcun|alcuna|manco',
    hedges: `probabilmente no|non dico di no|forse|forse sì|forse no|può darsi|puo darsi|può essere|puo essere|potrebbe essere|potrebbe|magari|magari sì|chissà|chissa|chi lo sa|dipende|secondo|vedremo|si vedrà|poi vediamo|vedo|devo vedere|devo guardare|devo controllare|controllare|ci penso|ci devo pensare|devo pensarci|pensarci|ci penserò|devo chiedere|chiedere|chiedo|devo sentire|sentire|devo parlarne|devo consultare|probabilmente|probabile|è probabile|possibilmente|eventualmente|non so|non lo so|non saprei|non lo saprei|non so ancora|boh|mah|non ne ho idea|nessuna idea|non ho idea|non sono sicuro|non sono sicura|non sono certo|non sono certa|non sicuro|non sicura|non è sicuro|non è detto|non del tutto|non sempre|non esattamente|non necessariamente|non tanto|non molto|non troppo|non tutto|non male|niente male|mica male|non ricordo|non mi ricordo|non capisco|non ho capito|non la sento|non sento|non si sente|spero|spero di sì|spero di si|spero di no|speriamo|speriamo di sì|suppongo|suppongo di sì|immagino|immagino di sì|presumo|più o meno|piu o meno|circa|così così|insomma|abbastanza|a metà|in parte|sì e no|si e no|sì o no|si o no|né sì né no|ne si ne no|o no|o sì|indifferente|mi è indifferente|è lo stesso|fa lo stesso|è uguale|uguale|per me è uguale|come vuole|come vuoi|come preferisce|come crede|faccia lei|decida lei|non importa|non fa niente|non fa nulla|le faccio sapere|ti faccio sapere|vi faccio sapere|faccio sapere|far sapere|richiamo io|la richiamo|ti richiamo|ci provo|ci proverò|proverò|provo|cercherò|farò il possibile|farò del mio meglio|difficile|è difficile|complicato|è complicato|bella domanda|buona domanda|a volte|qualche volta|come|prego|scusi come|cosa|che cosa|che|pronto chi è|non c è|non è in casa|non è qui|non dico|non è che|in teoria|in linea di massima|in linea di principio|tendenzialmente|dovrebbe|dovrebbe andare|dubbio|dubbi|non mi va male
      |credo|credo di|credo di sì|credo di no|credo proprio di sì|credo proprio di no|credo che|penso|penso di|penso di sì|penso di no|penso proprio di sì|penso proprio di no|penso che|mi pare|mi pare di sì|mi pare di no|mi sembra di sì|mi sembra di no|sembra di sì|sembra di no|direi di sì|direi di no|direi proprio di sì|direi proprio di no|direi|non direi|mi sa|mi sa di sì|mi sa di no|mi sa che sì|mi sa che no|mi sa che|non credo|non lo credo|non credo di|non credo che|non penso|non penso di|non penso che|dubito|dubito di|dubito che|quasi sicuramente|quasi certamente|quasi sicuro|non proprio|non realmente|di solito|di solito sì|teoricamente|salvo imprevisti|suppongo di|spero di|prima sì|prima potevo
      |ci sono problemi|ci sono dei problemi|ci sono stati|ci sono altri
      |dovrei farcela|dovrei riuscire|dovrei poter|dovrei esserci|dovrei poter venire
      |le passo|glielo passo|te lo passo|la passo|faccio il possibile|farò di tutto|quale lunedì
      |come scusi
      |mi hanno detto|mi hanno detto di sì|mi hanno detto di no|ha detto di sì|ha detto di no|ha detto sì|ha detto no|hanno detto|dice di sì|dice di no|nessuno mi ha detto niente|nessuno mi ha detto nulla|nessuno mi ha avvisato|non ho nessun appuntamento|non ho appuntamenti|non ho un appuntamento|non ho preso appuntamento|non ho preso appuntamenti|non ho preso nessun appuntamento|non posso garantire|non posso garantirlo|non posso promettere|non posso promettere niente|non posso prometterlo|non le prometto|non prometto niente|non prometto|non posso confermare|non posso ancora confermare|non posso dirle|non posso dirlo|non posso dirglielo|non posso ancora dirglielo|non posso dirle ora|domani le confermo|le confermo domani|le confermo dopo|le confermo più tardi|ti confermo domani|poi le confermo|normale
      |non è che non posso|non ho detto di no|non ho detto no|tanto non ho niente da fare|tanto io non ho niente da fare
      |per niente al mondo|per nulla al mondo
      |non lo sapevo|non sapevo|non mi ricordavo|non me lo ricordavo
      |e lei sta bene|e lei come sta|il dottore sta bene|e il dottore sta bene|la dottoressa sta bene|e la famiglia sta bene
      |sono la moglie|sono il marito|sono la figlia|sono il figlio|sono la mamma|sono la madre|sono il padre|sono la badante
      |non ci sono altri|non ci sono altre|non ci sono posti|non ci sono orari
      |è festa|è festivo|lunedì è festa
      |non posso venire da solo|non posso venire da sola|non riesco a venire da solo|non riesco a venire da sola|non vengo senza|non verrò senza|non posso venire senza|non ce la faccio a sentirla|non ce la faccio a capire|adesso non posso`,
    knowing:
      'so|sapere|sapevo|saprei|dire|dirle|dirlo|dirglielo|dirti|promettere|prometterlo|promettere niente|garantire|garantirlo|garantirle|assicurare|assicurarlo|deciso|decidere|sicuro|sicura|certo|certa|convinto|convinta|ricordo|capito|capisco|confermarlo|confermarle|rispondere|escludere|saperlo|chiaro',
    partial: `del tutto|completamente|totalmente|tutti|tutto|sempre|solo|soltanto|solamente|molto|tanto|esattamente|necessariamente|più che|che|fino|troppo|proprio sicuro|così|tutte`,
    conditions:
      'se|solo|soltanto|solamente|unicamente|tranne|eccetto|salvo|a meno che|a patto che|purché|purche|a condizione che|sempre che|finché|qualora|nel caso|in caso|quando|basta che|basta|a partire da|prima di|prima che|dopo le|se solo|al massimo',
    regrets: `purtroppo|sfortunatamente|peccato|che peccato|malauguratamente|ahimè|disgraziatamente|temo|mi rincresce
      |avrei voluto|avrei voluto venire|mi sarebbe piaciuto|mi sarebbe piaciuto venire|sarei venuto volentieri|sarei venuta volentieri|magari potessi|mi duole|mi rammarico
      |mi dispiace ma|mi spiace ma|mi dispiace tanto ma|mi dispiace molto ma|spiacente ma|spiacente|scusi ma|mi scusi ma|scusate ma|mi rincresce ma`,
    contrasts:
      'ma|però|pero|tuttavia|invece|eppure|anche se|sebbene|nonostante|bensì|comunque|sennò|altrimenti|solo che|solamente che',
    changes: `annullato|annullata|cancellato|eliminare|elimini|togliere|tolga|mi tolga|spostare|sposti|sposta|sposto|spostarlo|spostarla|spostiamo|spostamento|rimandare|rimandiamo|rimando|rimandi|rimandarlo|posticipare|posticipo|anticipare|anticipo|rinviare|rinvio|rinviamo|rinvii|cambiare|cambi|cambio|cambiarlo|cambiarla|cambiamo|modificare|modifica|altro|altra|un altro|un altra|altro appuntamento|al posto|più tardi|piu tardi|più presto|piu presto|traffico|ritardo|in ritardo|smettere|smetta|smettetela|stop
      |quella del mese scorso|del mese scorso`,
    reservations: `la settimana prossima|la prossima settimana|settimana prossima|prossima settimana|il mese prossimo|il prossimo mese|mese prossimo|l anno prossimo|la prossima volta|prossima volta|un altra volta|un altra settimana|un altro giorno|altro giorno|un altro momento|altro momento|un giorno|tra una settimana|fra una settimana|tra due settimane|fra due settimane|tra un mese|fra un mese|dopo|il giorno dopo|giorno dopo|avrei|avrebbe|sarei venuto|sarei venuta|devo andare|meglio|preferisco|preferirei|meglio il|meglio domani|o|oppure|troppo caro|caro`,
    elsewhen: 'volevo|ero|era|avevo|potevo|dovevo|prima|sapevo|ricordavo|potevamo|eravamo',
    courtesies: `per favore|per piacere|per cortesia|cortesemente|grazie|grazie mille|mille grazie|grazie tante|tante grazie|molte grazie|grazie infinite|grazie a lei|grazie a te|la ringrazio|ti ringrazio|vi ringrazio|grazie per il promemoria|grazie per la chiamata|grazie per avermi chiamato|grazie per avermelo ricordato|grazie per avermi ricordato|grazie per il messaggio|grazie del promemoria|grazie della chiamata|grazie per l invito|grazie per aver chiamato|per il promemoria|per la chiamata|per il messaggio|per l invito|per avermi chiamato|please|thanks|thank you|sorry|buona giornata|buona serata|buon weekend|buon fine settimana|arrivederci|arrivederla|saluti|cordiali saluti|distinti saluti|un saluto|un abbraccio|baci|altrettanto|non si preoccupi|non ti preoccupare|non preoccuparti|non c è fretta|nessuna fretta|senza fretta|non c è di che|di nulla|di niente|nessun cambiamento|nessuna variazione|nessuna modifica|se possibile|se è possibile|se non le dispiace|se non ti dispiace|se non è un problema|se non disturbo|se dio vuole|il prima possibile|al più presto|appena possibile|come d accordo|come concordato|come sempre|come da accordi|come previsto|mi dispiace|mi spiace|mi dispiace molto|scusate|chiedo scusa|sto bene|sto bene grazie|molto gentile|è molto gentile|gentilissimo|gentilissima|lei è gentile|meno male|grazie a dio|per fortuna|l ho detto|come le ho detto|le ho detto|a dire il vero|a dire la verità|in realtà|sinceramente|francamente|onestamente|guardi|guarda|senta|senti|sa|vede|signore|signora|signorina|dottore|dottoressa|egregio|gentile|cara|caro mio|tesoro|amico|che bello|bravo|brava|per carità
      |buonanotte
      |si figuri|figurati|si immagini|stia tranquillo|stia tranquilla|stai tranquillo|stai tranquilla|stia sereno|grazie della telefonata|grazie mille della telefonata|della telefonata|della chiamata|del promemoria|per la telefonata|grazie per la telefonata|grazie mille per il promemoria|grazie mille per avermelo ricordato|per avermelo ricordato|per avermi avvisato|grazie per avermi avvisato|grazie di avermelo ricordato|di avermelo ricordato|grazie dell avviso|dell avviso|per l avviso|per il disturbo|scusi il disturbo|scusate il disturbo|mi scuso|le chiedo scusa|lunedì non lavoro|non lavoro|quel giorno non lavoro|non ho impegni|non ho altri impegni|non ho niente da fare|non ho nulla da fare|non ho niente in programma|non ho nulla in programma|non ho altro|ho il giorno libero|giorno libero|sono di riposo|sono in zona|sono nei paraggi|sono da quelle parti|me lo ricordo|mi ricordo|mi ricordavo|lo sapevo|lo so già|non me lo sono dimenticato|non l ho dimenticato|non lo dimentico|non me lo dimentico|non mi sono dimenticato|non mi sono dimenticata|non serve spostarlo|non c è bisogno di spostarlo|abbia pazienza|tante belle cose|buon lavoro|stammi bene
      |tranquilla|tranquilli|tranquillo|non si preoccupi che|sono in pensione|in pensione|di riposo|a casa quindi
      |non è che non voglio|non è che non voglia
      |tranqui|aò|ao|aoh|oh mamma|mamma mia|madonna|madonna mia|madonnina|gesù|gesù mio|santo cielo|santo dio|che palle|uffa|cavolo|cazzo|cacchio|mannaggia|accidenti|amò|amore|frate|frà|vez|neh|né sì|ciccia|ciccio|bello mio|bella mia|cocca|cocco|giovanotto|signò|signo|dottò|raga|bro|guardi signorina|senta signorina|volesse il cielo|se il signore vuole|se il buon dio vuole|se dio ci dà salute|a dio piacendo|dio volendo|un bacione|baci e abbracci|bacioni|tvb|kiss|ci mancherebbe che|mi fa male|fa male|mi fa un male|mi fa ancora male|mi fa tanto male|mi fa ancora tanto male|mi fa molto male|mi fa sempre male|mi fa un gran male|mi fa un male cane|fa un male|fanno male|mi fanno male|di nulla figurati|ho un male|il mal di schiena|mal di schiena|mal di testa|mal di denti|mal di
      |mi fa un male sto ginocchio|mi fa un male sto|sto ginocchio|sta schiena|sta gamba|sto braccio|sto dente
      |apposta|ho preso apposta un permesso
      |non è che non voglia venire|non è che non voglio venire
      |bella|che domanda|che domande
      |ho preso permesso|ho preso un permesso|ho preso mezza giornata|ho chiesto il permesso|ho chiesto un permesso
      |non vengo solo|non vengo sola|non vengo da solo|non vengo da sola|non ci vengo da solo|non ci vengo da sola|non verrò da solo|non verrò da sola|non verrò solo|non verrò sola|non sarò solo|non sarò sola|non sarò in ritardo|non verrò in ritardo|non arrivo in ritardo|non arriverò in ritardo|non farò tardi|non ce la faccio più con questo|non ce la faccio più dal|non ne posso più
      |ostia|oh bella|ecché|embè|beh guardi|spett|spett le studio|spettabile studio`,
    additions: `moglie|marito|compagno|compagna|figlio|figlia|figli|bambino|bambina|bambini|famiglia|madre|padre|mamma|papà|genitori|fratello|sorella|nonna|nonno|nipote|amico|amica|amici|fidanzata|fidanzato|documenti|documento|carta d identità|tessera|tessera sanitaria|passaporto|carte|esami|analisi|radiografie|referti|ricetta|impegnativa|porto|porterò|porto anche|portare|accompagnato|accompagnata|accompagno|insieme|promemoria|messaggio|email|mail|lettera|sms|invito|ricevuto il|ho ricevuto|ricevuta|macchina|auto|autobus|treno|metro|bici|piedi|a piedi|per strada|in arrivo|sto arrivando|arrivo|parto|agenda|calendario|segnato|segnata|l ho segnato|me lo segno|annotato|puntuale|in orario|in anticipo|un po prima|qualche minuto|da anni|anni|conosco|indirizzo|vederla|vedervi|vederti|entrambi|entrambe|tutti e due|tutte e due|collega
      |ci sono altre|vengo da|vengo dal|vengo dalla
      |mi porta|mi accompagna|mi porterà|mi accompagnerà|viene con me|vengono con me|con mio|con mia|si è offerto
      |lui|loro|lei|egli
      |avevo detto di sì|avevo detto sì|avevo detto di no|pensavo di no|pensavo di sì|pensavo di non poter|pensavo di non farcela|credevo di no|credevo di sì|ho detto di sì ma
      |vengo a sapere|vengo a conoscenza|arrivo tardi|fare tardi
      |suocera|suocero|cognata|cognato|genero|nuora|zia|zio|cugino|cugina|badante|vicina|vicino di casa|taxi|motorino|scooter|tram|pullman|corriera
      |il dottore|la dottoressa|il medico|il mio medico|il dentista`,
    attendance: `verrò|ci sarò|ci saremo|verremo|sarò lì|sarò presente|saremo presenti
      |ci sono|io ci sono|noi ci siamo|ci siamo|vengo|veniamo|saremo lì|sarò là|parteciperò|conti su di me|conta su di me|contate su di me|può contare su di me|puoi contare su di me|potete contare su di me|non mancherò|non mancheremo|non me lo perdo|non me la perdo|ce la faccio|certo che posso|certo che vengo|certo che posso venire|certo che ci sono|certo che ci sarò|ma certo che vengo|ma certo che posso|posso venire|sì che posso|sì che vengo|sì che ce la faccio|ci vengo|vengo io|vengo senz altro|vengo sicuramente|vengo volentieri|verrò volentieri|verrò senz altro|ci sarò senz altro|ci sarò sicuramente|ci sarò di sicuro|arriverò puntuale|sarò puntuale|confermo la mia presenza|confermo che ci sarò|le confermo che ci sarò|confermo che vengo|posso esserci|potrò venire|potrò esserci
      |vengo tranquillamente|ce la faccio tranquillamente|ce la faccio sicuramente|che vengo|che ci sono|che ci sarò|che verrò|ma no certo che vengo|ci passo
      |alla fine posso|alla fine vengo|alla fine ce la faccio|alla fine riesco
      |non me lo perderei per niente al mondo|non me lo perderei per nulla al mondo|non me lo perderei
      |ce sto|ce so|io ce so|ce vengo|ce sarò|ci sto a lunedì|ho detto che vengo|t ho detto che vengo|ti ho detto che vengo|le ho detto che vengo|gliel ho detto che vengo|l ho già detto che vengo|l ho detto che vengo|ho già detto che vengo|già detto che vengo|mica me lo scordo|mica me lo dimentico|mica lo salto|non lo salto|non la salto|non me lo scordo|non me lo scordo mica|non la manco|non lo manco|non manco|non manco di sicuro|vengo di sicuro|vengo di certo|vengo certamente|vengo certo|certo vengo|vengo vengo|vengo puntuale|vengo sì|verrò di sicuro|verrò sicuramente|verrò certamente|ci sarò certamente|ci sarò puntuale|ci sarò puntualissimo|sarò puntualissimo|sarò puntualissima|puntuale come un orologio|puntuale come un orologio svizzero|come un orologio svizzero|sarò da voi|sono da voi|sono lì davanti|sono lì puntuale|arrivo puntuale|arriverò in orario|arriverò in tempo|mi presento lì|mi presenterò|mi presento puntuale|passo lunedì|passo io|passerò|passerò senz altro|si figuri se manco|figuriamoci se manco|figurati se manco|figuriamoci se non vengo|figurati se non vengo|si figuri se non vengo|ci mancherebbe vengo|eccome se vengo|eccome se ci sono|vengo eccome|come faccio a mancare|ci vengo volentieri|per forza vengo|riesco a venire|riesco a esserci|riesco ad esserci|ce la faccio a venire|ce la faccio a esserci
      |ghe son|ghe so|e vabbè vengo|vabbè vengo`,
    wishes: `mi piacerebbe|mi piacerebbe molto|vorrei|vorrei venire|volentieri|mi farebbe piacere
      |mi piacerebbe tanto|mi piacerebbe venire|mi piacerebbe molto venire|molto volentieri|ben volentieri|con piacere|con molto piacere|con gioia|vorrei tanto|vorrei proprio|verrei volentieri|verrei con piacere|ci verrei volentieri|lo vorrei
      |verrei|ci verrei|verrei di corsa`,
    thinking: `vediamo|fammi vedere|mi faccia vedere|aspetti che guardo|mi lasci guardare|mi faccia guardare|fammi pensare
      |vediamo un po|vediamo un attimo|fammi vedere l agenda|fammi controllare|fammi guardare|mi faccia vedere l agenda|mi faccia pensare|mi faccia controllare|mi lasci vedere|mi lasci controllare|un attimo|un momento|un secondo|un minuto|attimo|momento|attenda|aspetti|aspetta|un attimino|aspetti un attimo|aspetti un momento|aspetta un attimo|aspetti che controllo|aspetti che vedo|aspetta che guardo|aspetta che controllo|un attimo che controllo|un attimo che guardo|un momento che controllo|un momento che guardo|che controllo|che guardo|controllo|controllo l agenda|guardo l agenda|controllo un attimo|dunque|allora dunque|l agenda|mi dia un attimo|mi dia un secondo
      |un secondo solo|un attimo solo|solo un attimo|solo un secondo|un attimino solo|mi faccia controllare il calendario|mi faccia controllare l agenda|fammi guardare l agenda|che vedo
      |la sento|ti sento|la ascolto|ti ascolto|la sto ascoltando|mi dica|mi dica pure|dica|dica pure`,
    cancelling: `annullare|annulli|annulla|annullo|annullarlo|annullarla|disdire|disdico|disdica|disdirlo|disdirla|cancellare|cancelli|cancella|cancello|cancellarlo|cancellarla
      |annullate|annullamento|disdici|disdite|disdetta|dare disdetta|cancellate|lo annulli|lo cancelli`,
    obligations: 'devo|dobbiamo|mi tocca|sono costretto a|sono costretta a',
    absences: `in vacanza|in ferie|in viaggio|fuori città
      |malato|malata|ammalato|ammalata|influenza|febbre|la febbre|ho la febbre|con la febbre|l influenza|covid|raffreddato|raffreddata|ospedale|in ospedale|vacanza|ferie|viaggio|fuori|estero|all estero|occupato|occupata|impegnato|impegnata|impegno|un impegno|altri impegni|ho un impegno|un altro impegno|quarantena|ricovero|ricoverato|ricoverata|ferito|lavoro|lavorare|devo lavorare|sto lavorando|al lavoro|di turno|in riunione|un contrattempo|un imprevisto|ho avuto un contrattempo|ho avuto un imprevisto|un matrimonio|un funerale|a letto|a casa malato|a casa malata|fuori sede|fuori per lavoro
      |senza macchina|la macchina rotta|la macchina dal meccanico
      |non ho la macchina
      |bloccato|bloccata|allettato|allettata|il militare|al militare|un esame|un esame all università|esame|esami all università|un funerale lunedì|funerale|matrimonio|trasloco|in malattia|in mutua|in infortunio|gastroenterite|bronchite|colpo della strega|in trasferta|di guardia|in tribunale|a scuola|a lezione|lezione|sciopero
      |non sto bene|non mi sento bene|non sto tanto bene|non sto molto bene|sto male|mi sento male|sto malissimo|ingessato|ingessata|ricoverati
      |ho da lavorare|c ho da lavorare|ciò da lavorà`,
    thatTime: `quel giorno|in quel periodo|quella settimana|per allora
      |a quell ora|quel lunedì|quella mattina|quel pomeriggio`,
    greetings: `buongiorno|buonasera|salve|ciao|pronto|buon giorno|buona sera
      |buon pomeriggio|pronto buongiorno|pronto chi parla`,
    requests: 'può|potrebbe|puoi|potresti|potete|potreste',
    functionWords: `mi|ti|ci|vi|si può dire|lo|la|li|le|gli|me|te|se ne|noi|voi|questo|questa|quello lì|quella|quel|ciò|cosa mia|è stato|sia|hai|ha|hanno|c|d|l|un po|di|del|della|dell|dello|che cosa dico|così|anche|pure|già|molto|tanto|davvero|veramente|ah|oh|eh|bè|be|dai|ecco|risposta|la mia risposta è|la risposta è|detto|dico|me lo|ce|essere stato
      |devo|dobbiamo|dovrei|dovremmo|sono costretto|sono costretta|sono costretto a|sono costretta ad|sono costretto ad|sono costretta a|costretto|costretta|chiamo per|chiamavo per|telefono per|ho chiamato per|la chiamo per|scrivo per|volevo dirle che|volevo dire che|volevo avvisare che|volevo avvisarla che|volevo solo dire che|è per dire che|è solo per dire che|per dire che|per dirle che|per avvisare che|la informo che|la avviso che|avviso che|le comunico che|comunico che|alla fine
      |t
      |n ero|me n ero|n è|n ho`,
    neutral: `io|tu|il|i|gli|uno|una|un|a|al|allo|alla|alle|all|ai|agli|da|dal|dalle|in|nel|nella|per|con|con il|su|sul|tra|fra|verso|e mezza|oggi|domani|dopodomani|ieri|adesso|ora|subito|stamattina|stasera|stamani|questa settimana|mattina|mattino|pomeriggio|sera|notte|mezzogiorno|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|giorno|giorni|settimana|mese|ora|ore|orario|data|appuntamento|visita|riunione|incontro|mezza|quarto|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|trenta|prossimo|prossima|primo|qui|qua|lì|là|ancora|sempre|personalmente|per me|per noi|da parte mia|a me|a noi|per ora|per adesso|per il momento|al momento|in questo momento|attualmente|dottor|mio|mia|miei|mie|suo|sua|nostro|nostra|proposta|presenza|mia presenza|tutto|tutti|volta|questa volta|più|piu|tanto|poi|fino|signor
      |am|pm
      |con la carta|online|in contanti|in banca|con bonifico
      |in questo periodo|spaccate|spaccato|in punto|alle dieci in punto`,
    placePrepositions: 'a|in|da|vicino a|presso',
    introductions: `mi chiamo|il mio nome è|sono|parla|qui|qui è|sono il signor|sono la signora|signor|signora|signorina|dottor|dottoressa|saluti|cordiali saluti|distinti saluti|un saluto|un abbraccio|da parte di`,
    questions: `chi|quando|quanto|quanti|quanta|quanto costa|perché|come mai|quale|quali|qual|di cosa|che ora|a chi|può ripetere|puo ripetere|potrebbe ripetere|può dirmi|posso cambiare|posso spostare|posso sapere|avete|ha un altro|c è un altro|le va bene|ti va bene|le sta bene|è sicuro|è sicura|sei sicuro|chi è|chi parla|con chi parlo|è possibile spostare|è possibile cambiare
      |vorrei sapere|volevo sapere|mi piacerebbe sapere`,
    practicalQuestions: `dove|a che ora|che ora|dov è|dove devo|dove posso|cosa devo portare|che devo portare|devo portare|cosa porto|qual è l indirizzo|quale indirizzo`,
    conjunctions: 'e|ed|in quanto',
    reasons: 'perché|poiché|siccome|dato che|visto che',
    corrections: `voglio dire|volevo dire|intendevo|anzi|mi correggo|scusi volevo dire|cioè
      |quindi|perciò|ah scusi|pardon
      |scusi|mi scusi|scusa
      |al contrario|tutt altro|tutto il contrario`,
  },
});
