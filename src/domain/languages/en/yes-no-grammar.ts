import { phraseList } from '../../understanding/yes-no-tokens.ts';

/** How English says yes and no. Phrases are lower case and without punctuation; the longest phrase at a position counts. */
export interface EnglishYesNo {
  /** Particles that are an answer whatever follows: "yes", "yeah". */
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Alone a yes, beside a negation without a meaning of their own: "absolutely", "of course". */
  readonly intensifiers: readonly string[];
  /** Statements of agreement and of refusal. Other words may follow: "sounds good to my wife". */
  readonly firmYes: readonly string[];
  readonly firmNo: readonly string[];
  /** Statements of coming: "I'll be there". If the question asks to cancel, they refuse. */
  readonly attendance: readonly string[];
  /** A yes, unless a refusal follows "but": "I'd love to, but I can't". */
  readonly wishes: readonly string[];
  /** A yes only if no unknown word is in the text: "okay" also opens a sentence about something else. */
  readonly weakYes: readonly string[];
  /** Hedges, evasions and requests for time. */
  readonly unsure: readonly string[];
  /** Requests for a moment; an answer after them counts: "let me see". */
  readonly thinking: readonly string[];
  /** A yes alone; with a negation neither yes nor no: "sure". */
  readonly certain: readonly string[];
  /** Words that agree in a sentence of known words ("Monday is fine") and refuse with a negation ("Monday is not fine"). */
  readonly support: readonly string[];
  /** Words that refuse: "wrong". */
  readonly against: readonly string[];
  /** Words that refuse with a negation, and have no meaning without: "I do not need". */
  readonly negatable: readonly string[];
  readonly negators: readonly string[];
  /** "If", "unless", "only": neither yes nor no. */
  readonly conditions: readonly string[];
  /** "But". */
  readonly contrasts: readonly string[];
  /** "Unfortunately": they limit a yes. */
  readonly regrets: readonly string[];
  /** Phrases without a meaning for the answer, whose words would have one: "I am fine, thank you". */
  readonly courtesies: readonly string[];
  /** Like courtesies. A yes before them only answers the phone: "yes, hello". */
  readonly greetings: readonly string[];
  /** Phrases of known words that are about something else: "on time". */
  readonly mentions: readonly string[];
  /** Unknown words, except that they may follow a yes: "yes, I will bring my daughter". */
  readonly additions: readonly string[];
  /** Verbs of cancelling, without participles. They refuse, unless the question asks to cancel or to move. */
  readonly cancelling: readonly string[];
  /** Absence and illness. They refuse beside a word of `thatTime`, and take a yes back. */
  readonly absences: readonly string[];
  /** "Then": the time of the question. */
  readonly thatTime: readonly string[];
  /** Unknown words of moving and other changes. They are never a name. */
  readonly changes: readonly string[];
  /** Phrases of known words that take a yes back: another time ("next week"), the past ("I would have"), other duties. */
  readonly reservations: readonly string[];
  /** Auxiliaries of the past: "I was happy to" is no agreement. */
  readonly pastAuxiliaries: readonly string[];
  /** Words without a meaning for the answer. */
  readonly functionWords: readonly string[];
  /** Days and times. */
  readonly times: readonly string[];
  readonly weekdays: readonly string[];
  /** The first words of a clause, where a text has no punctuation: "I'm ill I can't come". */
  readonly clauseStarts: readonly string[];
  /** Words after which a clause is part of the one before: "I said I can". */
  readonly embedding: readonly string[];
  /** Verbs of coming and needing. If the question asks to cancel, their negation is no refusal: "yes, I can't come". */
  readonly coming: readonly string[];
  readonly pronouns: readonly string[];
  readonly auxiliaries: readonly string[];
  readonly questionWords: readonly string[];
  /** Questions that ask for something: "could you". */
  readonly requests: readonly string[];
  readonly conjunctions: readonly string[];
  /** After these, an answer replaces the one before: "yes, I mean no". */
  readonly corrections: readonly string[];
  /** Adverbs that weaken a negation before them: "not entirely". */
  readonly partial: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

export const englishYesNo: EnglishYesNo = {
  yes: phraseList(
    'yes|yeah|yep|yup|y|ye|yea|yeh|ya|yas|yah|yesh|yuppers|ys|yh|ja|aye|yessir|mhm|mm hmm|mm hm|mmhmm|uh huh|si|yes sir',
  ),
  no: phraseList(`
    no|nope|nah|n|nop|naw|nay|negative|uh uh|nuh uh|nuh|no sir|yeah no|yeah nah|nae|nah mate|no mate|nei
  `),
  intensifiers: phraseList(`
    absolutely|definitely|certainly|of course|of corse|sure|surely|totally|for sure|fo sho|indeed|exactly|100 percent|most certainly|
    most definitely|
    course
  `),
  firmYes: phraseList(`
    sure thing|affirmative|you bet|you betcha|without a doubt|no doubt|no doubt about it|by all means|gladly|with pleasure|hell yes|
    hell yeah|heck yes|heck yeah|no problem|no problem at all|no problems|no prob|no probs|np|no problemo|no biggie|no trouble|
    no trouble at all|no bother|no sweat|no difficulty|no issue|no issues|no worries|no worries at all|not a problem|
    not a problem at all|not a prob|not an issue|will not be a problem|should not be a problem|is no problem|why not|why the hell not|
    i do not see why not|do not see why not|no objection|no objections|i have no objection|i have no objections|i do not mind|
    do not mind|i do not mind at all|i would not mind|i would not miss it|would not miss it|would not miss it for the world|
    can not wait|could not be better|could not agree more|go ahead|please do|do it|do that|let us do it|let us do that|let us go|
    go for it|can do|will do|happy to|glad to|count me in|count on me|i am game|book it|please confirm|confirm|confirmed|i confirm|
    i will take it|you got it|works for|that works for|works for me|that works for me|sounds good to me|that sounds good to me|
    works fine|works great|that will work|that would work|that should work|it will work|should work|will work|that will do|
    that will do nicely|that would do|sounds good|that sounds good|sounds great|that sounds great|sounds fine|sounds perfect|
    sounds like a plan|sounds lovely|sounds right|no way i would miss it|see you later|see ya|book me in|go right ahead|confirming|
    it is a yes|that is a yes|we will take it|both work|either works|looking forward|looking forward to it|i can do that|i am going|
    good with me|good for me|great for me|perfect for me|fine with me|fine by me|okay with me|ok with me|okay by me|ok by me|
    fine for me|okay for me|ok for me|suits me|suits us|that suits me|i am fine with that|i am good with that|i am okay with that|
    i am ok with that|i am good for|good to go|this is she|this is he|this is him|this is her|that is me|it is me|speaking|i am him|
    i am her|that is the one|that is it|i want that|i want it|i would appreciate that|i agree|i accept|i am able to|we are able to|
    agreed|accepted|approved|yeah no worries|yeah no problem|yeah no drama|yeah no dramas|yeah no bother|yeah no trouble|
    yeah nah all good|yeah nah that is all good|no dramas|no drama|nae bother|nae problem|nae worries|have not forgotten|
    i have not forgotten|not forgotten|did not forget|as planned|as agreed|spot on|that is grand|grand|suits me down to the ground|
    down to the ground|fire away|go on then|go on|tell me more|tell me|sounds interesting|that sounds interesting|send me an email|
    send me the details|send it over|send me the info|send it to me|make that work|i can make that work|tickety boo|too right|
    right you are|fine and dandy|bang on|nothing has changed|nothing is changed|i am free|i am free then|nothing on|
    do not have any problem|have no problem|not have a problem|do not have a problem|will not forget|i will not forget|sorted|
    i am off that day|all good with me|all good here|fair enough|good idea|be my guest|why ever not|music to my ears|consider it done|
    happy with that|no need to change it|no need to change|no need to move it|no need to change anything|no reason not to|
    but of course|of course as discussed|as discussed|one hundred percent|manage that|i can manage that|i can manage|
    that would be nice|would be nice|that would be great|that would be lovely|that would be good|naturally|no question|excellent|
    get rid of it|i am off work|off work that day|i am writing to confirm|i am calling to confirm|writing to confirm|
    calling to confirm|nothings changed|nothing changed|hear it|like to hear it|i would like to hear it|put me down|put me down for it|
    pencil me in|i am on board|on board|i am up for it|up for it|that is doable|happy days|works a treat|that works a treat|
    shall do|suits me better|suits me even better|monday at ten it is|ten it is|okay dokey|we are good for|we are good for monday|
    too easy|sweet as
  `),
  attendance: phraseList(`
    see you then|see you on|see you at|see you soon|see ya then|see ya tomorrow|c you then|ill be there|see you there|see you tomorrow|
    i will be there|will be there|be there|can be there|i can be there|we will be there|i can make it|we can make it|i will make it|
    can make it|i can come|we can come|i will come|i am coming|we are coming|i can attend|i will attend|we are both coming|
    i am going to be there|we will come|i will be attending|see you monday|see you tuesday|see you wednesday|see you thursday|
    see you friday|i would not miss it|would not miss it|i am definitely coming|keep the appointment|please keep the appointment|
    keep it|keep it as it is|you can keep it as it is|leave it as it is|leave it|still on|it is still on|still stands|
    the appointment still stands|i need the appointment|need the appointment|il be there|ill b there|i will b there|b there|
    see you mon|i am still coming|still coming|will be there for sure|i shall be there|shall be there|i will be along|be along|
    i will be coming|i will turn up|i will show up|i am definitely going to be there|going to be there|gonna be there|i will pop in|
    i will pop by|i can certainly come|i can definitely come|certainly come|definitely come|of course i can come|we shall be there|
    no question i will be there|i will come naturally|i want to come|want to come|i will come along|kept the afternoon free|
    keep the afternoon free|
    not going to miss it|i am not going to miss it|not missing it|would not miss it for anything|i would not miss it for anything|
    keep me down|you can keep me down|keep me in|c you monday|c you mon|c you there|definitely coming|deffo coming|
    i will be in then|ill come|ill make it|ill attend|ill see you|ill see you then|ill be their|i will be their|be their|
    i will pop along|i will come over|i will make sure i am there|i will be in at ten|i will be in on monday
  `),
  wishes: phraseList(
    'i would like to|i would love to|i would love that|i would like that|we would love to|we would like to|i would be happy to|i would be glad to|i want to|i would be happy to come|i would love to come|i would like to come',
  ),
  weakYes: phraseList(`
    ok|okay|okie|okey|oki|oky|okie dokie|okey dokey|k|kk|right|alright|all right|fine|good|great|perfect|cool|awesome|brilliant|lovely|
    wonderful|excellent|super|fantastic|gr8|deal|done|roger|correct|true|works|that works|all good|thumbs up|i am in|that is right|
    that is correct|that is fine
  `),
  firmNo: phraseList(`
    absolutely not|definitely not|certainly not|most certainly not|of course not|surely not|sure as hell not|no way|no way jose|
    no chance|not a chance|fat chance|by no means|under no circumstances|out of the question|no can do|no thanks|no thank you|hell no|
    heck no|god no|oh no|as if|over my dead body|hard pass|i will pass|pass|i am going to pass|count me out|i am out|probably not|
    most likely not|not really|not at all|not likely|not exactly|not particularly|not now|not right now|not today|not yet|
    not at the moment|not this time|not anymore|not any more|not ever|never again|never ever|not in a million years|not on your life|
    nothing of the sort|not happening|not going to happen|no good|that is no good|doubt it|i doubt it|i doubt that|i disagree|i refuse|
    i decline|must decline|have to decline|rather not|i would rather not|prefer not to|i would prefer not to|
    i would rather you did not|thumbs down|not for me|not my thing|not keen|that is wrong|that is not right|that does not work|
    i can not make it|it is a no|that is a no|no thanks not interested|no thank you not interested|leave me alone|leave us alone|
    no i am good|nah i am good|no we are good|can not afford it|can not afford that|i can not afford it|nae chance|cannae make it|
    cannae|cannae come|i cannae come|do not want to buy|do not want to buy anything|have not got time|have not got the time|
    do not have time|do not have the time|have no time|no time|got plans|already got plans|already have plans|have plans|i have plans|
    already have something on|got something on|i have got something on|something on|another appointment|other plans|
    have another appointment|something came up|something has come up|come down with the flu|down with the flu|never arrived|never came|
    never got it|never received it|no longer need|no longer needed|not needed|no need thanks|not bothered|give it a miss|
    give that a miss|taking you off|have to pass|i will have to pass|going to have to pass|not my cup of tea|not a good time for me|
    bad day for me|that day is no good|is no good for me|no good for me|call it off|do not bother|not worth it|stuck at work|
    i just can not|tied up|i am tied up|tied up then|get it sorted|can not get it sorted|got school|i have got school|
    no thanks do not need one|do not need one|do not need one thanks|sorry i have to work|have school then|no way thursday|
    not thursday|not doable|changed my mind|i have changed my mind|fully booked|double booked|chocka|called away|i must decline|
    i will decline|going to decline|no longer interested|i am afraid no|have to say no|going to have to say no|i will have to say no|
    can not get off work|can not leave the house|i work mondays|i work on mondays|i work on monday|can not come anymore|
    can not come any more|can not get away|can not get time off|can not get the time off|can not get out of work|can not get off|
    can not get there|got a clash|have a clash|i am going to have to say no|i would have to say no|i have got another appointment|
    have got another appointment|take me off monday|take me off the list|have decided not to|monday is out|tuesday is out|
    wednesday is out|thursday is out|friday is out|that day is out
  `),
  unsure: phraseList(`
    maybe|perhaps|possibly|probably|most likely|likely|unlikely|might|may|could|hopefully|i hope so|i guess|guess|suppose|depends|
    sometimes|kinda|kind of|sort of|sorta|so so|doubtful|doubt|either way|either|do not know|not know|no idea|no clue|who knows|
    god knows|beats me|unsure|undecided|have not decided|not decided|we will see|need to check|have to check|need to ask|have to ask|
    need to think|have to think|will check|checking|let you know|get back to you|can not say|can not tell|can not promise|
    could not say|can not remember|would not say|not saying|not say|if only|i wish|will try|i will do my best|ask me|yeah right|
    yeah whatever|whatever|whatever you say|if you say so|up to you|you decide|do not care|does not matter|not fussed|no preference|
    no comment|in a way|never mind|nevermind|nvm|forget it|never say never|not bad|neither yes nor no|yes and no|yes or no|
    no comprendo|no yeah|nah yeah|or no|or not|not sure about|sure about|wait what|no question|not impossible|not unlikely|
    can not complain|not that i|not as far as|can not wait that|can not wait for|can not wait until|can not do without|can not hear|
    can not talk|that is what i|good question|great question|ok boomer|think so|believe so|not think so|not believe so|do not think so|
    do not believe so|think not|believe not|i think not|imagine so|never better|rather you|not necessarily|yes speaking|speaking yes|
    do not have an appointment|no appointment|have no appointment|not have any appointment|normally yes|normally|usually|in principle|
    in theory|as far as i can see|more or less|almost|partly|could do|can not promise anything|not saying no|i am not saying no|
    what was that|sleep on it|think about it|call me later|in writing|we will have to see|it depends|play it by ear|touch and go|
    fingers crossed|all being well|god willing|all going well|not that i know|not that i know of|i think that should|i think it should|
    i think that could|i think it could|i will be right there|be right there|be right with you|i am just coming|one moment i am coming|
    hold on i am coming|just a moment i am coming|just coming in|i am coming down with|coming down with|in a meeting|
    rather not cancel|i would rather not cancel|no time like the present|bad line|the line is bad|no cancellation|hang on i am coming|
    why would i|why should i|
    can not confirm|can not commit|i think i can|i think i could|i think i will|i think i am|i think we can|i think we will|
    i think i should|i am driving|am driving|driving right now|driving now
  `),
  thinking: phraseList(`
    let me see|let me think|let me check|let me look|let me have a look|let me just check|let me check my diary|
    let me check my calendar|let us see|hold on|hang on|hang on a sec|hold on a sec|one moment|one second|one sec|a sec|a second|
    a moment|just a moment|just a sec|i will just check|bear with me|hang on a minute|hold on a minute|give me a second|give me a sec|
    give me a minute|let me have a think|let me check hang on|where is my diary|let me grab my diary|let me grab|let me get my diary|
    let me find my diary|let me get my calendar
  `),
  certain: words('sure certain positive convinced confident'),
  support: words(`
    ok okay fine good great perfect right correct true alright possible acceptable suitable convenient ideal doable free available able
    interested keen happy glad delighted coming works suits fits
  `),
  against: words(
    'wrong incorrect false impossible unavailable unable inconvenient unacceptable bad refuse decline disagree',
  ),
  negatable: words(`
    need needed want like love make come go going gonna attend attending join joining manage agree accept work suit fit happen
    confirm think believe
    interest bother
  `),
  negators: phraseList(
    'not|never|neither|none|nothing|nobody|no one|hardly|rarely|nowhere|no longer|nor|could not',
  ),
  conditions: phraseList(`
    if|unless|only|except|until|till|as long as|so long as|provided|providing|assuming|in case|whether|apart from|without|
    no later than|no more than|no less than|no earlier than|depending|what if|before i|before nine|before ten|before eleven|
    before twelve|before noon|before one|before two|before three|before four|not before
  `),
  contrasts: phraseList('but|however|although|though|otherwise'),
  regrets: phraseList('unfortunately|sadly|regretfully|regrettably|alas|i am afraid|afraid'),
  courtesies: phraseList(`
    if possible|if that is ok|if that is okay|if that is fine|if that is possible|if you do not mind|if you please|if it is ok|
    if it is okay|i am sorry|i am sorry to say|i am good|i am fine|i am okay|i am ok|i am alright|i am all right|we are good|i said|
    i already said|i must say|i would say|i have to say|the answer is|right now|right away|right then|thank you|thanks a lot|
    thank you very much|good night|best regards|kind regards|do not worry|as soon as possible|not to worry|no matter|no matter what|
    no matter when|no matter how|no rush|no hurry|no pressure|no kidding|no joke|no lie|no change|no changes|no complaints|no regrets|
    no conflict|no conflicts|no excuse|no excuses|for calling|for the call|for asking|for checking|for the reminder|for reminding me|
    for reminding us|for letting me know|for letting us know|for inviting me|for inviting us|for the invitation|for your help|
    for the message|for your message|for your call|as far as i know|i know|yes i know|i told you|i told you already|i already told you|
    like i said|as i said|for ringing|for phoning|for getting in touch|for the text|for texting|for the heads up|ta|ta very much|
    ta love|cheers love|calling to confirm|oh that is a shame|that is a shame|what a shame|what a pity|many thanks|
    excellent many thanks|as discussed|got to|have got to|i am happy with what i have|happy with what i have|happy with what we have|
    you are alright|you are all right|we are all set|i am all set|all set|
    no need to worry|was going to say no|was going to say yes|was about to say no|x|xx|xxx
  `),
  greetings: phraseList(
    'hi|hello|hey|good morning|good afternoon|good evening|good day|morning all|hello there|hi there',
  ),
  mentions: phraseList('on time|in time|fine print|perfect storm|great news|good news|good luck|for free'),
  additions: phraseList(`
    my name is|the account holder|for the world|as far as i know|on my way|on our way|got it|ahead|sharp|early|world|bring|bringing|
    wife|husband|partner|son|daughter|kids|children|family|friend|mother|father|mum|mom|dad|papers|documents|passport|id|insurance|
    card|reminder|message|text|email|letter|invitation|received|receive|got|take the|take that|keep|keeping|calendar|diary|schedule|
    with bells on|a bit|a little|your|since|year|years|both of us|arrived|arrive|see|seeing|help|excited|safe|same|sharing|bus|train|
    car|taxi|cab|bike|walk|walking|drive|driving|drives|drive me|drop me off|pick me up|take the bus|taken|taking|took|day off|
    time off|off work|booked off|booked|arranged|babysitter|childcare|neighbour|neighbor|neighbours|delivered|everything|
    everything was|great service|email me|send me|details|info|information|brochure|website|parking|park|fasting|fast|notes|wheelchair|
    carer|nurse|glasses|tablets|medication|prescription|results|x ray|looking after|grandson|granddaughter|grandchildren|sister|
    brother|neighbour took it in|took it in|alarm|phone|fridge|wrote it down|written it down|written down|noted|pencilled in|home|
    be home|home by then|afternoon free|kept|easily|mam|nan|nana|off|
    wife will come with me|wife will come too|husband will come with me|husband will come too|son will come with me|
    son will come too|daughter will come with me|daughter will come too|mother will come with me|mother will come too|
    father will come with me|father will come too|sister will come with me|sister will come too|brother will come with me|
    brother will come too|kitchen|calendar in the kitchen|retired|knee|hip|hurts|paperwork|specially|knows|giving me|no babysitter|
    no ride|no childcare|no transport|grandkids|niece|nephew|uncle|aunt|kindly|my shift got moved|shift got moved|wrote it on|
    wrote it on my|wrote that down|marked it|circled|swapped my shift|swapped shifts|changed my shift|moved my meeting
  `),
  cancelling: words('cancel cancels canceling cancelling bail bailing'),
  absences: phraseList(`
    absent|busy|sick|ill|flu|covid|hospital|holiday|vacation|away|abroad|out of town|out of the country|on leave|travelling|traveling|
    poorly|unwell|away on business|on business|at work|at school|in school|in court|in prison|overseas|on a course|on a trip|
    interstate|offshore|
    funeral|wedding|jury duty|exam|job interview|surgery|rehab|honeymoon|have to work|got to work|have got to work
  `),
  thatTime: phraseList('then|that day|that week|that time|at that time'),
  changes: words(`
    canceled cancelled cancellation reschedule rescheduled rescheduling rebook rearrange postpone
    postponed move moved moving shift swap change changed delay delete drop remove withdraw withdrawal absence instead sooner earlier
  `),
  reservations: phraseList(`
    next week|next month|next year|next time|another day|another time|another week|another month|other day|other time|other week|
    some other|different day|different time|later|one day|day after|week after|month after|after that|maybe next time|
    maybe another time|available from|free from|would have|could have|should have|had been|used to|was going|were going|
    need to work|have work|have to go|need to go|no need to|no need for|no reason to|no reason not|no point|no use|weeks|months|
    in a week|in a month|i will do it tomorrow|will do it tomorrow|do it tomorrow|do it later|do it tonight|will pay tomorrow|
    pay tomorrow|pay it tomorrow|still waiting|a mistake|
    different one|a different|wife will come|wife can come|husband will come|husband can come|son will come|son can come|
    daughter will come|daughter can come|mother will come|mother can come|father will come|father can come|sister will come|
    sister can come|brother will come|brother can come
  `),
  functionWords: words(`
    a an the still big definite hard from me my us our him them her to of for with at on in by about around after between so here
    too also as very really quite both each any some such much more am be been being must please thanks thx cheers sorry apologies
    regards best sincerely yours kind dear oh ah haha lol tbh honestly frankly actually personally again already appointment slot
    visit sir madam maam mate man buddy dude doctor dr think believe perfectly
    honey darling darlin boss sweetie sweetheart pet hun duck calling ringing phoning lad lads deary luv pal righto gosh
    anyway shame easily excellent
    last
  `),
  times: words(`
    today tomorrow tonight yesterday now later soon morning afternoon evening night noon midday midnight day days week weeks month
    date time times oclock pm half past quarter monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur
    thurs fri sat sun january february march april june july august september october november december first second third next one
    two three four five six seven eight nine ten eleven twelve fifteen thirty before another
  `),
  weekdays: words('monday tuesday wednesday thursday friday saturday sunday'),
  clauseStarts: phraseList(`
    i can|i will|i am|i have|i would|i need|i must|we can|we will|we are|we have|that is|that works|that does|it is|it does|i do|
    i want|this is|yes i|yes that|yes it|yeah i|yeah that|no i|not interested
  `),
  embedding: words(
    'say said says think thinks believe know knew hope feel mean thought guess suppose told asked wish doubt figure wonder ask asks tell tells that if whether',
  ),
  coming: words('suit work come coming make attend able need there'),
  pronouns: words('i you he she it we they that this those these there'),
  auxiliaries: words('am is are was were do does did will would shall should can have has had must'),
  pastAuxiliaries: words('was were had'),
  questionWords: words('what when where who whom whose why how which'),
  requests: phraseList('can you|could you|would you|will you|can we|could we'),
  conjunctions: words('and because cause cuz'),
  corrections: phraseList('i mean|wait|sorry|scratch that|correction|on second thought|on second thoughts'),
  partial: words('entirely completely fully quite totally always all both only definitely too'),
};
/** Answers that agree only after a question with certain words: "I paid it" after "Have you paid?". */
export const englishEchoes: readonly {
  readonly question: readonly string[];
  readonly answer: readonly string[];
}[] = [
  {
    question: words('receive received get got arrive arrived delivered parcel package letter delivery'),
    answer: phraseList(
      'received|receive|got|got it|arrived|arrive|came|come|delivered|here|here now|turned up|showed up|took it in|in my hands',
    ),
  },
  {
    question: words('pay paid payment invoice bill'),
    answer: phraseList('paid|pay|settled|transferred|sent|done|paid it|sorted|taken care of'),
  },
  {
    question: words('satisfied happy pleased'),
    answer: phraseList('satisfied|pleased|great|good|excellent|happy|perfect|lovely|brilliant|fantastic'),
  },
];
/**
 * Phrases for recognisers with a closed vocabulary. The parser accepts more phrases. Each additional expected phrase, especially a short one,
 * increases false recognitions.
 */
export const expectedYes = [
  'yes',
  'yeah',
  'yep',
  'sure',
  'okay',
  'correct',
  'absolutely',
  'of course',
  'sounds good',
  'that works',
  'that works for me',
  "that's right",
  "that's fine",
  'i can',
  'yes please',
  'yes i can',
  'yes i will',
  'yes that works',
  "yes that's fine",
  "yes that's right",
] as const;

export const expectedNo = [
  'no',
  'nope',
  'not really',
  'absolutely not',
  'of course not',
  'no thank you',
  'no thanks',
  "i can't",
  "no i can't",
  "that doesn't work",
  "that's wrong",
  "that's not right",
  "i'm afraid not",
] as const;
