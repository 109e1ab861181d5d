import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const italianOptOutParts = {
  no: 'non|mai_piu|mai',
  me: 'mi|ci|me|mi_ci|qui',
  more: 'mai_piu|piu|mai|ancora|di_nuovo|un_altra_volta|un_altra_volta_ancora',
  call: 'chiamasse|richiamasse|chiami|chiamate|chiamino|chiamare|chiamarmi|chiamarci|chiamatemi|chiamateci|telefoni|telefonate|telefonare|telefonarmi|telefonatemi|telefonino|richiami|richiamate|richiamarmi|richiamare|richiamatemi|ritelefoni|chiamiate|telefoniate|chiamaste|richiamiate|squilli|squillate|chiamassero',
  calling: 'chiamare|chiamarmi|chiamarci|telefonare|telefonarmi|telefonarci|richiamare|richiamarmi',
  write: 'scriva|scrivete|scrivere|scrivermi|scrivetemi|scrivano|scriviate|scriverci|messaggi',
  send: 'mandi|mandate|mandare|mandarmi|mandatemi|mandiate|invii|inviate|inviare|inviarmi|inviatemi|inviateci|spedite|spedisca',
  contact: `contattasse|disturbasse|contattaste|disturbi|disturbate|disturbare|disturbarmi|disturbatemi|disturbarci|contatti|contattate|contattare|contattarmi|contattatemi|contattiate|contattarci|cerchi|cercate|cercarmi|cercatemi
    |importuni|importunate|importunarmi|molesti|molestate|molestarmi|infastidisca|infastidite|infastidirmi|rompa|rompete|rompere|rompetemi|disturbiate|assilli|assillate|scocci|scocciate|scocciatemi|stressi|stressate|tormentate`,
  contacting:
    'disturbare|disturbarmi|disturbarci|contattare|contattarmi|contattarci|importunarmi|molestare|molestarmi|infastidirmi|rompere|cercarmi|assillarmi|scocciare|stressare|tormentarmi|importunare|rompermi',
  contacted:
    'ricontattato|ricontattata|richiamato|richiamata|chiamato|chiamata|chiamati|contattato|contattata|disturbato|disturbata|cercato|importunato|importunata|contattati|disturbati',
  stop: 'smetta|smetti|smettete|smettila|smettetela|la_smetta|la_smettete|la_smetti|finitela|finiscila|la_finisca|la_finite|cessate|smettere',
  calls:
    'chiamate|telefonate|telefonata|chiamata|chiamate_pubblicitarie|telefonate_commerciali|vostre_chiamate|vostre_telefonate|sue_chiamate',
  messages:
    'avvisi|messaggi|messaggio|sms|email|mail|e_mail|pubblicita|newsletter|whatsapp|comunicazioni|messaggini|spam|e-mail|posta|notifiche|promozioni',
  list: 'lista|liste|elenco|elenchi|database|archivio|archivi|registro|sistema|rubrica|banca_dati|mailing_list|contatti|newsletter|lista_contatti|agenda',
  of: 'dalla|dalle|dal|dai|della|da|dall|delle|del|nella',
  your: 'vostra|vostre|vostro|vostri|sua|sue|suo|suoi|tua|tue|tuo|questa|questo|la|quella',
  remove:
    'tolga|togli|togliete|togliere|tolgo|cancelli|cancella|cancellate|cancellare|elimini|elimina|eliminate|eliminare|rimuova|rimuovi|rimuovete|rimuovere|depenni|depennate|levi|leva|levate|levare|dimentichi|dimenticate|blocchi|bloccate',
  remove_me: `mi_tolga|tolgami|mi_tolgano|toglietemi|toglimi|togliermi|mi_cancelli|cancellatemi|mi_cancelliate|cancellarmi|cancellami|mi_elimini|eliminatemi|eliminarmi|mi_rimuova|rimuovetemi|rimuovermi|mi_levi
    |levatemi|levarmi|mi_depenni|depennatemi|mi_togliete|mi_cancellate|mi_togli|toglieteci|cancellateci|mi_rimuovete|mi_tolgo|mi_cancello|eliminami|rimuovimi`,
  entry:
    'numero|numero_di_telefono|dati|nome|contatto|recapito|nominativo|telefono|indirizzo|cellulare|dati_personali|mail|email',
  authority:
    'denuncio|denuncia|denunciare|denunciarvi|segnalo|carabinieri|polizia|avvocato|querelo|querela|garante|tribunale|legale',
  theseCalls:
    'vostre_chiamate|le_vostre_chiamate|queste_chiamate|queste_telefonate|le_vostre_telefonate|sue_chiamate|le_sue_telefonate|delle_vostre_chiamate|tutte_queste_chiamate|le_chiamate',
  averse:
    'basta|fermate|smettetela|smetta|finiamola|finitela|fatela_finita|stufo|stufa|non_sopporto|non_sopporto_piu|non_apprezzo|non_mi_piacciono|odio|non_ne_posso_piu|mettete_fine_a|fine_a|non_voglio|non_tollero|non_ce_la_faccio_piu',
} as const;

