import { createRequests } from '../../understanding/request-rules.ts';
import { italianOptOut, italianOptOutParts } from './opt-out.ts';
import { italianWords } from './words.ts';

const parts = {
  ...italianOptOutParts,
  digit: '0|1|2|3|4|5|6|7|8|9',
  number:
    'una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti',
  day: 'lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|weekend|fine_settimana|settimana|mese|festivi|giorni_festivi|giorno|estate|pausa|pausa_pranzo|riunione',
  person:
    'marito|moglie|figlio|figlia|madre|padre|capo|fratello|sorella|vicino|collega|genitori|mamma|papa|suocera|ragazzo|ragazza|avvocato|socio|ufficio|nonna|compagno|compagna',
  can: 'puo|potrebbe|puoi|potresti|potete|potreste|mi|ci|vuole|vorrei|preferisco|che|sarebbe_meglio|meglio|la_prego|se_puo',
  someone: `persona|umano|essere_umano|operatore|operatrice|consulente|addetto|qualcuno|responsabile|rappresentante|impiegato|collega|assistente|superiore|tecnico|servizio_clienti|agente
    |operatore_umano|centralino|supervisore|incaricato|assistenza`,
  real: 'vera|vero|reale|umana|umano|in_carne_e_ossa|fisica|viva|del_servizio_clienti|dell_assistenza|dell_ufficio',
  a: 'un|una|uno|il|la|l|lo|vostro|suo|altra|altro|un_altra|un_altro|qualche',
  when: `piu|tardi|domani|dopo|fra|tra|un|una|due|ora|ore|oretta|mezz|mezza|minuti|alle|in|nel|la|il|di|pomeriggio|mattina|sera|stasera|lunedi|martedi|mercoledi|giovedi|venerdi|sabato
    |settimana|prossima|altro|altra|momento|volta|dopodomani|oggi|questa|questo|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|mattinata|verso|le|quarto|po|giorno|ancora|nuovo|poi|per|*<digit>*`,
} as const;

