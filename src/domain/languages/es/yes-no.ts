import { clauseParser } from '../../understanding/yes-no-clauses.ts';
import { spanishWords } from './words.ts';

/** Parses yes and no in Spanish, with the forms of Mexico and Argentina. */
export const parseYesNo = clauseParser(spanishWords, {
  hesitations: 'eh em ehm mm mmm este eee ehh uh um',
  alternatives: 'o',
  hasNegativeConcord: true,
  hasCapitalNames: true,
  echoes: [
    {
      question: 'ha recibido|recibió|recibiste|has recibido|ha llegado|llegó|le llegó',
      yes: 'recibí|recibido|recibida|he recibido|recibimos|llegó|me llegó|llegado|ha llegado|me ha llegado|llegaron|recogí|recogido|lo tengo|ya lo tengo|la tengo|ya la tengo|está aquí|ya está aquí|lo tengo en casa|ya lo tengo en casa',
      no: 'nada|nada todavía|todavía nada|aún nada|ni rastro',
    },
    {
      question: 'ha pagado|pagó|has pagado|pagaste|está pagada|ha realizado el pago|hizo el pago',
      yes: 'pagué|pagado|pagada|he pagado|está pagado|está pagada|hice el pago|hecho el pago|realicé el pago|hice la transferencia|hecho la transferencia|he hecho la transferencia|he podido pagar|pude pagar',
    },
    {
      question: 'estará|habrá alguien|va a estar',
      yes: 'estaré|estaremos|estaré en casa|estaremos en casa|estoy en casa|en casa|habrá alguien|habrá alguien en casa|hay alguien|hay alguien en casa|voy a estar|voy a estar en casa|yo estaré',
      no: 'nadie|estaré fuera|estoy fuera|estaré trabajando|trabajo|estoy trabajando',
    },
    {
      question: 'hablo con|es usted|eres',
      yes: 'ella misma|él mismo|la misma|el mismo|dígame|diga|cuénteme|soy|es ella|es él|yo misma dígame|sí soy',
      no: 'no vive aquí|aquí no es|no está|ella no está|él no está|se equivoca',
    },
    {
      question: 'interesado|interesada|interesa|interés',
      yes: 'cuénteme|cuénteme más|cuéntame|mándeme la información|mándeme información|envíeme la información|dígame|estoy buscando|sigo buscando|aún estoy buscando|todavía estoy buscando|me sigue interesando|quiero seguir adelante',
    },
    {
      question: 'contento|contenta|satisfecho|satisfecha|gustó|ha gustado',
      yes: 'me gustó|me ha gustado|me gustó mucho|me ha gustado mucho|contentísimo|contentísima|encantado|encantada|quedé contento|quedé contenta|quedé satisfecho|quedé satisfecha|todo estupendo',
      no: 'descontento|descontenta|fatal|muy mal servicio|un desastre|horrible|pésimo',
    },
    {
      question: 'correcta|correcto|correctos',
      yes: 'datos son correctos|los datos son correctos|la dirección es correcta|esa misma|esa es mi dirección|es mi dirección|esos son mis datos|mi dirección es esa|sigue siendo la misma',
      no: 'hay un error|es otra|es otro|cambió|ha cambiado|me mudé|me cambié|está equivocada|está equivocado|hay un error en',
    },
    {
      question: 'cancele|anule|cancelar|anular',
      yes: 'ya no la necesito|ya no lo necesito|mejor así',
    },
  ],
  hours:
    'la una|las dos|las tres|las cuatro|las cinco|las seis|las siete|las ocho|las nueve|las diez|las once|las doce|por la tarde|de la tarde|esta tarde|por la noche|de la noche|esta noche|mediodía',
  mornings: 'por la mañana|de la mañana|esta mañana',
  weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
  clauseStarts:
    'no puedo|no podré|no voy a poder|tengo que|voy a|estoy|estaré|iré|no voy|no iré|no llego|no me es|no me da|no pienso|no tengo cómo|no no puedo|no no voy|ya no voy|ya no puedo|la verdad no|la verdad que no|pues no|pues sí|entonces no|no necesito|ya no necesito|ya no hace falta|ya no me hace falta|no me hace falta',
  embedding: 'dice dijo dicho digo creo pienso que si cuando',
  coming:
    'puedo podré poder ir asistir venir voy iré necesito llegar llego llegaré presento presentaré permiso imposible dentista médico curé curado curada salir moverme lugar sitio asistiré acudiré estaré',
  phrases: {
    yes: `sí|s|sip|sipi|sep|simón|seh|sis|sí sí|sí señor|sí señora|yes|yeah|yep|ya sí|claro que sí|claro que si|por supuesto que sí|por supuesto que si|desde luego que sí|desde luego que si|que sí|que si señor|eso sí|ahora sí|yo sí|yo si|yo también|mañana sí|a mí sí|digo que sí|dije que sí|ya dije que sí|efectivamente sí|efectivamente si|pues sí|pues si|sí que sí|ajá|aja|ahá|mhm|uju|oui|sim|cómo que no claro que sí
      |sii|siii|siiii|siiiii|yesss
      |see|seee|pos sí|pos si|po sí|po si|poz sí|sí vos sabés que sí`,
    no: `no|n|nop|nope|nel|nones|nah|non|não|qué va|que va|nel pastel|naranjas
      |nanay|nanái|nanai|quiá|nonono|no no no`,
    loneYes: 'si',
    agreement: `no hay problema|no hay ningún problema|no hay inconveniente|no hay ningún inconveniente|ningún problema|ningún inconveniente|sin problema|sin problemas|sin ningún problema|no es problema|no es ningún problema|no será problema|no tengo problema|no tengo ningún problema|no tengo inconveniente|no tengo ningún inconveniente|no veo problema|no veo ningún problema|no veo inconveniente|no veo por qué no|no me importa|no me molesta|no tengo objeción|ninguna objeción|sin objeción|nada que objetar|no me opongo
      |por qué no|porque no|por que no|y por qué no|no faltaba más|no faltaría más|faltaría más|faltaba más|no lo dude|no lo dudes|sin lugar a dudas|no hay duda|no cabe duda|ahí nos vemos|allí nos vemos|nos vemos|nos vemos mañana|nos vemos entonces|hasta entonces
      |de acuerdo|estoy de acuerdo|muy de acuerdo|totalmente de acuerdo|está bien|esta bien|está muy bien|me parece bien|me parece perfecto|me parece estupendo|me parece genial|me parece buena idea|me parece|me parece muy bien|me va bien|me va perfecto|me va muy bien|me va genial|nos va bien|me viene bien|me viene perfecto|me viene genial|me viene muy bien|me viene estupendo|nos viene bien|me queda bien|me queda perfecto|me queda|me conviene|me acomoda|me late|me sirve|me cuadra|me encaja|me interesa|cuenta conmigo|cuente conmigo|cuenten conmigo|eso es|así es|asi es|es así|es correcto|es cierto|es verdad|es exacto|está correcto|todo correcto|soy yo|yo mismo|yo misma|el mismo|la misma|al habla|al aparato|con él habla|con ella habla|él habla|ella habla|a sus órdenes|servidor|servidora
      |confirmo|lo confirmo|confirmado|confirmada|confirmamos|sí confirmo|se lo confirmo|te confirmo|le confirmo|queda confirmado|acepto|aceptamos|lo acepto|acepto la cita|aceptado|vale vale|hagámoslo|hagamos eso|hazlo|hágalo|puede ser sí|suena bien|suena perfecto|suena genial|me apunto|apúntame|apúnteme|resérvelo|resérvamelo|sería perfecto|sería genial|sería estupendo|estaría bien|estaría perfecto|estaría genial|estaría bueno|sería bueno|eso estaría bien|voy|vamos|pulgar arriba|lo tomo|la tomo|con confianza sí|ya lo creo|cuando quiera|cuando guste
      |afirmativo|es afirmativo|me va de maravilla|me viene de maravilla|me viene de perlas|me viene de lujo|me va de lujo|me viene al pelo|me cuadra perfecto|me queda bárbaro|me queda genial|me queda super bien|no me viene nada mal|no me viene mal|no me va nada mal|no me vendría mal|no me lo pienso perder|no me supone ningún problema|no me supone problema|ningún problema por mi parte|por mí no hay problema|de mi parte ningún inconveniente|por mí encantado|por mí encantada|eso está hecho|le caigo|allá nos vemos|ahí los veo|me parece fenomenal|me parece fantástico|lo veo bien|lo veo perfecto|qué remedio|seguro que sí|segurísimo que sí|obvio que sí|clarísimo|ni que decir tiene|no se diga más|ya le he dicho que sí|ya le dije que sí|le he dicho que sí|le digo que sí|correctísimo|todo bien por mi parte|todo en orden|todo conforme|son correctos|son correctas|es esa|es ese|es la misma|es el mismo|esos son|esa es|ese es
      |dígale que sí|dígales que sí|dile que sí|ándele pues|ándale pues sí|por mí bien|es correcta|todo es correcto|está correcta|así aprovecho|sí casi se me olvida
      |no tengo nada en contra|nada en contra
      |cuente con eso|cuente con ello|cuenta con ello|cuenten con ello|no podría venirme mejor|no me puede venir mejor|no me podía venir mejor|me viene como anillo al dedo|me viene de cine|me viene que ni pintado|me viene de maravilla esa hora|me va de cine|me queda de lujo|me queda perfecta|me queda cerquita|quedamos así|en eso quedamos|quedamos en eso|así quedamos|ahí quedamos|queda anotado|queda apuntado|lo tengo marcado|ya lo tengo marcado|está marcado|todo bien con eso|no hay drama|sin drama|ningún drama|no hay bronca|sin bronca|no hay rollo|sin rollo|no hay lío|sin lío|no hay tos|no hay pedo|sin pedo|no hay falla|no hay pierde|no hay pega|ninguna pega|sin pegas|sin pega|no hay mayor problema|no tengo ningún impedimento|no hay ningún impedimento|ningún impedimento|sin impedimento|no tengo impedimento|nada me lo impide|no me importa ir|no me cuesta nada|sigo en pie|sigue en pie|seguimos en pie|todo sigue igual|confirmada mi asistencia|confirmada la cita|cita confirmada|confirmadísimo|confirmadísima|confirmo cita|confirmo la cita|confirmo lunes|ok confirmo|sí confirmado
      |asi que si voy
      |cuente usted conmigo|cuenta usted conmigo|puede contar conmigo|pueden contar conmigo|puedes contar conmigo
      |me lo anoto|me lo apunto|lo dejo apuntado|me hace mucha falta|me hace falta esa consulta
      |ta bien|ta bueno|ta bueno pues|dele nomás|dale nomás|dele pues|ta perfecto|toy de acuerdo|ya po|está bueno|sta bien|stá bien`,
    emphasis: `adelante|dale|dale pues|dale sí|ándale|andale|órale|orale|sale|sale pues|sale y vale|va|va que va|hágale|hagale|con mucho gusto|con gusto|con todo gusto|con placer|encantado|encantada|encantados|un placer|trato hecho|hecho|cómo no|como no|bárbaro|de una|de una sí|joya|copado|fenómeno|listo|sin duda|sin duda alguna|sin falta|hasta mañana|hasta luego|claro|claro claro|por supuesto|desde luego|cómo no claro|obvio|obviamente|naturalmente|seguro|segurísimo|seguramente sí|efectivamente|exacto|exactamente|exacto sí|ciertamente|definitivamente|absolutamente|totalmente|completamente|indudablemente|evidentemente|indiscutiblemente|siempre|cien por cien|cien por ciento|al cien por cien|100 percent|of course|sure|faltaba más claro|claramente|desde ya|lógico|lógicamente|a huevo|ciertísimo|sobra decirlo|por descontado|rotundamente
      |afirmativo sí|vale vale vale|re sí|obvio sí|por supuestísimo
      |ándale pues|por favor sí
      |sin falla|fijo|fijo que sí|faltaba más sí|tenga por seguro|téngalo por seguro|dalo por hecho|delo por hecho|delo por seguro|por supuestísimo que sí|a la orden|simón que sí|claro que yes|ya tú sabes|no faltaría más claro|con todo y zapatos|de ley|de fijo`,
    weak: `vale|okey|oki|okis|k|bien|muy bien|perfecto|genial|estupendo|excelente|fantástico|maravilloso|bueno|buenísimo|correcto|cierto|verdad|es verdad sí|chévere|padre|guay|súper|super|fenomenal|regio|impecable|ideal|justo|conforme|entendido|roger|great|cool|bravo|todo bien|muy bueno|perfectamente|de lujo|macanudo|bacán
      |oka|okas|okei|dabuten
      |venga|venga vale|venga va|per fecto|perfe|perfectísimo|de pelos|de pana|pulento|filete|a todo dar|chido|chévere pues|tuanis|pura vida|cabal|de diez|okis dokis|oki doki`,
    support: `vengo|venimos|ir|venir|acudir|asistir|va bien|viene bien|queda bien|va perfecto|viene perfecto|viene muy bien|va muy bien|bien para mí|bien para mi|perfecto para mí|posible|es posible|disponible|libre|interesado|interesada|dispuesto|dispuesta|conviene|acomoda|late|sirve|cuadra|encaja|parece bien|funciona|me funciona|parece|gusta|me gusta|apetece|me apetece|interesa|acuerdo|es perfecto|es bueno|es buena|lo soy|soy|estoy|estaré|estaremos|llego|llegaré|lo haré|lo hago|lo quiero|la quiero|lo deseo|deseo|adecuado|aceptable|aceptar|confirmar|bien así|da tiempo|me da tiempo|me da|alcanzo|tengo tiempo|tengo interés|tengo disponibilidad|tengo ganas
      |satisfecho|satisfecha|contento|contenta|satisfechos|encantados|correctos|correctas
      |acercarme|desplazarme|presentarme|moverme|escaparme|escapar|librarme
      |declinar eso`,
    modals: `puedo|podemos|podré|podemos|quiero|queremos|puede|sí puedo|voy a poder|podría ir
      |recomendaría|recomiendo`,
    against: `rechazo|lo rechazo|rechazada|declino|paso|yo paso|imposible|es imposible|me es imposible|me resulta imposible|me va mal|me va fatal|me va muy mal|me viene mal|me viene muy mal|me viene fatal|me queda mal|mal|muy mal|falso|es falso|incorrecto|es incorrecto|equivocado|está mal|esta mal|está equivocado|demasiado tarde|demasiado temprano|muy tarde|muy temprano|muy pronto|en contra
      |no llego|no llego a tiempo|me coincide|me coincide con otra cosa
      |lo dudo|lo dudo mucho
      |estaré fuera|estaré de viaje|voy a estar fuera|voy a estar de viaje|me ha surgido algo|me surgió algo|me ha surgido un imprevisto|me surgió un imprevisto|tengo un imprevisto|tuve un imprevisto|me ha salido algo|me salió algo|me ha surgido un compromiso|no cuente conmigo|no cuenten conmigo|no cuentes conmigo|no me va bien|no me viene bien|no me cuadra`,
    refusal: `claro que no|por supuesto que no|desde luego que no|obvio que no|obviamente no|va a ser que no|para nada|en absoluto|de ninguna manera|de ningún modo|de ninguna forma|bajo ningún concepto|bajo ninguna circunstancia|en ningún caso|ni hablar|ni en broma|ni en sueños|ni loco|ni loca|ni de broma|ni de coña|ni de chiste|ni modo que sí|ni pensarlo|ni lo piense|ni lo sueñe|de eso nada|nada de eso|nunca en la vida|mejor no|mejor que no|prefiero que no|preferiría que no|prefiero no|preferiría no|preferiría no hacerlo|seguramente no|se equivoca|número equivocado|se ha equivocado|se ha equivocado de número|negativo|olvídelo|olvídalo|no señor|no señora|no gracias|gracias no|ningún interés|cero interés|pulgar abajo|ni mucho menos|nada de nada|never|no way|ojalá pero no|no realmente|la verdad que no|la verdad es que no|va a estar difícil que no|qué lástima no
      |me temo que no
      |no pudo ir|no puedo ir|no puedo venir|no puedo asistir|no puedo acudir|no podré ir|no podré asistir|no se va a poder|no se puede|no va a poder ser|no va a ser posible|no podrá ser|no me va a ser posible|no me es posible|al final no|al final no puedo|al final no voy|al final no puedo ir|al final no va a poder ser|finalmente no|finalmente no puedo|finalmente no voy|no puedo más|ya no puedo|ya no puedo ir|ya no voy|ya no gracias|decirle que no puedo|decirle que no puedo ir|decirles que no puedo ir|decirle que no voy|decirle que no voy a poder ir|avisar que no voy|avisar que no puedo ir|avisar de que no puedo ir|decir que no puedo ir|decir que no voy|no muy contento|no muy contenta|no muy satisfecho|no estoy contento|no estoy contenta|no estoy satisfecho|no estoy satisfecha|nada contento|nada contenta|nada satisfecho|nada satisfecha|no estoy nada contento|no estoy nada contenta|no lo recomendaría|no la recomendaría|no los recomendaría|no habrá nadie|no hay nadie|no va a haber nadie|no había nadie|no está nadie|no estaré|no voy a estar|no estoy en casa|no me hace falta|no la necesito|no lo necesito|déjela así|déjela como está|déjelo así|déjelo como está|ya encontré otra cosa|ya encontré otro|ya encontré|ya tengo otro|ya tengo uno|ya tengo otra|ya compré otro|ya compré uno|ya lo compré|ya he encontrado otra cosa|ya encontré trabajo
      |ya les he dicho que no|ya le he dicho que no|ya le dije que no|ya les dije que no|le he dicho que no|le digo que no|que no puedo|que no voy|no así estoy bien|estoy bien así|no gracias estoy bien|ni ahora ni nunca
      |no tengo cómo llegar|no tengo cómo ir|no tengo quien me lleve|no tengo quién me lleve|no tengo con quién dejar|no tengo con quien dejar|no tengo en qué ir|no tengo forma de ir|no tengo manera de ir|no tengo modo de ir|no hay manera de ir|no hay forma de ir|no pienso ir|no pienso asistir|no tengo pensado ir|no tengo intención de ir|no me da la vida|no me dan permiso|no me dan permiso en el trabajo|no me dejan salir|no me dejan faltar|ni de vaina|ni a palos|ni a tiros|ni de casualidad|ni por casualidad|ni ahí|ni a gancho|ni muerto|ni muerta|ni hablar del peluquín|ni aunque me paguen|ni pagándome|no me presento|no me voy a presentar|no me presentaré|no llego ni de broma|no alcanzo a llegar|no voy a asistir|no voy a ir|no asistiré|no acudiré|no puedo presentarme|no puedo moverme|no me puedo mover|no puedo desplazarme|no puedo acercarme|no puedo llegar|no puedo salir|no puedo escaparme|no me puedo escapar|no puedo zafarme|no puedo dejar el trabajo|no puedo faltar al trabajo|no puedo faltar a clase|no puedo pedir permiso|no cuenten con mi presencia|que no cuente conmigo|que no cuenten conmigo|conmigo no cuente|conmigo no cuenten|dele mi cita a otro|dele mi cita a otra persona|denle mi cita a otro|denle mi lugar a otro|dele mi lugar a otro|dele mi sitio a otro|dé mi cita a otro|pueden darle mi cita a otro|puede darle mi cita a otra persona|yo no voy|es que no voy|no no no puedo|no puedo no|no voy no|no puede ser no|me resulta del todo imposible|va a ser imposible|me va a ser imposible|me será imposible|nos será imposible|será imposible|no voy a estar aquí|no estaré en la ciudad|no estoy en la ciudad|no me encuentro en la ciudad
      |ya no vivo ahí|ya no vivo aquí|ya cambié de dentista|he cambiado de dentista|cambié de médico|ya me curé|ya estoy curado|ya estoy curada
      |no tengo cómo moverme|no me tengo en pie|no me puedo levantar
      |tengo que declinar|debo declinar|tengo que decir que no|no me dieron permiso|no me han dado permiso|no me dieron el día|no estoy para médicos`,
    negatable: `podré|podremos|podría|podríamos|pueda|quiera|necesito|necesitamos|tengo|tenemos|hace falta|es|está|son|sería|será|me parece bien eso|viene|viene nada|va|queda|vendré|vendremos|vamos a|voy a|asisto|asistiré|confirmo|acepto|aceptaré|haré|hago|llegar|alcanza|da|me va|me viene|me va a ser posible|tiempo|ganas|interés|disponibilidad|tengo coche disponible|gustaría|quiero ir|estoy|deseo|necesario|haría|hacer|hacerlo|tomar|tomarlo|convence|me convence|vale la pena|toca|ir|voy`,
    negators: 'no|nunca|jamás|tampoco',
    weakNegators: `nada|ningún|ninguno|ninguna|ni|sin|apenas
      |nadie`,
    hedges: `probablemente no|no lo tengo claro|no lo tengo muy claro|desde luego que no voy a olvidar|desde luego que no voy a faltar|desde luego que no voy a cancelar|no tengo cita|no tengo ninguna cita|no tengo consulta|quizá|quizás|quiza|tal vez|talvez|a lo mejor|igual|igual sí|igual no|puede ser|podría ser|puede que|puede que sí|puede que si|puede que no|posiblemente|posiblemente sí|posiblemente no|probablemente|probablemente sí|seguramente|es probable|depende|según|ya veremos|veremos|vemos|ahí vemos|luego vemos|después vemos|déjeme pensarlo|lo pienso|pensarlo|pensármelo|me lo pienso|lo voy a pensar|tengo que pensarlo|consultarlo|consultar|tengo que consultar|tengo que consultarlo|tengo que ver|tengo que mirar|tengo que preguntar|tengo que revisar|debo consultar|voy a ver|voy a mirar|voy a consultar|voy a preguntar|mirar|preguntar|revisar|comprobar|no sé|no se|yo no sé|no lo sé|no lo se|no sabría|no sabría decir|no sabría decirle|ni idea|no tengo idea|no tengo ni idea|quién sabe|quien sabe|vaya usted a saber|no estoy seguro|no estoy segura|no estoy muy seguro|no estoy muy segura|no es seguro|no seguro|no del todo|no siempre|no exactamente|no necesariamente|no exactamente|no está claro|no tanto|no mucho|no muy|espero|espero que sí|espero que si|espero que no|ojalá|ojala|supongo|supongo que sí|supongo que si|supongo que no|imagino|me imagino que sí|imagino que sí|me supongo|más o menos|mas o menos|a medias|en parte|regular|así así|ahí ahí|sí y no|si y no|sí o no|si o no|ni sí ni no|ni si ni no|o no|o sí|me da igual|da igual|igual me da|lo mismo|me da lo mismo|no importa|no pasa nada|como quiera|como quieras|como usted quiera|como usted diga|como digas|lo que quiera|usted dirá|no recuerdo|no me acuerdo|no entiendo|no entendí|no le entiendo|no comprendo|no le escucho|no escucho|no oigo|no le oigo|le aviso|te aviso|le confirmo luego|te confirmo luego|le confirmo más tarde|te confirmo más tarde|luego le confirmo|luego te confirmo|después le confirmo|aviso luego|lo intentaré|intentaré|trataré|voy a intentar|voy a intentarlo|haré lo posible|haré lo que pueda|difícil|está difícil|es difícil|complicado|está complicado|buena pregunta|a veces|pues sí que|pues no sé|no digo|no digo que no|no puedo decir|puedo no|en principio|en teoría|no está mal|no esta mal|nada mal|no me va mal|no me viene mal|no mal|cómo|mande|dígame|diga|qué|no está aquí|no se encuentra|no está en casa|quiero pensarlo|ni bien ni mal|ya te digo yo|duda|dudas|tengo dudas
      |creo|creo que|creo que sí|creo que no|no creo|no lo creo|no creo que|pienso que|no pienso que|me parece que|no me parece que|diría que|yo diría que|dudo|dudo que|casi seguro|lo más seguro es que|lo más probable|lo más probable es que|me imagino que|imagino que|supongo que|espero que|ni fu ni fa
      |perdón no|perdón cómo|perdone cómo|le paso con|le paso a|ahora se pone|se lo paso|le paso|le confirmo mañana|le confirmo después|te confirmo mañana|mañana le confirmo|mañana le digo|mañana te digo|antes sí|antes me interesaba|eso digo yo
      |me dijeron que sí|me dijeron que no|me han dicho que sí|me han dicho que no|dijo que sí|dijo que no|dice que sí|dice que no|nadie me ha dicho nada|nadie me dijo nada|nadie me avisó|no pedí ninguna cita|no he pedido ninguna cita|no pedí cita|no es a mí|no es para mí|no he dicho que no|no dije que no|no he dicho que sí|haré todo lo posible|haré todo lo posible por ir|haré lo posible por ir|no quiero que la cancele|no quiero que cancele|no quiero que me la cancelen|no puedo confirmar|no puedo confirmarle|no puedo confirmar todavía|no puedo prometer|no puedo prometerle|no puedo prometerle nada|no puedo asegurar|no puedo asegurarlo|no puedo garantizar|no puedo garantizarlo|no puedo decirle|no puedo decirlo|todavía no sé|todavía no lo sé|aún no sé|aún no lo sé
      |a ver si|vamos a ver si|a ver qué|no se lo puedo decir|no te lo puedo decir|no se lo puedo confirmar|no se lo puedo asegurar
      |no es que|no es que no pueda
      |tanto no tengo nada que hacer|total no tengo nada que hacer
      |no tengo claro
      |no me acordaba|no me acordaba de la cita|no lo sabía|no sabía|no sabía nada
      |no podría ser|no podría ser mejor|y el doctor está bien|y usted está bien|y usted qué tal|el doctor está bien|la doctora está bien
      |es mi hijo|es mi madre
      |soy su hijo|soy su hija|soy su marido|soy su mujer|soy su madre|soy su padre|soy su esposa|soy su esposo|soy la hija|soy el hijo|soy el marido|soy la mujer|soy la madre|soy la cuidadora
      |es festivo|es feriado|lunes es festivo|lunes es feriado
      |no puedo ir solo|no puedo ir sola|no puedo ir yo solo|no puedo ir yo sola|no voy sin|no iré sin|no puedo ir sin|no alcanzo a oír|no alcanzo a oírle|no alcanzo a escucharle|no alcanzo a entender|no alcanzo a entenderle|ahora no puedo|ahorita no puedo|ahora mismo no puedo`,
    knowing:
      'entendido|entiendo|prometerlo|asegurarlo|asegurárselo|decirlo|decírselo|garantizarlo|saberlo|confirmarlo|prometérselo|confirmárselo|sé|saber|decir|decirle|decirte|asegurar|asegurarle|prometer|prometerle|garantizar|decidido|decidir|seguro|segura|convencido|convencida|recuerdo|acuerdo de|entiendo|entender|decidí|confirmarle|confirmar todavía|claro del todo|sabemos|seguros|contestar|opino|he decidido|adivinar',
    partial: `del todo|completamente|totalmente|todos|todo|siempre|solo|sólo|solamente|muy|tan|exactamente|necesariamente|solo yo|más|más que|sino|hasta|tanto|mucho`,
    conditions:
      'si|solo|sólo|solamente|únicamente|excepto|salvo|menos|a menos que|siempre que|siempre y cuando|con tal de que|con tal que|mientras|cuando|a condición|en caso de|a no ser que|con la condición|aunque sea|a partir de|antes de|como muy tarde|después de|salvo que|excepto que|nada más que|nomás si|más que',
    regrets: `lamentablemente|desgraciadamente|desafortunadamente|por desgracia|lástima|qué lástima|que pena|qué pena|lo lamento|tristemente|me temo
      |ojalá pudiera|ojala pudiera|ojalá pudiera ir|quisiera|quisiera ir|quisiera poder|quisiera poder ir|ya quisiera|ya quisiera yo|querría|querría ir|me habría gustado|me hubiera gustado|me habría encantado|me hubiera encantado|qué más quisiera|qué más quisiera yo|qué más quisiera que poder ir|lamento|lamento decirle que|siento decirle que|siento decirle|siento mucho|muy a mi pesar
      |lo siento pero|lo siento mucho pero|perdón pero|perdone pero|disculpe pero|qué pena pero|me apena|con mucha pena|qué pena con usted`,
    contrasts:
      'pero|sin embargo|aunque|no obstante|sino|en cambio|eso sí que|ahora que|mas|solo que|sólo que',
    changes: `cancelada|cancelado|cambiar|cambiarla|cambiarlo|cambie|cambia|cambio|cámbiela|cámbielo|mover|moverla|moverlo|mueva|mueve|muévala|posponer|posponga|aplazar|aplazarla|aplazo|aplace|reprogramar|reprograme|reprogramarla|reagendar|retrasar|adelantar|eliminar|elimine|baja|darme de baja|dé de baja|quitar|quite|quíteme|otro|otra|otra hora|otro horario|otra fecha|en lugar|en vez|más tarde|más temprano|más pronto|antes mejor|atasco|retraso|parar|pare|deje de|dejen de
      |cancelaron|anularon|cancelado la|han cancelado
      |del mes pasado|la del mes pasado|la anterior|la otra`,
    reservations: `la semana que viene|la próxima semana|próxima semana|la semana próxima|el mes que viene|el próximo mes|el año que viene|la próxima vez|próxima vez|la próxima|otro día|otra vez será|otra ocasión|en otra ocasión|en otro momento|otro momento|algún día|en una semana|en dos semanas|en un mes|dentro de una semana|dentro de un mes|dentro de dos semanas|después|luego|día siguiente|al día siguiente|tengo que irme|mejor|prefiero|preferiría|mejor el|mejor mañana|o|demasiado caro|caro
      |que vaya|que vaya mi|que vaya él|que vaya ella`,
    elsewhen:
      'hubiera|hubiese|habría|quería|iba a|iba|estaba|fue|era|tenía|podía|antes|antes sí|sabía|acordaba|podíamos|funcionaba',
    courtesies: `sorry|por favor|porfa|porfis|porfavor|gracias|muchas gracias|mil gracias|muchísimas gracias|gracias a usted|gracias a ti|gracias igualmente|se lo agradezco|te lo agradezco|le agradezco|muy agradecido|muy agradecida|muy amable|es usted muy amable|gracias por avisar|gracias por llamar|gracias por la llamada|gracias por el recordatorio|gracias por recordarme|gracias por recordármelo|gracias por preguntar|gracias por la invitación|gracias por su ayuda|gracias por el mensaje|por avisar|por la llamada|por el recordatorio|por recordarme|por recordármelo|por preguntar|por el mensaje|por su ayuda|thanks|thank you|please|adiós|chao|chau|saludos|un saludo|saludos cordiales|cordialmente|atentamente|un abrazo|abrazos|besos|que tenga buen día|que tenga un buen día|buen fin de semana|igualmente|feliz día|no se preocupe|no te preocupes|no hay prisa|sin prisa|no hay cambios|ningún cambio|sin cambios|no hay de qué|de nada|si es posible|si es tan amable|si puede ser|si no es molestia|si no le importa|si no le molesta|si dios quiere|dios mediante|lo antes posible|cuanto antes|tal como quedamos|como quedamos|como siempre|como acordamos|lo siento|lo siento mucho|disculpe|disculpa|con permiso|a ver sí|estoy bien|muy bien gracias|ya le dije|ya lo dije|como le dije|la verdad|la verdad es que|sinceramente|francamente|mire|mira|oiga|oye|fíjese|verá|sabe|caballero|señor|señora|señorita|señores|mi amor|jefe|amigo|amiga|hombre|mujer claro|hija|hijo mío|estimado|estimada|estimados|qué bueno|qué bien|menos mal|gracias a dios|sin más|entre todos
      |lo lamento mucho|por las molestias|perdón por las molestias|disculpe las molestias|disculpen las molestias|perdón por la molestia|siento las molestias|parce|parcero|che|pibe|mija|mijo|mi reina|mi niña|mi vida|corazón|güey|wey|tío|tía|tronco|cuate|compadre|po|pues sí señor|tranquilo|tranquila|no hay cuidado|no tenga cuidado|pierda cuidado|descuide|gracias por acordarse|gracias por acordarse de mí|gracias por recordarlo|muchas gracias por llamar|muchas gracias por avisar|muchas gracias por el recordatorio|muchas gracias por recordármelo|por acordarse de mí|por acordarse|por llamarme|por contactarme|por todo|por su llamada|por tu llamada|por su mensaje|por la atención|por su atención|por la información|que tengan buen día|que esté bien|que le vaya bien|que pase buen día|feliz tarde|buena tarde|hasta la vista|cuídese|bendiciones|dios le bendiga|primero dios|con el favor de dios|mediante dios|si todo va bien
      |no trabajo|ese día no trabajo|ese día libro|libro ese día|tengo el día libre|tengo libre|tengo libre ese día|no tengo nada que hacer|no tengo otra cosa|no tengo otros planes|no tengo planes|no tengo compromisos|no tengo ningún compromiso|no estoy ocupado|no estoy ocupada|estoy de descanso|descanso ese día|ya lo sabía|ya sabía|lo sabía|no se me olvida|no se me ha olvidado|no se me olvidó|no lo he olvidado|no lo olvido|no me olvido|no me he olvidado|no lo había olvidado|me acuerdo|me acordaba|lo recuerdo|lo recuerdo bien|cómo olvidarlo
      |casi se me olvida|casi se me pasa|casi me olvido|menos mal que me llama|menos mal que llama|menos mal que me lo recuerda|que coja la agenda|no le oía|no le oía bien|no la oía|no le había oído|es que no le oía|es que no le oía bien|no le escuchaba|no le escuchaba bien|doctor|doctora
      |no es que no quiera|no es que no quiera ir
      |así está bien|así está perfecto
      |pana|joder|coño|hostia|carajo|virgen|virgen santa|tqm|bss|besitos|mana|mae|ñaño|weón|huevón|boludo|boluda|señito|cariño|cielo|guapa|guapo|maja|majo|mi rey|mi cielo|mi amor sí|bonita|linda|lindo|pues mire|ay señorita|ay hija|ay dios|dios mío|madre mía|qué cosas|hija de mi vida|mijita|mijito|jovencita|patroncito|veci|profe|doctora linda|atte|fdo|de nada sí|a dios gracias|si dios me da vida|si dios me lo permite|si dios lo permite|si el señor quiere|si dios nos da vida
      |me duele|me duele mucho|con este dolor|tengo muchas ganas|llevo esperando|llevo meses esperando|mi jefe ya lo sabe|ya pedí permiso|he pedido permiso|pedí permiso|ya pedí el día|he pedido el día|pedí el día|me dieron permiso|me han dado permiso|ya avisé en el trabajo
      |no es necesario cambiarla|no hace falta cambiarla|no hay que cambiar nada
      |ni modo|ni modos|qué rabia|fíjate|fíjate qué rabia|qué coraje|dios la bendiga|dios lo bendiga|que dios la bendiga|mi hijita|mi comandante|mi capitán|mi general|y punto
      |casualmente
      |qué pregunta|vaya pregunta|me hace mucha falta esa consulta|bonica|bonico|maña|maño|paisano|paisana
      |no llegaré tarde|no llego tarde|no voy a llegar tarde|no me retrasaré|no me retraso|no voy solo|no voy sola|no iré solo|no iré sola|no vengo solo|no vengo sola|no me da miedo|me da miedo
      |chale|we|pos|pue|nomás|caray|híjole|ijole|órale pues sí|pucha|uta|chuta|vos sabés|n hombre`,
    additions: `mi mujer|mi esposa|mi marido|mi esposo|mujer|esposa|marido|esposo|pareja|hijo|hija|hijos|niño|niña|niños|familia|madre|padre|mamá|papá|hermano|hermana|abuela|abuelo|nieto|nieta|amigos|novia|novio|papeles|documentos|documentación|dni|pasaporte|identificación|tarjeta|tarjeta sanitaria|carnet|seguro médico|radiografías|análisis|receta|informe|llevo|llevaré|llevar|traigo|traeré|traer|acompañado|acompañada|con mi|recordatorio|mensaje|correo|carta|invitación|llamada|recibí|he recibido|recibido|coche|carro|auto|autobús|metro|tren|andando|en camino|de camino|voy de camino|voy en camino|salgo|saliendo|salgo ya|ya salgo|ya voy|agenda|calendario|apuntado|anotado|lo apunto|lo anoto|lo tengo apuntado|lo tengo anotado|puntual|a tiempo|un poco antes|unos minutos antes|diez minutos antes|temprano|desde hace|años|conozco|dirección|verles|verle|verte|verlos|ganas de|con ganas|emocionado|ambos|los dos|las dos|los cuatro|todos juntos
      |me lleva|me llevan|me llevará|me acompaña|me acompañan|me acompañará|viene conmigo|vienen conmigo|viene mi|la agenda|el calendario|está apuntado|está anotado|lo he apuntado|lo he anotado|ya lo anoté|ya lo apunté|ya está apuntado|está en mi agenda|lo llevo apuntado|me lo apunto|me lo apunto en la agenda
      |voy al|voy a la|voy para|voy de|voy en
      |él|ella|ellos|ellas|me dijeron|me han dicho|nadie
      |había dicho que sí|había dicho que no|dije que sí pero|le había dicho que sí|pensaba que sí|pensaba que no podría|pensé que no podría|creía que no podría|pensé que no iba a poder|pensaba que no iba a poder|creía que no|creía que sí|pensé que sí|pensé que no
      |llegar tarde|llego tarde|nada más|vengo a
      |me trae|me traen|me traerá|trae mi|viene a buscarme|me recoge|me recogen|me acerca|sobrino|sobrina|suegra|suegro|cuñado|cuñada|yerno|nuera|vecino|cuidadora|taxi|bus|colectivo|guagua|camión|micro|moto|bici|bicicleta
      |el doctor|la doctora|el médico|mi médico|el dentista`,
    attendance: `iré|iremos|ahí estaré|allí estaré|allá estaré|estaré ahí|estaré allí|ahí estaremos|allí estaremos|asistiré|asistiremos
      |ahí voy a estar|no falto|no faltaré|no me lo pierdo|no me lo perdería|voy a ir|vamos a ir|voy a asistir|claro que puedo|claro que voy|no voy a faltar|no faltamos|no fallo|no fallaré|no voy a fallar|no me lo perdería por nada|ahí le caigo|ahí caigo|ahí estoy|ahí estamos|allí estoy|allí voy a estar|ahí voy|allá voy|seguro que voy|obvio que voy|segurísimo que voy
      |sí puedo|sí que puedo|sí voy|sí que voy|sí iré|estaremos ahí|voy seguro|claro que puedo ir|claro que puedo venir|claro que iré|claro que asistiré|claro que sí puedo|claro que sí voy|por supuesto que voy|por supuesto que iré|por supuesto que puedo|desde luego que voy|desde luego que puedo|confirmo asistencia|confirmo mi asistencia|confirmo que voy|confirmo que iré|confirmo que asistiré|sin falta voy|cómo no voy a ir|sí confirmo que voy|voy sin falta
      |ahí andaré|por ahí andaré|allí me tendrán|ahí me tendrán|me paso por ahí|me pasaré por ahí|paso por ahí|pasaré por ahí|por allí me paso|que sí que puedo|que sí puedo|que sí que voy|que voy|que allí estaré|que ahí estaré|que no falto|para allá voy|ahí llego|allí llego|allí estaré como un clavo|ahí me tienen|ahí me tiene|estaré como un clavo|no no si puedo ir|le digo que voy|ahí los veo
      |pos sí ahí le caigo|pero sí voy|al final sí puedo|al final sí|al final puedo|al final voy
      |ahí le llego|allí le llego|ahí llegamos|ahí me va a ver|allí me va a ver|ahí me van a ver|allí me verán|ahí me verán|ahí me verá|ahí nos vemos sin falta|así que sí voy|así que si voy|yo si voy|claro que si voy|pero si voy|que si voy|hay estaré|ay estaré|hay estare sin falta|aquí estaré|allá estaremos|por allá le caigo|por ahí le caigo|allá le llego|me presento ahí|ahí me presento|ahí estaré puntual|llego puntual|llegaré puntual|seré puntual|estaré puntual|allí que voy|allí me planto|ahí me planto|cómo me lo voy a perder|cómo voy a faltar|no se me pasa|no pienso faltar|no pienso perdérmela|no voy a perdérmelo|no me la pierdo|no me la perdería|no la pierdo|no la perdería|no me lo perdería por nada del mundo|que sí hombre que voy|voy fijo|voy sí o sí|sí o sí voy|ahí estaré sí o sí|voy para allá|voy pa allá|ahí vamos|allí vamos|ahí nos tiene|que ahí estoy|estaré ahí puntual|estaré sin falta|voy a estar ahí|voy a estar allí|voy a estar allá|lo dejo todo y voy|me las arreglo y voy|sí me presento
      |nunca falto|yo nunca falto|nunca falto a mis citas|yo no falto
      |si iré|si estaré|si asistiré|si podré|si llegaré|si voy a ir|si voy a asistir|si confirmo|si confirmo la cita|si confirmo mi cita|si confirmo asistencia|si asisto|si ahí estaré|si ahi estoy|allí me verá usted|qué pregunta claro que iré`,
    wishes: `me gustaría|me encantaría|me gustaría ir|me encantaría ir|quisiera ir|me gustaría mucho|me encantaría poder ir
      |me gustaria|será un placer
      |me encantaría mucho|me gustaría venir|me gustaría asistir|me gustaría poder ir|me encantaría venir|sí que me gustaría|sí me gustaría|claro que me gustaría|me haría mucha ilusión|me apetece mucho|ya me gustaría|ya me gustaría a mí|con gusto iría|iría encantado|iría encantada|con ganas`,
    thinking: `a ver|déjeme ver|deja que mire|déjeme que mire|déjame ver|déjeme mirar|espere que mire|déjeme pensar
      |deja ver|déjame pensar|déjeme revisar|un momento|un momentito|un segundo|un segundito|un minuto|espere|espera|momento|permítame
      |vamos a ver|a ver un momento|déjame que mire|déjame mirar|déjeme que vea|déjeme que lo mire|déjame que lo mire|deje que mire|déjeme checar|déjame checar|deja checo|déjeme consultar la agenda|déjeme ver la agenda|déjame ver la agenda|déjeme ver mi agenda|déjeme revisar mi agenda|déjeme ver el calendario|un momento que miro|un momento que lo miro|un segundo que miro|un momento que miro la agenda|espera que piense|espere que piense|espera que mire|espere que lo mire|espere que mire la agenda|a ver que mire|a ver que mire la agenda|a ver que piense|a ver que lo piense|a ver déjeme ver|espere un momento|espera un momento|espérese|espérate|espérame tantito|deme un segundo|deme un momento|dame un segundo|permítame un momento|permítame revisar|permítame ver|aguarde|aguarde un momento|aguanta|ahorita le digo|ahora le digo
      |deje que lo compruebe|deje que lo mire|deje que compruebe|deje que vea|un momentito que coja la agenda|un momento que coja la agenda|que coja la agenda|a ver un momentito|a ver un momentito que coja la agenda|voy a mirar la agenda
      |le oigo|la oigo|le escucho|la escucho|te oigo|te escucho|sí le oigo|ya sé quién es`,
    cancelling: `cancelar|cancele|cancela|cancelo|cancélelo|cancélela|cancélala|cancelarla|cancelarlo|anular|anule|anula|anulo|anularla|anularlo|anúlela|anúlelo
      |cancelen|cancélenla|cancelación|anulen|desapuntarme|desconvocar
      |borrar|borre|bórrela|bórrelo|elimínela|elimínelo`,
    obligations: 'tengo que|tenemos que|debo|debemos|me toca|me veo obligado a',
    absences: `de vacaciones|estoy de viaje|estaré de viaje|estoy fuera|estaré fuera
      |enfermo|enferma|mala|gripe|fiebre|covid|resfriado|resfriada|hospital|vacaciones|de viaje|viaje|viajando|fuera|ocupado|ocupada|ausente|trabajando|lesionado
      |trabajo|otro compromiso|otra cosa|una boda|un entierro|un funeral|un viaje|fuera de la ciudad|fuera del país|de baja|otra cita|tengo turno|tengo clase|tengo médico|tengo una reunión|tengo otra cosa|tengo otro compromiso|tengo guardia|en cama|ingresado|ingresada|hospitalizado|hospitalizada|operado|operada
      |tengo trabajo|que trabajar|tengo que trabajar|trabajar
      |malo
      |exámenes|un examen|examen|parcial|un viaje de trabajo|lunes tengo clase|el velorio|velorio|bautizo|un bautizo|boda|mudanza|juicio|un juicio|oposición|quirófano|escayolado|escayolada|lesionada|con fiebre|con gripe|con covid|vomitando|diarrea|constipado|constipada|con el niño malo|afónico|malito|malita
      |no me encuentro bien|no me siento bien|no me siento muy bien|no estoy bien|no ando bien|estoy pachucho|estoy pachucha|estoy malo|estoy mala|con gripón|gripón`,
    thatTime: `entonces|ese día|esa semana|esos días|para entonces
      |a esa hora|ese lunes|esa mañana|ese horario|para ese día|ese mismo día`,
    greetings: `hola|buenas|buenos días|buenas tardes|buenas noches|dígame|diga
      |buen día
      |aló|qué tal|hola buenas|hola buenos días|hola buenas tardes|muy buenas|muy buenos días|hola qué tal`,
    requests: 'puede|puedes|podría|podrías|me puede|me podría|pueden|podrían',
    functionWords: `me|te|se|le|les|nos|lo|la|los|las|os|mí|a mí|es|son|está|están|sea|ser|estar|haber|hay|he|ha|hemos|que|de|del|al|y eso|eso|esto|ese|esa|este|esta|esos|esas|ello|yo mismo pues|pues|muy|tan|bastante|también|así|ya|tengo|tenemos|tiene|con|sobre todo|en eso|dije|digo|respuesta|mi respuesta es|la respuesta es
      |llamo para|le llamo para|llamaba para|llamaba por|les llamo para|le llamo|les llamo|llamo|llamo para decirle que|le llamo para decirle que|era para|es para|quería decirle que|quería avisar que|quería avisar de que|quería avisarle que
      |voy a tener que|vamos a tener que|he de|hemos de|hágame el favor de|hágame el favor|haga el favor de|me haga el favor de|toda la mañana|toda la tarde|todo el día
      |lamento informar que|lamento informarle que|lamento informarles que|siento informarle que|informo que|le informo que|les informo que`,
    neutral: `de momento|por el momento|asistencia|presencia|yo|usted|tú|nosotros|nosotras|ustedes|ellos|ellas|mi|mis|su|sus|nuestro|nuestra|el|un|una|unos|unas|a|en|por|para|hoy|mañana|pasado mañana|pasado|ayer|ahora|ahorita|ahora mismo|ya mismo|esta tarde|esta noche|esta mañana|esta semana|mediodía|tarde|noche|madrugada|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|día|días|semana|mes|hora|horas|horario|fecha|cita|turno|consulta|reunión|visita|media|cuarto|punto|en punto|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|treinta|próximo|próxima|primero|aquí|allí|ahí|allá|todavía|aún|sigo|seguimos|personalmente|por mí|por mi parte|de mi parte|para mí|para mi|por mi|conmigo|a las|sobre|entonces|doctor|doctora|don|doña|ah|oh|ay|uy|uf|uh|bueno pues|vaya|pa|todo|todos|mismo|misma|desde|hasta|entre|propuesta|opción|nuevamente|de nuevo|otra vez|con|mucho|mucha|más
      |am|pm
      |por internet|con tarjeta|en efectivo|por transferencia|en línea|en el banco
      |domicilio
      |tempranito|tempranita|bien temprano|puntualita|puntualito`,
    placePrepositions: 'en|desde|cerca de|hacia',
    introductions: `me llamo|mi nombre es|soy|habla|le habla|aquí|de parte de|señor|señora|señorita|doctor|doctora|don|doña|saludos|un saludo|atentamente|cordialmente|un abrazo
      |atte|fdo`,
    questions: `qué|quién|cuándo|cuánto|cuánta|cuántos|cuánto cuesta|cómo|por qué|cuál|de qué|de parte de quién|a qué|a quién|dónde|qué hora|para qué|es posible cambiar|puede repetir|puede usted|podría usted|podrías|podrían|me puede|me podría|puedo cambiar|puedo preguntar|puedo llamarle|puedo ir más|tiene otro|tienen otro|tiene usted|hay otro|habría otro|le va bien|le viene bien|te va bien|está seguro|está segura|estás seguro|estás segura|es usted|hace falta
      |quisiera saber|me gustaría saber|quería saber`,
    practicalQuestions: `dónde|donde|a qué hora|qué hora|a que hora|dónde puedo|dónde aparco|qué tengo que llevar|qué llevo|qué debo llevar|tengo que llevar|debo llevar|tengo que traer|a dónde|en qué dirección|cuál es la dirección
      |qué autobús|qué calle`,
    conjunctions: 'y|e|es que|pues es que|así que|que es que',
    reasons: 'porque|ya que',
    corrections: `quiero decir|digo mejor|mejor dicho|perdón quiero decir|me equivoqué|corrijo|no espere|perdón digo|digo perdón|espera no espera|ay perdón
      |digo|perdón|uy perdón|perdone|perdona|o sea|qué digo|así que|por lo tanto|por tanto|entonces sí|bueno mejor dicho
      |al contrario|todo lo contrario|muy al contrario`,
  },
});
