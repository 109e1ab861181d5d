import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const italianOptOutParts = {
  no: 'non|mai_piu|mai',
  me: 'mi|ci|me|mi_ci|qui',
  more: 'mai_piu|piu|mai|ancora|di_nuovo|un_altra_volta|un_altra_volta_ancora',
  call: 'chiami|chiamate|chiamino|chiamare|chiamarmi|chiamarci|chiamatemi|chiamateci|telefoni|telefonate|telefonare|telefonarmi|telefonatemi|telefonino|richiami|richiamate|richiamarmi|richiamare|richiamatemi|ritelefoni|chiamiate|telefoniate|chiamaste|richiamiate|squilli|squillate|chiamassero',
  calling: 'chiamare|chiamarmi|chiamarci|telefonare|telefonarmi|telefonarci|richiamare|richiamarmi',
  write: 'scriva|scrivete|scrivere|scrivermi|scrivetemi|scrivano|scriviate|scriverci|messaggi',
  send: 'mandi|mandate|mandare|mandarmi|mandatemi|mandiate|invii|inviate|inviare|inviarmi|inviatemi|inviateci|spedite|spedisca',
  contact: `disturbi|disturbate|disturbare|disturbarmi|disturbatemi|disturbarci|contatti|contattate|contattare|contattarmi|contattatemi|contattiate|contattarci|cerchi|cercate|cercarmi|cercatemi
    |importuni|importunate|importunarmi|molesti|molestate|molestarmi|infastidisca|infastidite|infastidirmi|rompa|rompete|rompere|rompetemi|disturbiate|assilli|assillate|scocci|scocciate|scocciatemi|stressi|stressate|tormentate`,
  contacting:
    'disturbare|disturbarmi|disturbarci|contattare|contattarmi|contattarci|importunarmi|molestare|molestarmi|infastidirmi|rompere|cercarmi|assillarmi|scocciare|stressare|tormentarmi|importunare|rompermi',
  contacted:
    'contattato|contattata|disturbato|disturbata|cercato|importunato|importunata|contattati|disturbati',
  stop: 'smetta|smetti|smettete|smettila|smettetela|la_smetta|la_smettete|la_smetti|finitela|finiscila|la_finisca|la_finite|basta|cessate|smettere',
  calls:
    'chiamate|telefonate|telefonata|chiamata|chiamate_pubblicitarie|telefonate_commerciali|vostre_chiamate|vostre_telefonate|sue_chiamate',
  messages:
    'messaggi|messaggio|sms|email|mail|e_mail|pubblicita|newsletter|whatsapp|comunicazioni|messaggini|spam|e-mail|posta|notifiche|promozioni',
  list: 'lista|liste|elenco|elenchi|database|archivio|archivi|registro|sistema|rubrica|banca_dati|mailing_list|contatti|newsletter|lista_contatti|agenda',
  of: 'dalla|dalle|dal|dai|della|da|dall|delle|del|nella',
  your: 'vostra|vostre|vostro|vostri|sua|sue|suo|suoi|tua|tue|tuo|questa|questo|la|quella',
  remove:
    'tolga|togli|togliete|togliere|tolgo|cancelli|cancella|cancellate|cancellare|elimini|elimina|eliminate|eliminare|rimuova|rimuovi|rimuovete|rimuovere|depenni|depennate|levi|leva|levate|levare|dimentichi|dimenticate|blocchi|bloccate',
  remove_me: `mi_tolga|tolgami|mi_tolgano|toglietemi|toglimi|togliermi|mi_cancelli|cancellatemi|mi_cancelliate|cancellarmi|cancellami|mi_elimini|eliminatemi|eliminarmi|mi_rimuova|rimuovetemi|rimuovermi|mi_levi
    |levatemi|levarmi|mi_depenni|depennatemi|mi_togliete|mi_cancellate|mi_togli|toglieteci|cancellateci|mi_rimuovete|mi_tolgo|mi_cancello|eliminami|rimuovimi`,
  entry:
    'numero|numero_di_telefono|dati|nome|contatto|recapito|nominativo|telefono|indirizzo|cellulare|dati_personali|mail|email',
} as const;

const callsWith = (more: string): string => `
  non <me>? <call> ..2 ${more}
  non <me>? ${more} <call>
  non <me>? stia|state|continui|continuate|provi|provate|osi|osate|azzardi|permetta|permettete a? ..1 <call> ..1 ${more}?
`;

export const italianOptOut: OptOutRules = {
  calls: {
    absolute: `
      ${callsWith('mai_piu|mai')}
      mai_piu <me>? <call>
      ! smettere|smettiate|smetteste|smetterla|smetta|piantarla|piantatela|finirla di ..1 <calling>
      ! che non mi|ci chiami|chiamiate|chiamino|chiamaste|richiamiate|chiamasse|disturbi|disturbiate|contattiate|scriviate|contatti piu|mai_piu
      ! di non chiamarmi|richiamarmi|telefonarmi|disturbarmi|contattarmi|scrivermi|chiamare|mandarmi piu|mai_piu ..2
      se mi|ci? chiama|chiamate|richiama|richiamate|telefona|telefonate|disturbate|scrivete ancora|un_altra_volta|di_nuovo|un_altra ..3 denuncio|denuncia|segnalo|carabinieri|polizia|avvocato|querelo|querela|garante
      ! <stop> di|con|a? ..2 <calling>|<calls>
      ! <stop> <calls>
      niente|nessuna ..1 <calls> ..1 piu?
      ! non_ne_posso_piu|stufo|stufa|stanco|stanca di|delle ..2 <calls>
    `,
    narrowable: `
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
      non <me>? <write>|<send> ..2 mai_piu|mai
      mai_piu <write>|<send>|<messages>
      ! <stop> di|con ..2 scrivermi|scrivere|mandarmi|mandare|inviarmi|inviare|<messages>|scriverci
      basta <messages>
      niente|nessun piu|altri? <messages>
    `,
    narrowable: `
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
  neutral: 'a_questo_numero|su_questo_numero|qui|piu|mai|al_mio_numero|qua|questo_numero',
  denials: `
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