/** The requests of Italian: Lei, tu and voi. */
export const italianRequests = createRequests(italianWords, {
  parts,
  negationWords: 'non mai',
  negations: 'non e|ho|ha|era? il|la|un|una|mi|ci?',
  requests: {
    wrong_number: `
      sta|state|stai|ha|avete chiamando|chiamato|telefonando una|un|a|casa ..1 casa|privato|abitazione|numero|privata ..2
      il|la|l? signor|signora|signore|signorina|dottor * ..1 si|e|ha? e? trasferito|trasferita|morto|morta|mancato|mancata|cambiato_casa ..3
      ! non e il mio|nostro nome|cognome ..3
      ! ha|hai|avete|abbia|abbiate|avra|avrete ..1 fatto|composto|chiamato|digitato|preso|sbagliato ..1 numero|persona|famiglia|casa|interno ..1 sbagliato|sbagliata|altra|altro|un|errato|diverso ..3
      ! numero di un|una|qualcun ..1 altra|altro ..3
      ! questo|il|quel numero|cellulare|telefono non e|appartiene piu ..5
      ! numero|cellulare|telefono adesso|ora|oggi e|ce|lo|l|ho ..4
      ! numero|cellulare|telefono ..5 adesso|ora|oggi ce|lo|e l|ho|mio|il ho|io|mio? ..1
      questo non e il|piu ..1 suo|mio? telefono|cellulare|numero
      quella|la persona non c ..1 ha|avete sbagliato ..1
      deve|dovete aver|avere sbagliato numero|persona
      ha|avete|hai il numero sbagliato|errato
      non e il|la numero|persona|casa giusto|giusta
      non e qui
      non abita|vive|lavora|sta|e piu qui|qua|con_noi
      si e trasferito|trasferita|trasferiti|sono_trasferiti ..2
      non lo|la|li conosco|conosciamo
      non so|ho chi|idea sia|e ..1
      non sono io|quella|quello ..2
      sta|state|stai cercando|chiamando la|una|il ..1 sbagliata|sbagliato|persona_sbagliata
      questo|quello non e piu? il suo numero ..1
      questa|questo|qui e una|un ..1 privata|abitazione|privato|casa_privata ..3
      credo|penso|guardi|mi_sa|temo? che? lei|si? ha|hai|abbia|avete|sia|sta|e sbagliato|sbagliata|sbagliando ..1 numero|persona|telefono|indirizzo?
      ha|hai|abbia|avete|sta chiamato|fatto|composto|chiamando il|un|la? numero|persona|telefono sbagliato|sbagliata
      questo|qui non e|siamo il|la|un|l numero|telefono|casa|clinica|famiglia|ufficio|studio di|della|del? ..2
      qui|qua non e|siamo|c_e la|il|nessuna|nessun|un ..2
      non e il|la suo|sua numero|casa
      ha|hai|avete|si|ho sbagliato|sbagliata|sbaglia numero|persona|indirizzo?
      numero|persona sbagliato|errato|sbagliata
      si|ti|credo_si|vi e|sei|sta|siete sbagliato|sbagliata|sbagliando|sbagliati
      si|ti|vi sbaglia|sbagli|sbagliate
      qui|qua? non c|abita|vive|lavora|esiste|conosco|conosciamo e|qui? nessuno|nessuna|nessun con|di|che|qui|chiamato? questo|quel|si? nome|chiama? cosi?
      non conosco|conosciamo questa|quella|nessuno|questo|quel persona|signore|signora|con ..2
      non sono la_persona ..3
      non sono il|la signor|signora|dottor *
      c e un errore
    `,
    who_is_this: `
      e? lei|voi chi sarebbe|sareste|e
      come ha|hai|avete detto che si? chiamava|chiama ..1
      da dove chiama|chiamate|chiami|telefona|telefonate
      per chi|quale|conto lavora|azienda|ditta|chiama|di_chi ..2
      come ha|hai|avete detto che si? chiama|chiamate ..1
      qual|quale e il motivo|scopo ..3
      perche mi|ci sta|state|stai chiamando|telefonando
      chi e|parla|sei|siete|mi|e_lei|la|mi_sta al_telefono|parla|lei|scusi|che_parla|cerca|chiama|manda|chiamando|tu|voi?
      ma? lei|tu|scusi? chi e|sei|siete?
      con|da chi ho|sto|parlo|parlando|sono il|parlando|l|collegato? piacere|onore? di? parlare?
      da parte di chi
      di|per|da|per_conto_di che|quale|chi|cosa societa|azienda|ditta|si|parla|chiama|e|compagnia|banca|tratta tratta|chiama|e|siete|parla|chiamate?
      come si|ti chiama|chiami lei|tu?
      qual e|era il suo|tuo|nome nome?
      di che|cosa si|tratta|parla|stiamo tratta|parlando?
      a|per che|cosa|quale proposito|riguardo|motivo ..3
      perche|come_mai|per_quale_motivo mi|ci? chiama|chiami|chiamate|sta_chiamando|telefona|cercate
      che_cosa|cosa|che vuole|vuoi|volete|desidera|desiderate|le_serve da_me|lei?
      lei|sei|e|sto|parlo|questo|questa|parlando? e|sei|lei|parlando|con? un|una|con? robot|macchina|computer|registrazione|bot|risponditore|voce_registrata|segreteria ..1
      lei|sei|e|sto|parlo parlando|con|una|un? con? una|un? persona vera|reale
      come|dove|chi ha|avete|hai|fa|vi_ha|le_ha avuto|preso|trovato|ad_avere|dato|ottenuto|avere? il mio numero
    `,
    callback: `
      <when> <when>? <when>? <when>? sarebbe|e|meglio|andrebbe|preferirei meglio|bene|preferibile? chiamare|richiamare|chiamarmi|che_mi_chiami|se_chiama ..2
      puo|potrebbe|puoi|potete provare|richiamare|chiamare|risentirmi piu|dopo|domani|stasera ..3
      ! mi? richiami|richiama|richiamate|richiamatemi|richiamami|riprovi|riprova|riprovate|richiamarmi|chiami|chiamami|chiamatemi|telefoni|risentiamoci|riprovare mi|ci? fra|tra|stasera|domani|dopo|piu_tardi|piu|nel|in|alle|verso|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|dopodomani|oggi|domattina <when>? <when>? <when>? <when>? <when>? <when>? grazie|per_favore|se_puo|va_bene|ok? $
      ! ci sentiamo|risentiamo ..4 richiama|richiami|chiama|chiami ..2
      puo|potrebbe|puoi|potete|potreste riprovare|riprovar|ritentare nel|in|piu|domani|dopo|tra|fra|stasera|alle ..4
      non e ..2 momento|ora mi? richiami|chiami ..4
      puo|potete|puoi riprovare|richiamare|riprovi dopo|piu|domani|alle ..4
      riprovi|riprova|riprovate|provi|provate piu_tardi|piu|domani|a_richiamare|dopo|lunedi ..3
      sono|sto|adesso|ora|adesso_non|ora_non ..4 mi|richiami|puo|mi_richiami richiami|chiami|chiamare|richiamare? piu|domani|dopo|stasera|tra|alle|lunedi ..4
      vorrei|voglio|preferirei che mi|ci richiamaste|richiamasse|chiamaste|chiamasse ..3
      puo|potete|mi far|farmi|fa|fate richiamare ..3
      ci|possiamo|possiamo_sentirci sentiamo|sentirci|dopo ..1 dopo|piu|domani ..4
      le|ti|vi dispiace|spiace|dispiacerebbe|spiacerebbe richiamarmi|richiamare|chiamarmi <when>? <when>? <when>? <when>?
      preferirei|vorrei|preferisco|gradirei essere richiamato|richiamata|ricontattato|ricontattata <when>? <when>? <when>? <when>?
      non mi chiami|chiamate adesso|ora|oggi mi_chiami|chiamatemi|mi_chiamate <when> <when>? <when>?
      <can>? <can>? <can>? richiamare|richiamarmi|richiami|richiamatemi|richiamami|richiama|richiamate|ritelefonare|ritelefoni|risentirci|ritelefonarmi|richiamarci mi? <when>? <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? <can>? <can>? chiamare|chiamarmi|chiami|chiamatemi|chiamami|telefonare|telefonarmi|telefoni|telefonatemi <when> <when>? <when>? <when>? <when>? <when>? <when>?
    `,
    person: `
      ! vorrei|voglio|posso|potrei|preferisco|desidero|devo parlare|conferire|parlo con|alla|al la|il|un|una|qualcuno|lo|l ..1 <someone>|ragazza|ragazzo|signora|signorina|segretaria|segreteria|reception|accettazione|infermiera|dottoressa|dottore|medico ..4
      ! mi trasferisca|passi|passa|passate|metta|colleghi|dia|dia_la|trasferisci|trasferite|mette|passerebbe|inoltri|da la|il|l|un|una|all|alla|al|con|lo|qualcuno ..1 <someone>|segretaria|segreteria|accettazione|reception|infermiera|dottoressa|dottore|medico|signorina|ragazza|capo|centralino|persona ..3
      ! posso|potrei|vorrei|voglio|e_possibile|si_puo avere|parlare|sentire|trovare ..1 un|una|con_un|con_una|qualche|dei ..1 essere_umano|umano|umani|persona|operatore|operatrice|persona_vera ..3
      c_e|c|ce e|qualcuno|una|un ..2 carne|umano|ossa ..3
      puo|potete|potrebbe passarmi|passare|collegarmi|mettermi il|la|con|un ..1 capo|responsabile|superiore|direttore
      mi colleghi|connetta|metta|trasferisca con|a un|una|il|la operatore|operatrice|persona|responsabile
      vorrei|voglio|posso parlare con il|la|un ..1 superiore|direttore|capo|titolare|responsabile|direttrice
      non? parlo con i|un robot|macchine|macchina
      servizio|assistenza clienti
      la|il reception|segreteria|segretaria|centralino
      vorrei|voglio|posso|potrei|desidero|preferisco|preferirei|devo|ho_bisogno|mi|puo|puoi|potrebbe|potete|c|sarebbe? di|possibile|mi|ci|possono|piacerebbe? parlare|passi|passa|passare|passarmi|passate|passatemi|mettere|mettermi|metta|parlo|comunicare|collegare|collegarmi|conferire|trasferire|trasferirmi|trasferisca|mettete in_contatto|in_linea|direttamente? con|a|ad? <a>? <real>? <someone> <real>?
      vorrei|voglio|preferisco|cerco|chiedo|mi_serve <a> <real>? <someone> <real>?
      <a>? persona|operatore|essere vera|reale|umana|umano|in_carne_e_ossa|fisica
      <a>? operatore|operatrice|consulente|umano
      c e <a>? <someone> ..4
      mi|ci passa|passi|puo_passare|passate la|il|l|un|una segreteria|segretaria|dottore|dottoressa|medico|reception|accettazione|infermiera|responsabile
      voglio|preferisco|vorrei|preferirei ..1 parlare? con? <a>? persona|operatore|umano|essere_umano <real>?
      non c e nessuno con_cui|con che? possa|posso parlare
      non voglio parlare con un|una robot|computer|macchina|risponditore
    `,
    not_interested: `
      non ci|mi|ce serve|interessa|occorre niente|nulla
      non voglio|vogliamo|intendo comprare|acquistare niente|nulla
      no|grazie|guardi? non mi|ci|sono|siamo|ho|abbiamo|e interessa|interessano|interessato|interessata|interessati|interesse|interessante proprio|affatto|per_niente|per_nulla|grazie?
      nessun interesse
      non ne|mi|ho|voglio|serve ho|serve|bisogno|niente|niente_grazie bisogno|niente|grazie?
      non compro niente
    `,
    voicemail: `
      lasci|lasciate ..1 il suo? nome e ..1 numero
      lasciate|lasci|lascia|lasciare|registri|potete_lasciare|puo_lasciare un|il|vostro|suo|tuo? messaggio|nome|vostro|suo ..3 dopo|messaggio il|segnale|bip|acustico|tono? segnale|bip|tono|acustico? acustico?
      dopo il segnale|bip|tono|beep acustico?
      segreteria telefonica|di
      risponde la segreteria ..2
      e|siete|sei in_linea|in|collegato con|la segreteria ..2
      il|la|utente|l|numero cliente|utente|numero|persona|da_lei|telefono ..3 non|al_momento ..1 e|raggiungibile|disponibile al_momento|raggiungibile|disponibile? raggiungibile?
      in_questo_momento|al_momento|adesso? non posso|possiamo|sono|siamo|e al_momento? rispondere|disponibile|disponibili|raggiungibile|in_casa al_momento?
    `,
    repeat: `
      piu forte|piano|lentamente che|perche|non ..4
      non ho|l_ho potuto|sentito|capito sentire|niente|bene
      cosa|che ha|hai appena detto
      la|si|ti sento|sente male|poco|malissimo
      qual|quale|com era la domanda
      puo|puoi|potrebbe|potresti|potete|mi|me|lo|la? mi|me|lo|la|puo|potrebbe|per_favore? lo|la|puo? ripetere|ripete|ripeta|ripeti|ripetermi|ridire|ripetete|ripetermelo|ripetermi|ripeterlo|ripeterla|dire|ridice la|quello|per_favore|che_ha_detto|ancora|di_nuovo? domanda|che|ultima_parte|di_nuovo|ancora_una_volta? ha_detto?
      lo puo|puoi|potrebbe ripetere|ridire|dire di_nuovo|ancora?
      come|cosa|che|che_cosa|cos ha|hai|dice|scusi|diceva|e|aveva|avete detto|scusi?
      scusi|come|prego|pardon|eh|cosa|scusa|mi_scusi come|cosa|prego|scusi|scusa?
      scusi|scusa|guardi? non ho|la|ti|sento|capisco|si|capito|sentivo|riesco|l|vi capito|sentito|sento|sente|capisco|a_sentire|a_capire|ho|capita|bene bene|niente|la_domanda|capito|sentito|sentita|molto_bene|nulla?
      un altra volta
      ancora una volta
      di nuovo
      parli|parlare|puo_parlare|parla piu piano|forte|lentamente
      piu piano|forte|lentamente
    `,
    hold_on: `
      un|solo_un momentino|attimino|attimo|momento|minuto|secondo devo|sto|che|ora|adesso ..6
      un|solo_un|aspetti_un minuto|attimo|momento|secondo|attimino|secondino cerco|prendo|vado|guardo|piglio|spengo|abbasso|mi|apro|chiudo|che ..5
      aspe|aspetti|aspetta|aspettate|attenda|attendi|aspettami|aspett un|che|mo|solo? ..2 che|mi|secondo|attimo|momento|minuto|moment ..5
      aspe|aspetti|aspetta|attenda|un_attimo|un_secondo|un_momento|attimo|un_minuto|un_attimino|un_secondino che ..5
      non metta|metti|mettete giu
      mi|devo|vado|sto ..1 faccia|fa|prendere|cercare ..1 prendere|cercare|trovare|una|un|gli ..2 penna|foglio|agenda|occhiali
      prendo|cerco|piglio un|una|gli|la|il|carta ..1 penna|agenda|occhiali|foglio|calendario|carta|biro|matita ..2
      un|solo_un|aspetti_un|attenda_un|mi_dia_un|aspetta_un|dammi_un|attimo attimo|momento|minuto|secondo|momentino|attimino|minutino|secondino|attimo solo|prego|che|ancora|torno_subito?
      aspetti|aspetta|attenda|attendi|aspettate|attendete|mi_dia|dammi|mi_dai un|ancora? attimo|momento|minuto|secondo|poco|po|in_linea|minuti?
      resti|rimanga|resta in linea
      non riattacchi|riagganci|attacchi
      torno|arrivo subito
      abbia|abbi|un_po_di pazienza un|solo? attimo|momento|secondo?
      aspetti|aspetta|attenda|aspettate un|solo? momentino|attimino|momento|attimo|secondo ..5
      sto|vado cercando|a_prendere|a_cercare|a_vedere|prendendo ..3
      un momento|attimo
    `,
  },
  optIn: `
    riattivate|riattivi|riattivare|riattiva|ripristinate i|gli|la|il|l|mi? <messages>|servizio|promemoria|iscrizione|avvisi
    vorrei|voglio|desidero|mi_piacerebbe|vorremmo tornare|ricominciare|riprendere a ricevere ..2 <messages>|promemoria|avvisi
    vorrei|voglio|desidero|mi_piacerebbe ricevere ..1 di_nuovo|ancora|nuovamente ..2 <messages>|promemoria|avvisi
    vorrei|voglio|desidero|mi_piacerebbe ..1 di_nuovo|ancora|nuovamente? ricevere ..2 <messages>|promemoria|avvisi di_nuovo|ancora|nuovamente
    rimettetemi|rimettimi|mi_rimetta|reinseritemi|mi_reinserisca|iscrivetemi|reiscrivetemi|riscrivetemi|reiscrivimi|riscrivimi|iscrivimi nella|alla|in|di_nuovo|sulla? ..1 <list>?
    potete|puo|puoi|possono ricominciare|tornare|riprendere a scrivermi|mandarmi|inviarmi|contattarmi|chiamarmi ..2
    potete|puo|puoi|possono di_nuovo|nuovamente scrivermi|mandarmi|inviarmi ..2
    potete|puo|puoi|possono scrivermi|mandarmi|inviarmi|contattarmi ..1 <messages>? di_nuovo|nuovamente|ancora
  `,
  optOut: italianOptOut,
});

/** What callers say in Italian when a conversation is over, written without diacritics, separated by vertical bars. */
export const italianFarewells = `arrivederci|ciao|a presto|a dopo|a domani|buona giornata|buona serata|buonanotte|buona notte|grazie|grazie mille|molte grazie|tante grazie|
  altrettanto|anche a lei|a lei|si|va bene|bene|benissimo|perfetto|ottimo|d'accordo|certo|capito|no grazie|nient'altro|e tutto|basta cosi|prego`;
