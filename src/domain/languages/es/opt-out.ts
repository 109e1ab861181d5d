import type { OptOutRules } from '../../understanding/opt-out-rules.ts';

export const spanishOptOutParts = {
  no: 'no|ya_no|que_no|nunca_mas|nunca|jamas|ni',
  never: 'nunca_mas|nunca|jamas',
  me: 'me|nos|te|le|les',
  more: 'mas|nunca_mas|nunca|jamas|otra_vez|de_nuevo|nuevamente',
  call: 'llame|llames|llamen|llameis|marque|marques|marquen|telefonee|telefoneen|hable|hablen|timbre|timbren|llamee',
  calling:
    'llamar|llamarme|llamarnos|marcarme|marcar|telefonear|telefonearme|hablarme|llamando|marcando|llamandome',
  write: 'escriba|escribas|escriban|escribais|textee|texteen|mensajee|mensajeen',
  send: 'mande|mandes|manden|mandeis|envie|envies|envien|enviees|envieis',
  writing:
    'escribir|escribirme|escribirnos|enviarme|mandarme|enviar|mandar|enviarnos|mandarnos|escribiendo|enviando|mandando|mensajearme|textearme',
  contact:
    'contacte|contactes|contacten|contacteis|moleste|molestes|molesten|molesteis|joda|jodas|jodan|fastidie|fastidies|fastidien|busque|busquen|acose|acosen|incomode|incomoden|insista|insistan|insistas',
  contacting:
    'contactar|contactarme|molestar|molestarme|molestarnos|molestando|joder|joderme|fastidiar|fastidiarme|acosarme|acosar|insistir|hinchar|incomodarme|incomodar|contactando|chingar',
  again: 'vuelva|vuelvas|vuelvan|volvais|siga|sigas|sigan|sigais|ande|anden|andes|este|esten|estes',
  stop: 'deje|deja|dejen|dejes|dejad|pare|para|paren|parad|dejese|dejense|cese|cesen|termine|terminen',
  calls:
    'llamadas|llamada|llamaditas|llamados|telefonemas|llamadas_comerciales|llamadas_publicitarias|llamadas_de_publicidad|llamadas_de_ustedes',
  messages:
    'mensajes|mensaje|sms|correos|correo|emails|email|mails|mail|whatsapps|whatsapp|publicidad|propaganda|textos|spam|correos_electronicos|notificaciones|boletines|nada',
  list: 'lista|listas|base|sistema|registro|registros|base_de_datos|listado|fichero|ficheros|agenda|archivo|contactos|newsletter|boletin|padron',
  your: 'la|su|sus|esa|esta|tu|vuestra|el|las|los|vuestro|ese|este|toda',
  remove:
    'borre|borra|borren|borrad|borrar|elimine|elimina|eliminen|eliminad|eliminar|quite|quita|quiten|quitad|quitar|saque|saca|saquen|sacar|suprima|suprimir|suprime|retire|retiren|retirar|bloquee|bloqueen|cancele|tache|tachen|olvide|olviden',
  remove_me: `borreme|borrame|borrenme|borradme|borrarme|elimineme|eliminame|eliminenme|eliminarme|quiteme|quitame|quitenme|quitadme|quitarme|saqueme|sacame|saquenme|sacadme|sacarme
    |retireme|retirenme|retirarme|tacheme|tachenme|borrenos|quitenos|saquenos|saquennos|quitennos|elimínenos`,
  entry:
    'numero|telefono|numero_de_telefono|datos|nombre|contacto|celular|movil|correo|cuenta|informacion|telefonos|datos_personales',
} as const;

const optOutCalls = (more: string): string => `
  ! <no> <me>? <call> ..2 ${more}
  ! <never> <me>? <call>
  ! <no> <me>? <again> a? <me>? <calling>
  ! <never> <me>? <again> a? <calling>
`;