const callsWith = (more: string): string => `
  non <me>? <call> ..2 ${more}
  non <me>? ${more} <call>
  non <me>? stia|state|continui|continuate|provi|provate|osi|osate|azzardi|permetta|permettete a? ..1 <call> ..1 ${more}?
`;

export const italianOptOut: OptOutRules = {
  calls: {
    absolute: `
      !! grato|grata|grati|piacere|gentile se|che ..2 cessaste|cessasse|smetteste|smettesse|interrompeste|cessassero ..3 <calls>|telefonare|chiamare ..1
      ! registro_delle_opposizioni|registro_opposizioni
      !! se non ..2 smettete|smette|smetti|piantate|finite|finisce|cessate ..7 <authority>|avvocati|consumatori
      !! smetta|smetteste|smettete|cessaste|cessate|cessasse|cessare|finita|finite|finiamola|interrompete|interrompeste ..3 chiamate|telefonate|squilli ..2
      ! siamo|sono|sto stufi|stufo|stufa|stanchi|stanco|stanca|esasperati di|delle|dalle|con ..2 chiamate|telefonate ..1
      ! a me|noi|casa_mia non mi|ci? <call>|<contact> ..1 piu|mai_piu|mai ..1
      ! mi? oppongo|oppone all|al|alla|a ..1 uso|utilizzo|trattamento|impiego ..5
      ! vi|adesso_vi|ora_vi blocco|bloccherò|blocchero|sto_bloccando ..4
      ! non|ne provate|provi|tentate con|da un|altri? altro|altri numero|numeri
      lasciatela|lasciatelo|lasciateli|lasciatele|la_lasci|lo_lasci|la_lasciate|lo_lasciate ..1 in_pace
      !! non|mai ho|abbiamo|mai mai? dato ..2 permesso|autorizzazione|consenso ..3 chiamarmi|chiamare|chiami|chiamate|contattarmi|telefonarmi
      nun|nn|num me|mi|ci|ce|m? chiamate|chiami|telefonate|telefoni|scocciate|rompete ..1 piu|mai_piu|cchiu|mai
      ! non chiamatelo|chiamatela|chiamateli|chiamarlo|chiamarla|cercatelo|cercatela|cercarlo|cercarla|disturbatelo|disturbatela|disturbarla|disturbarlo|telefonatele|telefonategli|contattatelo|contattatela piu|mai_piu|mai ..1
      ! non lo|la|li|gli|le chiami|chiamate|cerchi|cercate|disturbi|disturbate|telefoni|telefonate|contatti|contattate piu|mai_piu|mai ..1
      ! non richiamate|richiami|chiamate|chiami|telefonate|telefoni ..1 ne|mai ..6 mai|piu ..1
      !! <authority>|scrivera|avvocati|denuncero|diffida ..5 se ..2 continuate|continua|insistete|insiste|richiamate|chiamate|telefonate|smettete|smette|piantate|pianta|finite|disturbate ..4
      !! <authority>|denuncio|segnalo|querelo ..5 se non ..1 la|vi|smettete ..1 piantate|pianta|smettete|smette|finite|finisce ..4
      mai piu una|un|altra|nessuna|le|vostre <calls>|squillo|squilli ..3
      mai_piu una|un|altra|nessuna <calls>|squillo|squilli ..3
      ! niente|nessun|nessuna|basta|stop ..1 piu|altri|altre|altra|altro squilli|squillo|<calls> ..6
      ! niente|basta piu|con_gli|con|gli? squilli|squillo ..4
      !! come|cosa ..4 per|a|fare|faccio ..1 non ..1 farsi|farmi|essere|ricevere|venire ..1 piu? ..1 chiamare|chiamato|chiamata|contattato|contattare|<calls> ..2
      !! ho|abbiamo|avevo|avevamo|avevo_gia|ho_gia ..1 chiesto|scritto|detto|ripetuto|pregato|richiesto ..5 di|che non ..1 essere|venire|ricevere|farmi ..1 piu? ..1 chiamato|chiamata|contattato|contattata|disturbato|disturbata|<calls>|contattare|chiamare ..3
      !! ho|abbiamo|avevo|avevamo|devo|dobbiamo gia|piu_volte? detto|ripetuto|chiesto|pregato|dire|ripetere volte|tre_volte|mille_volte|dieci_volte|cento_volte|gia|piu_volte|due_volte|cinque_volte? ..3 di|che non chiamare|chiamarmi|chiamate|telefonare|telefonarmi|richiamare|chiamarci|chiamiate|telefonate|disturbare ..2
      ! chiedo|esigo|pretendo|voglio|intimo|richiedo|ordino|diffido|domando ..1 l|la|il|che|immediata|immediato? ..1 interruzione|cessazione|sospensione|fine|stop|blocco|immediata_interruzione|immediata_cessazione ..5 contatto|chiamate|telefonate|comunicazione|chiamata|telefonata|comunicazioni|molestie
      ! interruzione|cessazione immediata ..2 contatto|chiamate|telefonate|comunicazione|comunicazioni
      ! mettetemi|mettete|mettimi|inseritemi|inserite|mi_metta|segnatemi|aggiungetemi|mi_inserisca|mi_segni|iscrivetemi ..1 tra|fra|nella|nell|nelle|su|sulla|il_mio_numero ..3 non|esclusi|bloccati|nera|opposizioni|esclusione|blacklist|proibiti ..3
      ! non dovete|deve|devi|potete|puo|devono mi|ci|piu? mi|ci|piu? <calling>|chiamare|telefonare|chiamarmi|telefonarmi|disturbare|disturbarmi|contattarmi piu|mai_piu ..1
      ! non mi|ci dovete|deve|devi|potete|devono piu|mai|mai_piu chiamare|telefonare|disturbare|contattare|cercare ..2
      ! non si|vi|ti azzardi|azzardate|azzardare|permetta|permettete|provi|provate|sogni|sognate piu|mai_piu|mai|nemmeno|neanche? a|di? <calling>|richiamare|chiamare|telefonare ..3
      ! gradirei|preferirei|vorrei|desidero|desidererei|apprezzerei|chiedo|prego ..1 di? non ..1 ricevere|avere|sentire|essere ..1 piu ..1 <calls>|chiamato|chiamata|contattato|contattata|disturbato|disturbata|messaggi ..2
      ! lasciate|lasci|lascia|lasciatela|lasciatelo in_pace ..1 mia|mio|noi ..2
      ! fatela|fatemela|facciamola|piantatela|finitela|smettetela|finiamola finita|con|di|una ..4 <calls>|chiamare|telefonare|chiamarmi|squilli
      !! stufo|stufa|stanco|stanca|scocciato|stufato di|delle|dalle|con ..2 chiamate|telefonate|squilli ..2
      ! persecuzione|molestia|molestie|stalking ..5 se ..2 richiamate|richiama|continuate|chiamate
      ! morto|morta|mancato|mancata|deceduto|deceduta|scomparso|defunto ..6 non ..1 chiamate|chiami|chiamatelo|chiamatela|cercatelo|cercatela|telefonate|cercate ..1 piu|mai ..1
      ! non autorizzo|consento|permetto|accetto|autorizziamo ..1 altre|piu|nessuna|ulteriori|che|vostre|nessun|di_essere ..4 <calls>|contatto|contatti|chiamiate|chiamate|contattiate|contattato
      ! mai autorizzato|acconsentito ..6 chiamato|chiamata|chiamate|contattato|telefonate ..1
      ! non vi ho|abbiamo mai? autorizzato|autorizzati ..5
      !! chiamato|chiamate|telefonate ..5 voglio|vorrei che ..1 smettiate|smetta|finisca
      ! non voglio|vogliamo che ..4 mi|ci <call>
      ! non mi|ci servono|interessano queste|le|le_vostre ..1 <calls>
      !! molestando|disturbando|assillando ..4 <authority>
      !! <averse> ..2 <theseCalls>
      ! non provi|provate|provare|tenti|tentate|azzardi|azzardate|pensi ..2 a|di <calling>|<contacting>|<call>
      ! nessuno ..5 vuole ..1 essere <contacted>
      !! se ..2 squilla|suona ..3 telefono ..5 <authority>
      !! avvocato|carabinieri|polizia|denuncia ..1 se ..1 <call>|richiama|richiamate|chiama
      !! sentirete|sentira ..2 avvocato
      non componete|componga|usate|usi|fate|faccia|utilizzate mai_piu|piu ..1 il mio|questo? numero
      smetta|smettetela|smettila|smettete di fare|comporre|usare questo|il|mio ..1 numero
      la pianti|smetta|finisca|pianta di <calling>|<contacting>
      ! non mi|ci? faccia|fate|fatemi|fateci ..1 piu chiamare ..2
      ! non fatemi|fateci piu chiamare ..3
      ! volte ..3 devo dire|ripetere non|di_non <call>
      ! non vogliamo|voglio|vuole piu ..1 essere <contacted>|chiamati
      ! non voglio piu ..1 vedervi|sentirvi ..1 <calling>?
      !! sia|e|ultima l? ultima volta che ..2 chiama|chiamate|chiami|telefona|telefonate|disturba|disturbate
      !! spero ..5 ultima volta che ..2 chiama|chiamate|telefonate
      un|una|ancora|altra un|una|altra? altra? chiamata|telefonata|messaggio ..1 e ..3 <authority>
      !! prossima volta ..4 <authority>
      !! se ..3 chiama|chiamate|richiama|richiamate|scrivete|disturbate ..4 <authority>
      !! molestia|molestie|stalking|persecuzione ..3 <authority>|non_chiamate|smettete|basta|non_chiami
      ! abbastanza|stufo|stufa|stanco|stanca|scocciato di|delle|dalle|essere ..2 <calls>|<calling>|chiamato|chiamata|disturbato
      ! non dovete|deve|devi|potete|puo|devono ..1 piu <call>|<contact>
      ! nessuno ..1 deve ..1 piu? <call>|<contact>
      ! che nessuno mi|ci? <call>|<contact>
      ! non si permetta|azzardi|permettano piu? di|a ..1 <call>|<calling>
      ! proibisco|vieto|diffido|intimo ..1 di|dal|a ..1 <calling>|<contacting>
      si_astenga|astenetevi|si_astengano|astenga dal|di <calling>|<contacting>
      ! evitate|eviti|evita|evitare di <calling>|<contacting>
      ! cessate|cessi|interrompete ogni|qualsiasi|le|tutte? contatto|comunicazione|<calls>|<messages>
      piantala|piantatela|smettila|smettetela|finitela di ..1 <calling>
      !! come|cosa ..3 per|a non ..4 chiamato|chiamata|contattato|<calls>|<messages>
      !! come ..3 farvi|farla|farli smettere
      non chiami|chiamate|telefonate piu a_casa_mia|a_casa_nostra|in_questa_casa
      ! non_potete|non_puo|non_dovete <call>
      ${callsWith('mai_piu|mai')}
      mai_piu <me>? <call>
      ! smettere|smettiate|smetteste|smetterla|smetta|piantarla|piantatela|finirla di ..1 <calling>
      ! che non mi|ci chiami|chiamiate|chiamino|chiamaste|richiamiate|chiamasse|disturbi|disturbiate|contattiate|scriviate|contatti piu|mai_piu
      ! di non chiamarmi|richiamarmi|telefonarmi|disturbarmi|contattarmi|scrivermi|chiamare|mandarmi piu|mai_piu ..2
      se mi|ci? chiama|chiamate|richiama|richiamate|telefona|telefonate|disturbate|scrivete ancora|un_altra_volta|di_nuovo|un_altra ..3 denuncio|denuncia|segnalo|carabinieri|polizia|avvocato|querelo|querela|garante
      ! <stop> di|con|a? ..2 <calling>|<calls>
      ! <stop>|basta <calls>
      ! basta <calling> $
      ! basta|stop di|con|a|queste|quelle|le|alle ..2 <calling>|<calls>
      niente|nessuna ..1 <calls> ..1 piu?
      ! non_ne_posso_piu|stufo|stufa|stanco|stanca di|delle ..2 <calls>
    `,
    narrowable: `
      !! preferirei|preferisco|gradirei|chiedo|chiesto|vorrei|prego|chiediamo ..2 non ..2 <contacted>
      !! grato|grata|piacere|gentile|preferirei se|che ..1 non mi|ci <call>|<contact>
      !! grato|grata se smettesse|smetteste di <calling>
      ! volte devo|vi_devo|dobbiamo ..1 dirvi|dire|dirle|ripetere di|che non ..2 <call>|<calling>|<contact>
      ! abbia|abbiate|faccia|fate la|il|mi ..1 cortesia|piacere|favore|gentilezza di non ..1 <call>
      ! non richiami|richiamate $
      ${callsWith('piu|ancora|di_nuovo|un_altra_volta')}
      non <me> <call>
      non chiamatemi|chiamateci|telefonatemi|richiamatemi|chiamarmi|telefonarmi|richiamarmi
      non chiami|chiamate|telefonate qui|questo_numero|a_questo_numero|qua
      ! non voglio|vogliamo|desidero|desideriamo|vorrei|gradisco ..1 piu? ..1 essere|che|ricevere|altre|vostre|le|sue ..2 chiamato|chiamata|chiamati|<call>|<calls> piu?
      ! non voglio|vogliamo|desidero|vorrei|gradisco piu? ..1 <calls> piu?
      ! voglio|vorrei|chiedo|preferisco|desidero ..1 che non|di_non <me>? <call>|essere_chiamato|essere_chiamata
      ! non voglio|vogliamo|desidero piu sentire il telefono
    `,
  },
  messages: {
    absolute: `
      bast|basta|stop|stopp ..1 con|i|gli|coi|sti|questi|di|a? ..1 <messages>|messagi|msg|mess|sms|promemoria ..3
      ! avete|mi_avete|hai|ha ..1 stufato|rotto|stancato|scocciato|stancata|stufata ..4 <messages>|messagi|msg|sms|mail|promemoria ..2
      ! nn|non|nun voglio|vojo|vogliamo|vglio|desidero piu ..1 <messages>|messagi|msg|sms|promemoria
      ! nn|non mandatemi|mandateci|mandate|inviate|inviatemi|mandi|scrivete|mandarmi|inviarmi ..1 piu ..1 <messages>|messagi|msg|sms|promemoria|niente|nulla
      <messages> ..2 finitela|smettetela|basta|smettila
      stop|basta ai|alle|con_i|agli <messages>|<calls>
      non <me>? <write>|<send> ..2 mai_piu|mai
      mai_piu <write>|<send>|<messages>
      ! <stop> di|con ..2 scrivermi|scrivere|mandarmi|mandare|inviarmi|inviare|<messages>|scriverci
      basta <messages>
      niente|nessun piu|altri? <messages>
    `,
    narrowable: `
      ! non <write>|<send> piu ..1 <messages>?
      non mi|ci <write> piu?
      non scrivermi|scrivetemi|scriverci piu?
      non mi|ci <send> ..1 piu ..1 <messages>?
      non mandatemi|mandarmi|inviatemi|inviarmi|inviateci piu? ..1 <messages>
      non mi|ci <send> ..1 <messages>
      ! non voglio|vogliamo|desidero|vorrei ..1 piu? ..1 ricevere|altri|i ..2 <messages> piu?
      ! non voglio|vogliamo|desidero piu <messages>
      ! non voglio|desidero ..1 che mi|ci <write>|<send>
    `,
  },
  contact: {
    absolute: `
      ! non voglio|vogliamo ..1 piu avere niente|nulla a_che_fare|a ..4
      nessun altro|ulteriore contatto
      ! mi? oppongo a qualsiasi|ogni ..1 contatto
      ! non voglio|vogliamo pubblicita ..1 al|per telefono
      il? mio numero|nome non deve|dovrebbe ..4 nella vostra ..1 <list>
      !! se continuate|continua|insistete|insiste ..2 <authority>
      ! non voglio|vogliamo|desidero ..1 essere|stare|figurare in nessuna|nessun|nessuno <list>
      ! voglio|vorrei|vogliamo ..1 essere lasciato|lasciata|lasciati in_pace|stare|tranquillo|tranquilla
      non prendete|prenda|prendano piu contatto|contatti ..2
      ! non voglio|vogliamo sentirvi|sentirla ..1 piu|mai_piu
      ! iscritto|iscritta|sono|nel|al registro ..1 opposizioni
      ! lista di chi non ..2 chiamato|chiamata|chiamare
      ! non autorizzo ..1 <calls>
      non <me>? <contact> ..2 mai_piu|mai
      mai_piu <me>? <contact>
      ! <stop> di|con|a? ..2 <contacting>
      mi|ci lasci|lascia|lasciate|lascino in_pace|stare|perdere|tranquillo|tranquilla
      lasciatemi|lasciami|lasciateci|mi_lasciate|lasciarmi|lasciarci|lascimi|mi_lasci ..1 in_pace|stare|perdere|tranquillo|tranquilla
      ! non voglio|desidero|vogliamo ..1 piu? ..1 stare|essere|comparire|figurare nella|nelle|in|sulla <your>? <list>
      ! revoco|ritiro ..1 il|mio? mio? consenso
      ! mi oppongo al|alle|a ..4
      ! non voglio|vogliamo|desidero|vorrei ..1 piu|mai_piu avere_a_che_fare|sentirvi|sentirla|sapere|sentire|contatti|niente ..3
      ! non voglio|vogliamo|desidero|vorrei ..1 saperne piu? niente?
      mi iscriva|metta|inserisca ..2 lista_nera|registro_delle_opposizioni|blacklist
      dimenticatevi|si_dimentichi|dimenticati di_me|del_mio_numero|di_noi
    `,
    narrowable: `
      non <me> <contact> piu?
      non <contact> piu
      non disturbatemi|disturbarmi|contattatemi|contattarmi|cercatemi|cercarmi|importunatemi|scocciatemi|contattateci piu?
      ! non voglio|vogliamo|desidero|desideriamo|vorrei|gradisco ..1 piu? ..1 essere <contacted> piu?
      ! non voglio|vogliamo|desidero|vorrei ..1 che mi|ci <contact>
      non si metta|mettetevi|mettersi|vi_mettete piu? in contatto
    `,
  },
  removals: `
      eliminate|cancellate|rimuovete|togliete|elimini|cancelli|rimuova|tolga|cancella|elimina|togli|rimuovi|levate ..1 il|i|la|le|tutti_i? mio|miei|mia|mie|questa|questo ..1 <entry>|contatti|recapiti|mail|email|indirizzo|e_mail ..5
      ! mio|miei|mia|mie numero|recapito|contatto|contatti|recapiti|nome|nominativo|dati|mail|indirizzo ..1 venga|vengano|venisse|fosse|sia|siano|essere ..1 rimosso|rimossi|cancellato|cancellati|eliminato|eliminati|tolto|tolti|rimossa|cancellata ..5
      ! vi|la|si|ti? prego|pregherei|chiedo|chiederei|invito|gradirei ..1 di|a togliermi|cancellarmi|rimuovermi|eliminarmi|depennarmi|disiscrivermi da|dal|dalla|dalle|dai|dall|dagli ..4
      eliminatemi|cancellatemi|toglietemi|levatemi|rimuovetemi|depennatemi|mi_elimini|mi_cancelli|mi_tolga|mi_levi dai|dal|dalla|dalle|dagli|dall|da ..4
    !! dati|numero ..3 cancellateli|eliminateli|cancellatelo|li_cancelli|toglieteli
    ! che ..2 mio|miei|mie numero|dati|nome|informazioni venga|vengano|sia|siano cancellato|cancellati|eliminato|eliminati|rimosso|rimossi
    ! che cancelliate|eliminiate|togliate|eliminaste|cancellaste|cancellasse|rimuoviate il|i|mio|miei ..1 <entry>
    ! cancellazione|eliminazione|rimozione dei|del|di|dal ..1 <entry>
    ! diritto alla|all|di ..1 cancellazione|opposizione|oblio
    si_scordi|scordatevi|scordi|perda|perdete ..1 il|del mio numero
    ! numero ..1 cancellatelo|toglietelo|lo_cancelli|cancellalo
    ! <remove_me> $
    <remove_me> da qui|qua
    ! come ..3 togliersi|togliermi|cancellarmi|uscire|cancellarsi <of>|da ..1 <list>
    ! come ..3 disiscrivermi|disiscriversi
    ! voglio|vorrei|desidero|chiedo|pretendo|esigo ..1 essere cancellato|cancellata|tolto|tolta|rimosso|rimossa|eliminato|eliminata|disiscritto|disiscritta
    ! voglio|vorrei|desidero disiscrivermi|cancellarmi
    ! annullare|annullate|annulli|annulla|disdire|cancellare la|l|mia? iscrizione
    disiscrivetemi|disiscrivimi|mi_disiscriva|disiscrivermi|cancellatemi_dalla_newsletter|disiscrizione
    annulli|annullate|annullare|cancellare la|l mia? iscrizione
    ! <remove_me> subito|immediatamente|per_sempre? <of> <your>? ..1 <list>
    ! <remove_me> da li|tutto
    puo|puoi|potete|potrebbe|potreste|mi_puo|mi_potete ..1 <remove_me>|cancellare|togliere|eliminare|rimuovere|levare <of> <your>? ..1 <list>
    ! essere cancellato|cancellata|tolto|tolta|rimosso|rimossa|eliminato|eliminata <of> <your>? ..1 <list>
    ! <remove> subito|immediatamente|per_sempre? il|i|questo|tutti_i? mio|miei|nostro|nostri|questo ..1 <entry>
    ! <remove> questo numero
  `,
  negations: 'non|mai|nessuno',
  limits: {
    always: `
      attesa
      prima|dopo|durante|fino|finche|mentre|quando|se|tranne|eccetto|ma_solo|fra_le|tra_le
      alle|dalle|fra_le|tra_le|alla|entro_le|verso_le <number>|*<digit>*
      cosi|troppo|tanto presto|tardi|spesso
      piu tardi|spesso
      quando|qualora|a_meno_che|salvo
    `,
    other: `
      oggi|domani|adesso|ora|stasera|stamattina|stanotte|per_ora|per_il_momento|al_momento|in_questo_momento|dopodomani|questa_settimana|questa_sera|ancora_oggi|subito
      di|la|al|alla|nel|nella|il|in|a mattina|pomeriggio|sera|notte|mattino|mattinata|pranzo|cena|mezzogiorno
      il|la|di|nel|nei|questo|ogni|i|nella|durante_il|durante_la <day>
      lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica
      al|sul|in|a|sul_posto_di|durante_il|nell|negli|all lavoro|ufficio|scuola|orario|orari|casa|riunione ..2
      al|sul|sul_mio|al_mio|allo cellulare|fisso|telefono_fisso|mobile|telefonino|numero_di_casa|numero_vecchio|lavoro|numero_dell_ufficio
      a casa|lavoro|pranzo|cena
      via|per|tramite|con|su mail|email|sms|whatsapp|posta|lettera|telefono|messaggio|e_mail|fax
      tante|cosi volte|tante_volte
      due_volte|ogni_giorno|tutti_i_giorni
      signora|signore|dottore|cosi|signorina|tesoro|amore|per_nome
      mio|mia|miei|suo|sua|a_mio|a_mia ..0 <person>
      a me
      lui|lei
      se_stesso|preoccupi
      necessario
    `,
  },
  preferences: `
    mi chiami|chiamate|scriva|scrivete|mandi|mandate|telefoni
    chiamami|chiamatemi|scrivimi|scrivetemi|mandami|mandatemi
    piuttosto|meglio|solo scriva|scrivete|un|per|mandi|mandate|chiami
    chiami|chiamate|scriva|scrivete a_casa|piuttosto|sul|invece
  `,
  neutral: 'a_questo_numero|su_questo_numero|qui|piu|mai|al_mio_numero|qua|questo_numero',
  denials: `
    mi|ci|gli|lui|lei ha|hanno|aveva|avevano detto|chiesto|pregato|ordinato di|che
    non
    non|mai ho|ha|avevo|sto|volevo|intendo|significa|vuol detto|dicendo|chiesto|dire|mai_detto di|che? ..2
    non dico|dicevo|vuol_dire|chiedo di|che? ..2
    non|piu c|e|serve|occorre|bisogno|ce_n|necessario|deve|dovete|bisogna|ha|importa ..4
    spero|credo|temo|peccato|strano|penso|perche|come_mai|dubito|contento|contenta|felice ..3
    se|perche|qualora
  `,
  subjects: `
    lui|lei|nessuno|chi|egli|essi|io
    mio|mia|il|la|suo|sua <person>|figlio|figlia|banca|gente
    ormai_nessuno
    non posso|puo|ho|potevo|sono|riesco|potete|possiamo|devo|voglio|voglio_piu|volevo|si|la|lo ..2
    non
  `,
};