export const spanishOptOut: OptOutRules = {
  calls: {
    absolute: `
      ${optOutCalls('nunca|jamas|nunca_mas')}
      <stop> de <me>? ..1 <calling>
      dejar|parar|cesar|dejaran|dejara|dejasen de <me>? ..1 <calling>
      ! que no me|nos llame|llamen|llamaran|llamara|llamasen|llamase|llames|llamaras mas|nunca|nunca_mas|otra_vez|de_nuevo
      ! haga|hagan|hagame|haganme|haz|hazme|hacer el|un favor de no ..1 volver|volverme|seguir|llamar|llamarme|molestar|molestarme a? <calling>?
      ! haga|hagan|pido|ruego|agradeceria|agradezco|exijo|solicito ..3 no volver|vuelvan|vuelva a|a_me? llamarme|llamar|contactarme|contactar|escribirme|molestarme|molestar
      si vuelve|vuelven|vuelves|me_vuelven|me_vuelve|llama|llaman|me_llaman|siguen|sigue a? llamar|llamarme|otra_vez|una_vez_mas|de_nuevo|llamando|molestarme|contactarme|molestando ..2 denuncio|denunciare|denuncia|policia|abogado|demando|demandare|reporto|reportare|pongo|voy_a|llamo_a ..3
      <stop> de hacer|hacerme ..1 <calls>
      <stop> con <your>|tantas? <calls>
      basta de|con ..1 <calls>|llamar|llamarme
      no mas <calls>
      ni una <calls> mas
    `,
    narrowable: `
      ${optOutCalls('mas|otra_vez|de_nuevo|nuevamente')}
      ! no|ya_no <me>? <call>
      ! no llamar mas|nunca|a_este_numero
      ! no <me> llamar mas
      ! no quiero|deseo|queremos|deseamos|quisiera|quiero_mas ..1 que <me>? ..1 <call>|vuelvan|vuelva|vuelvas|sigan|siga|esten|este <calling>|a_llamar|a_llamarme|llamando? mas?
      ! no quiero|deseo|queremos|deseamos|quisiera|acepto ..1 recibir|atender|tener|sus|mas|ninguna|otras? ..2 <calls>
      ! no quiero|deseo|queremos ser|seguir llamado|llamada|siendo_llamado
      ! no quiero|deseo|queremos mas <calls>
      ! quiero|deseo|pido|exijo|prefiero|solicito que no <me>? <call>
    `,
  },
  messages: {
    absolute: `
      ! <no> <me>? <write>|<send> ..2 nunca|jamas|nunca_mas
      ! <never> <me>? <write>|<send>
      ! <no> <me>? <again> a? <me>? <writing>
      <stop> de <me>? <writing>
      dejar|parar|cesar|dejaran|dejara de <me>? ..1 <writing>
      ! que no me|nos escriban|escribieran|escribiera|manden|mandaran|envien|enviaran|mande|envie mas|nunca ..2 <messages>?
      basta de|con ..1 <messages>
      no mas <messages>
    `,
    narrowable: `
      ! <no> me|nos <write> mas?
      ! <no> <write> mas
      ! <no> me|nos <send> mas ..1 <messages>?
      ! <no> me|nos <send> <messages>
      ! no quiero|deseo|queremos|deseamos ..1 recibir|mas|ningun|sus ..2 <messages> mas?
      ! no quiero|deseo|queremos ..1 que <me>? <write>|<send>
    `,
  },
  contact: {
    absolute: `
      ! <no> <me>? <contact> ..2 nunca|jamas|nunca_mas
      ! <never> <me>? <contact>
      ! <no> <me>? <again> a? <me>? <contacting>
      <stop> de <me>? <contacting>
      dejar|parar|cesar|dejaran|dejara de <me>? ..1 <contacting>
      ! que no me|nos molesten|molestaran|contacten|contactaran|moleste|contacte|contactara mas|nunca|otra_vez|de_nuevo
      deje|dejeme|dejenme|dejame|dejanos|dejenos|dejadme|dejadnos|dejennos|me_deje|me_dejen|me_dejes|me_deja|nos_dejen ya|de_una_vez? en_paz|tranquilo|tranquila|tranquilos|tranquilas
      que me|nos dejen|deje|dejes en_paz|tranquilo|tranquila|tranquilos
      no quiero|deseo estar|seguir|figurar|aparecer en <your>? <list>
      revoco|retiro mi consentimiento|autorizacion
      me opongo a|al ..4 datos|llamadas|publicidad|tratamiento
      pongame|ponganme|apunteme|incluyame|incluyanme|inscribame en ..1 lista ..1 robinson|exclusion|no_llamar|negra
      ! no quiero|deseo|queremos saber ..1 de|mas_de ustedes|usted|ti|vosotros|vos
      ! no quiero|deseo|queremos ..1 mas? contacto
      olvidese|olvidense|olvidate de mi|nosotros
    `,
    narrowable: `
      ! <no> me|nos <contact> mas?
      ! <no> <contact> mas
      ! <no> se|te <again>|ponga|pongan|pongas a|en? poner|contacto|comunicarse|contactarse ..1 contacto|conmigo|con_nosotros
      ! <no> se|te comunique|comuniquen|comuniques|contacte|contacten conmigo|con_nosotros|mas
      ! no quiero|deseo|queremos ..1 que <me> ..1 <contact>|molestando|contactando
      ! no quiero|deseo|queremos ser mas? contactado|contactada|molestado|molestada
    `,
  },
  removals: `
    desuscribame|desuscribirme|desuscribanme|desuscribime|cancelar_suscripcion|cancele_mi_suscripcion|cancelen_mi_suscripcion
    ! quiero|deseo|quisiera|exijo|pido|solicito que? me? ser|borren|eliminen|quiten|saquen|den|den_de|borrado|eliminado|borrada|eliminada de_baja|de|del? ..1 <list>?
    ! quiero|deseo|quisiera|necesito cancelar|anular ..1 mi|la suscripcion
    cancelar|cancele|cancelen|anular|anulen mi|la? suscripcion
    <remove_me> ya|inmediatamente|ahora_mismo? de|del <your>? <list>
    <remove_me> de|del ahi|sus_llamadas|todo
    me|nos puede|pueden|podria|podrian|puedes|podes? borrar|eliminar|quitar|sacar|retirar|borra|quita|saca|elimina|borre|quite|saque|borren|quiten|saquen de|del <your>? <list>
    deme|denme|dame|dar|darme|dese|dadme|den|de|me_da|dennos de baja
    date|darme|darnos|me_doy de baja
    quiero|deseo|quisiera|solicito|necesito|pido ..2 baja de|del? ..2 <list>?
    <remove> ya|inmediatamente? mi|mis|este|nuestro|estos|todos_mis <entry>
    mi numero|nombre|telefono ..1 fuera_de|borrado|eliminado
  `,
  negations: 'no|nunca|ni|tampoco',
  limits: {
    always: `
      antes|despues|hasta|mientras|cuando|salvo|excepto|sino|a_menos_que|si_no|si_estoy|si
      a|desde|hasta|sobre|pasadas la|las <number>|*<digit>*
      entre|de la|las <number>|*<digit>*
      tan|muy|mas tarde|temprano|pronto|seguido|noche
      senor|senora|senorita|don|dona|asi|eso|tonto|mentiroso
    `,
    other: `
      hoy|manana|ahora|ahorita|ahora_mismo|aun|todavia|por_ahora|de_momento|por_el_momento|en_este_momento|este_momento|esta_noche|esta_tarde|esta_semana|pasado_manana
      por|en|a|de la manana|tarde|noche|madrugada|siesta|mediodia|mananas|tardes|noches
      al|a mediodia|medianoche|amanecer
      el|los|este|en|en_el|en_los|proximo|cada <day>
      en|durante|a|al|de|desde mi|la|el|horario|horas|hora|las|mis? trabajo|oficina|empresa|escuela|clase|reunion|comida|cena|siesta|vacaciones|comer|colegio|laboral|horas
      en|durante horario|horas|hora de|laboral|laborables ..1
      a|al|en|por mi|el|la|los|este? movil|celular|fijo|casa|trabajo|oficina|domicilio|telefono_fijo|telefono_del_trabajo|otro_numero|cel|numero_antiguo|numero_del_trabajo
      por|via|a_traves_de|con el? correo|email|mail|whatsapp|sms|mensaje|carta|telefono|correo_electronico|mensajes|wasap|fax
      tanto|tantas_veces|tan_seguido|tan_a_menudo|dos_veces|a_cada_rato
      a|con|para mi|mis|su|ella|el|ellos? <person>|ella|ellos
      mi|su <person>
      de usted|tu|vos|otro|otra
      se_moleste|preocupe
      a mi
    `,
  },
  neutral: 'a_este_numero|a_mi_numero|aqui|aca|mas|nunca|en_este_numero|por_aqui|conmigo',
  denials: `
    no|nunca|tampoco|yo_no he_dicho|dije|digo|decia|pedi|he_pedido|quise_decir|quiero_decir|estoy_diciendo|significa que|eso? ..2
    no|ya_no hace|es falta|necesario|necesita|preciso|hacia_falta que ..2
    espero|dudo|creo|temo|ojala|raro|pena|lastima que ..2
    por_que|porque_no|si|porque
    para_que|aunque
  `,
  subjects: `
    no|nunca|ni|tampoco
    no|nunca|tampoco quiero|quiere|voy|puedo|se|va|me|quiero_que|hay ..2
    el|ella|ellos|nadie|mi_hijo|mi_hija|mi_marido|mi_mujer
  `,
};
