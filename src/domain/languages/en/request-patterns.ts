import { createRequests } from '../../understanding/request-rules.ts';
import type { OptOutRules } from '../../understanding/opt-out-rules.ts';
import { englishWords } from './words.ts';

const parts = {
  me: 'this_house|our_house|our_number|me|us|here|this_number|my_number|my_phone|this_phone|my_house|on_this_number|on_my_phone|at_this_number',
  you: 'you|your_company|you_people|you_guys|your_people|you_lot|you_all|anyone|anybody',
  call: 'call|phone|ring|telephone|dial',
  calling: 'calling|phoning|ringing|telephoning|dialling|dialing',
  called: 'called|phoned|rung|telephoned',
  calls: 'calls|phone_calls|telephone_calls|sales_calls|marketing_calls|cold_calls|robocalls|call|phone_call',
  write: 'txt|text|message|email|mail|write_to|write|sms|whatsapp|spam',
  writing: 'texting|messaging|emailing|mailing|writing_to|writing|spamming',
  written: 'texted|messaged|emailed|written_to|spammed',
  messages:
    'msgs|messages|message|texts|text_messages|sms|emails|mails|spam|marketing|advertising|adverts|ads|reminders|notifications|newsletters|promotions|offers|whatsapps|updates|alerts|junk',
  bother: 'bug|bother|contact|disturb|harass|pester|hassle|get_in_touch_with|annoy',
  bothering: 'bugging|bothering|contacting|disturbing|harassing|pestering|hassling|annoying|spamming',
  bothered: 'bugged|bothered|contacted|disturbed|harassed|pestered|hassled',
  more: 'again|any_more|anymore|ever_again|any_longer|no_more|any_further|ever',
  not: 'do_not|not_to|never|never_to|never_ever|do_not_ever|do_not_you|do_not_you_ever|do_not_you_dare|do_not_you_dare_to',
  want: 'want|wish|care|like|desire',
  list: 'list|lists|database|databases|system|systems|records|register|file|files|books|newsletter|mailings|directory|texts|messages|reminders|calls',
  your: 'your|the|this|that|these|all|any|all_your|those|whatever',
  mine: 'me|us|my_number|my_name|this_number|my_details|my_data|my_phone_number|my_information|my_email|our_number|my_contact|my_contact_details|that_number|my_mobile|my_address',
  day: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekend|night|nights|morning|mornings|afternoon|afternoons|evening|evenings|noon|lunch|lunchtime|dinner|midnight',
  relative:
    'wife|husband|mother|mum|mom|father|dad|son|daughter|sister|brother|boss|office|neighbour|neighbor|parents|partner|bank|doctor|secretary',
  someone:
    'person|human|human_being|someone|somebody|agent|representative|rep|operator|receptionist|advisor|adviser|manager|supervisor|executive|colleague|nurse|assistant|secretary|reception|customer_service|staff|member_of_staff|member_of_your_team|member_of_the_team|team_member|anyone|anybody|the_front_desk|front_desk|switchboard|people',
  real: 'real|actual|live|human|proper|living|different|flesh_and_blood',
  a: 'a|an|the|your|some|one_of_your|any',
  when: `back|later|tomorrow|today|tonight|again|another|other|time|day|morning|afternoon|evening|in|an|a|at|on|after|before|next|this|week|hour|hours|half|minutes|minute|few|couple|of|two|three|four|five
    |six|seven|eight|nine|ten|eleven|twelve|one|past|to|quarter|lunch|work|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|around|about|some|bit|little|while|when|i_am|free|home|then|oclock|instead|sometime|once|from|the|days|month|dinner|school|soon|twenty|thirty|fifteen|*<digit>*`,
  digit: '0|1|2|3|4|5|6|7|8|9',
  can: 'can|could|would|will|may|might|please|maybe|perhaps|you|i|we|just|better|best|want|need|like|prefer|rather|to|if',
  pause:
    'sec|second|secs|seconds|minute|min|mins|minutes|moment|tick|ticks|mo|bit|while|jiffy|moments|momento',
  authority:
    'police|cops|lawyer|solicitor|attorney|sue|suing|report_you|report_this|reporting_you|reporting_this|authorities|court|legal_action|trading_standards|regulator|ombudsman|press_charges|complaint',
  stopping:
    'stop|stopped|quit|ceased|cease|would_stop|could_stop|never|not|did_not|do_not|would_not|could_not|will_not|to_stop',
  theseCalls:
    'your_calls|these_calls|those_calls|your_phone_calls|these_phone_calls|your_sales_calls|this_calling|your_calling|your_nonsense_calls|your_constant_calls',
  averse:
    'stop|end|enough|cease|hate|can_not_stand|can_not_bear|can_not_take|had_it|do_not_like|do_not_appreciate|do_not_want|do_not_need|do_not_accept|sick|tired|fed_up|unwanted|halt|no_more|through_with|done_with',
  attempt: 'try|attempt|dare|think_of|think_about|even_think_about|bother|ever_try|ever_dare',
} as const;

const optOut: OptOutRules = {
  calls: {
    absolute: `
      ! i|we am|are not to be <called>|<bothered> ..2
      !! if|unless|until you ..1 do_not|keep|carry_on|continue|persist|will_not ..1 stop|<calling>|<bothering>|this|it|going|doing|i ..5 <authority>|ofcom|fcc|ftc|ico|information_commissioner
      telephone_preference_service|do_not_call_registry|national_do_not_call
      !! <calls>|<calling> ..4 unacceptable|unwelcome|unwanted ..2 $
      !! keep|always|constantly|every_day|every_single_day|every_week|daily|non_stop|day ..3 <calling>|ring|call|phone ..9 pack_it_in|knock_it_off|cut_it_out|give_it_a_rest|got_to_stop|has_to_stop|must_stop|needs_to_stop|it_stops|it_ends|enough
      ! do_not|not take|accept|want|allow ..1 <calls> ..6 so pack_it_in|knock_it_off|cut_it_out|give_it_a_rest|stop
      stop|quit|cease ..1 <calling> his|her|their|our ..2
      !! get|tell|make|have your|that|this|the ..1 robot|machine|computer|people|colleague|colleagues|system|staff ..1 to? stop|quit|cease ..1 <calling>|<bothering> ..2
      ! i|we am|are|will|have blocking|block|blocked you|your_number|this_number ..1
      ! number|line|house|phone is off_limits|out_of_bounds|not_to_be_called|not_for_you ..5
      ! do_not try another number|phone ..1
      ! on|to|onto your|the|an|a ..1 internal? do_not_contact|do_not_call|no_contact|no_call|opt_out list|register ..1
      ! note|record|mark ..4 not to? <call>|<bother> ..1 <me>? ..2
      ! want|need|demand|require|order|expect|insist you|this|that|it|them|your_company|the_calls|these_calls ..1 to? cease|desist|stop|stopped at_once|immediately|right_away|altogether|for_good|once_and_for_all|calling|phoning|ringing
      ! i want it stopped
      !! <authority> ..8 if|when|next_time this|my|the|our|that phone|number|telephone ..1 rings|ring|goes ..2 again|once_more|one_more_time
      !! one|once|another|next|the_next|any more|other|further|time|single? call|phone_call|time|ring ..1 and ..6 <authority>
      ! on|registered|listed|signed_up|with ..3 telephone_preference_service|tps|do_not_call_registry|do_not_call_register|do_not_call_list
      ! no right|business to|in be? <call>|<calling>|<bother>|<bothering> ..1 <me>?
      ! not|never give|gave|given|have ..2 permission|consent|authorisation|authorization to|for be? ..1 <call>|<called>|<calls>|<calling>|<bother>
      ! forbid you|your_company|anyone ..2 <call>|<calling>|<bother>
      ! not|never want|wish|need ..3 hear this|the|my|our phone|telephone ring ..5
      !! stop|quit|cease ..1 <calling> for|about|after him|her|them|my|someone|somebody ..1
      stop|quit|cease|halt ..1 <calling>|<bothering> my|our ..1 <relative>|family|house|phone|home|line|kids|children|grandmother|grandfather|gran|nan
      no more telephoning|phoning|calling|phone_calls
      if you must|want|like|have_to ..1 but|only|just no more|never|do_not <calling>|<calls>|<call>
      not|never another|one_more|a_single_more call|ring|phone_call ..2 $
      ! how_many_times|how_often|how_many_more_times ..4 stop|not_to|do_not <calling>|<call>
      ! this|that|it was|is|be the|your last time you|anyone ..1 <called>|rang|<call>
      !! do_not|never <call>|<bother> him|her|them|<relative>|my_mother|my_father|my_wife|my_husband|my_mum|my_dad again|any_more|anymore|ever_again|any_longer
      !! passed_away|died|dead|deceased ..4 do_not|stop ..1 <call>|<calling> him|her|them|here|for|this ..3
      ! stop|quit <calling> at_all|all|day_and hours|night|day|the_time
      !! <calls> ..8 i|we|it|that|this ..3 stop|end
      !! <bothering> ..3 me|us ..9 <authority>
      !! <averse> ..3 <theseCalls>
      ! <not> <attempt> ..1 to|and? <call>|<calling>|<bother> ..1 <me> ..1 <more>?
      !! no_one|nobody|none ..5 want|wants|wish|wishes|like|likes ..1 to be <called>|<bothered>
      !! <authority> ..3 if|when|next_time|should you ..2 <call>|<bother>
      !! if|when|next_time ..2 number|phone ..3 rings|ring|calls ..8 <authority>
      never|do_not dial|use|ring|phone ..1 my|this|our number|line|phone ..1 <more>?
      never|do_not <call> this|my|our line ..1 <more>?
      !! do_not <call> it|this|that again|any_more|anymore|ever
      ! this|that|it|make_this|let_this|make_it|let_that is|be|had_better_be|better_be|will_be|should_be|has_to_be? the|your last time you|that_you|you_people|you_guys|anyone ..1 <call>|<bother>
      ! this|that|it|make_this|let_this|make_it|let_that is|be|had_better_be|better_be|will_be|should_be|has_to_be the|your last call
      ! make|let|be this|that|it be? the|your last call|time ..1 $
      one|once|another|next|the_next|any more|other|further|time|single? call|phone_call|time|ring ..4 i|we|i_will ..4 <authority>
      <call>|contact|text|message me|us|here|this_number again|once_more|one_more_time ..1 and ..4 <authority>
      if|next_time|when i|we|you|anyone|this_number|it ..6 <call>|<calls>|<bother>|text|message|messages ..5 i|we ..4 <authority>
      ! <authority> ..1 if you|i|we ..3 <call>|<calls>|<bother>|text|message ..2 <more>?
      ! harassment|stalking ..4 stop|police|report|sue|lawyer|illegal
      ! discontinue|refrain_from|desist_from|avoid|give_up|lay_off|end|cease ..2 <calling>
      ! <calls> ..1 need|have|has|must|got|ought ..1 to? stop|end|cease ..1 $
      ! make|want|get|need ..1 these|those|your|the|all ..1 <calls> ..1 to? stop|end
      ! enough with|of ..2 <calls>|<calling>
      ! sick|tired|fed_up|had_enough|bored of|with ..1 you|your|these|those|all|being|getting|people ..2 <calling>|<calls>|<called>
      ! how|what ..3 do|can|must|should i|we ..4 stop|end|block|prevent|avoid ..2 <calls>|<calling>
      ! how|what ..3 do|can|must|should i|we ..4 make|get ..2 <calls>|you ..1 to? stop ..1 <calling>?
      ! do_not|not|never consent|consented|agree|agreed to|for ..1 these|your|any|those ..1 <calls>
      ! do_not bother <calling>|to_call|ringing|to_ring ..1 <more>
      ! no_one|nobody ..3 is|should|must|may|ought to? <call>|<bother> ..1 <me> ..1 <more>?
      forget you|that_you ever? had|have|know|knew my|this number
      stop|quit|cease|desist|halt ..1 <calling> me|us|here|this_number|my_number|my_phone
      stop|quit|end|cease ..1 your|these|those|all|the|with ..2 <calls>|<calling>
      if_you <call>|keep_calling|contact|text|message|bother me|us|here|this_number? again|once_more|one_more_time|another_time? ..2 i|we will|am|are|shall|would ..4 report|sue|police|lawyer|solicitor|complaint|complain|authorities|ofcom|fcc|block
    `,
    narrowable: `
      <not> <call> back
      ! you|anyone|anybody|you_lot|your_company can_not|must_not|should_not|may_not|are_not_to|are_not_allowed_to|are_not_supposed_to|have_to_stop|need_to_stop|ought_not_to be? <calling>|<bothering> ..1 <me>?
      ! you|anyone|anybody|you_lot|your_company can_not|must_not|should_not|may_not|are_not_to|are_not_allowed_to|are_not_supposed_to <call>|<bother> <me> ..1 <more>
      <not> be|go|keep|keep_on|start <calling>|<bothering> ..1 <me>?
      !! told|asked|warned ..9 not|never to <call>|<bother> <me>|again
      !! obliged|pleased|delighted if|that you|nobody|they ..1 not|never|no_longer|stop|stopped|cease|ceased|stopping ..1 <call>|<calling>|<bother>|<bothering>|<called>
      ! do_not|no_longer|never <want> ..1 another|one_more|a_single <calls>
      ^ no ..1 <calls> ..2 $
      never <call> it ..1 <more>
      !! no more|further of these|those|your ..1 <calls>|<messages>
      ! can|could|would|will you|you_guys|you_people|you_lot not <call>|<bother> <me> <more>?
      !! make|makes|making sure|certain ..4 do_not|never|is_not|am_not|are_not get|be|receive|have|get_any|receive_any ..1 <called>|<calls>|<bothered>
      !! make|see sure|certain|to_it|that ..4 not|never <called>|<bothered>|be_called|be_contacted
      !! make|see sure|certain|to_it ..1 nobody|no_one|they|you|that_nobody ..3 <call>|calls|phones|rings|contacts|not_call ..1 <me>
      ! would|rather ..1 prefer|rather|like|appreciate|love ..1 not ..1 to? be|get|receive|have ..2 <called>|<calls>|<bothered>
      !! appreciate|grateful|thankful|prefer|nice|great|better|love|like|happy|glad|kind|good it|to_you? if|that you|nobody|they|your_company ..1 <stopping> ..1 <call>|<calling>|<bother>|<bothering>
      ! do_not|no_longer|never ..1 <want> ..1 to be|get <called>|<bothered>
      !! do_not|no_longer|never <want> ..1 any ..1 more|further of these|those|your <calls>|<messages>
      <not> <call> <me>? <more>
      <not> <call> me|us|this_number|my_number
      ! told|asked|tell|ask|asking|telling|said|warned you|your_company|you_people|you_guys|your_colleague|them|already|before? ..3 not|never to <call>
      ! do_not|no_longer|never|not <want> ..1 <you> <calling>|to_call|to_phone|to_ring|to_keep_calling|phoning_me|to_ever_call
      ! do_not|no_longer|never|not want|wish|care_for|desire|appreciate ..1 to? receive|receiving|get|getting|have|be_getting? any|these|your|those|further|more? ..1 <calls>
      ! do_not|no_longer|never|not like ..1 to_receive|receiving|to_get|getting|having ..2 <calls>
      ! do_not|no_longer|never <want> ..1 to be|get <called>
      ! would|want|prefer|like|rather|appreciate|love ..2 you not|did_not|stopped|quit|to_stop|would_stop|to_not|never ..1 <call>|<calling>|<called>
      no more|further ..2 <calls>
      ! mind not <calling> ..2 <more>?
      ! no wish|desire|interest to|in receive|receiving|get|getting ..2 <calls>|<messages>
      ! sick|tired|fed_up|had_enough of|with ..2 your|these|the|all ..2 <calls>|calling
    `,
  },
  messages: {
    absolute: `
      stop|quit|stp ..1 sendin|sendign|sening|txting|texing|textin|texitng|msging|mesaging ..1 me|us|these|this|that
      turn|switch|shut off these|the|your|those|all ..1 <messages>
      turn|switch|shut|cut these|the|your|those|all ..1 <messages> off
      ! do_not|no_longer need|require|want these|the|your|any|those <messages> any_more|anymore|any_longer|now ..5 turn|switch|shut|stop ..1
      stop|quit|cease|halt ..1 <writing>|sending me|us|this_number|my_number|my_phone|these|those|your
      stop|quit|end|cease ..1 your|these|those|all|the|with ..2 <messages>
    `,
    narrowable: `
      ^ no|no_more <messages> $
      !! asked|told|said before|already|you ..1 no|no_more <messages>|<calls> $
      ! do_not|never|no_longer need|require|want ..1 these|the|your|any|those ..1 <messages> any_more|anymore|any_longer
      ! no_longer need|require ..2 <messages>
      ! do_not want|need these|your ..1 <messages>
      <not> <write> me|us|this_number|my_number <more>?
      <not> <write> <more>
      <not> send me|us|this_number? any|more|your|these|further|another ..2 <messages>
      <not> send me|us anything|stuff ..1 <more>?
      no more|further ..1 <messages>
      ! do_not|no_longer|never|not <want>|appreciate ..1 to? receive|receiving|get|getting|have|be_getting? any|these|your|those|further|more ..2 <messages>
      ! do_not|no_longer|never|not <want> to receive|get ..1 <messages> <more>?
      ! do_not|no_longer|never <want> ..1 <you> <writing>|to_text|to_message|to_email|to_send ..2
      ! do_not|no_longer|never <want> ..1 to be|get <written>
      ! told|asked|tell|ask|asking|telling|said|warned you|your_company|you_people|you_guys|them|already|before? ..3 not|never to <write>|send
      ! would|want|prefer|like|rather|appreciate ..2 you not|did_not|stopped|quit|to_stop|would_stop|to_not|never ..1 <write>|<writing>|<written>|send|sending
      ! sick|tired|fed_up|had_enough of|with ..2 your|these|the|all ..2 <messages>|texting|spamming
    `,
  },
  contact: {
    absolute: `
      ! require|request|demand|want|ask|instruct you ..1 to stop|cease ..1 processing|using|holding|storing ..1 my ..2
      ! not|never another|further word|peep from_you
      ! like|want|wish|prefer ..1 to be left alone|in_peace
      !! on|in the|a|your register|registry ..4 not <call>
      ! object to any|all|further|your ..2 contact|calls|marketing
      my|this|our number|name|details should|must|does|has ..3 not ..2 on your ..1 <list>
      ! stop|cease|end|discontinue|quit|cease_and_desist all|any|further|your|every|this ..1 contact|communication|communications|correspondence|messages|messaging|texts|emails
      ! discontinue|refrain_from|desist_from|avoid|end|cease ..1 <bothering>|<writing>|sending
      ! do_not|no_longer|never ..1 <want> ..1 to be|stay|remain|appear on|in your|any|this|these|those ..1 <list>
      stop|quit|cease|halt ..1 <bothering> ..1 me|us|this_number|my_family
      leave me|us|my_family alone|in_peace|be
      ! never|do_not|no_longer <want>|wish ..1 to hear from|of you|your_company ..2
      ! want|demand|need|wish|like ..1 nothing ..2 to_do_with|from you
      lose|forget|block|scrub my|this number
      get|stay|keep|go away|out|off from? me|my_phone|my_back|my_case|my_life
    `,
    narrowable: `
      <not> <bother> me|us|this_number <more>?
      <not> <bother> <more>
      ! do_not|no_longer|never|not <want> ..1 <you> <bothering>|to_contact|to_bother|to_disturb
      ! do_not|no_longer|never|not <want> ..1 to be|get <bothered>
      ! do_not|no_longer|never <want> ..1 any|further|more? ..1 contact ..1 from|with you|your_company
      no more|further contact
      ! told|asked|tell|ask|asking|telling|said|warned you|your_company|you_people|you_guys|them|already|before? ..3 not|never to <bother>
      ! would|want|prefer|like|rather|appreciate ..2 you not|did_not|stopped|quit|to_stop|would_stop|to_not|never ..1 <bother>|<bothering>|<bothered>
    `,
  },
  removals: `
      remove|delete|erase|wipe|destroy all|any|every trace|record|mention|records of me|us|my_number ..4
      blacklist|bar|ban|unlist my|this|our number|phone|details
      ! want|like|need off|out_of|out|off_of|to_come_off|to_be_off <your> ..1 <list>
      strike|cross|scratch|score|scrub me|us|my_name|my_number off|from|out
    !! details|data|number|information ..5 delete|erase|remove|destroy them|it
    !! sure|ensure ..3 number|data|details|name ..1 is|are|gets|get deleted|removed|erased
    take|get my|our|this number|name off|out
    !! take|keep|get|leave|delete|erase|wipe|remove my|this|our ..1 number|name|details|number out|out_of|off ..2 your ..1 <list>|computer|phone|books
    ! my|all_my|our ..1 information|data|details|number|name erased|deleted|removed|wiped|taken ..1
    ! revoking|revoke|withdraw|withdrawing any|all|my|every ..1 consent|permission
    cross|strike|scratch me off|out
    ! withdraw|withdrawing|revoke|revoking|cancel|cancelling ..1 my consent|permission
    ! object to ..2 processing|use|marketing ..1
    ! have|had|already ..1 opted_out
    ! how|what ..1 do|can|must|should i|we ..3 unsubscribe|opt_out|deregister
    ! how|what ..1 do|can|must|should i|we ..3 get|come|be ..1 off|out_of|removed_from|taken_off|out ..2 <list>
    remove|delete|erase|unsubscribe me|us $
    take|get|leave me|us off|out $
    take|remove|delete|get|wipe|erase it|that off|from|out_of your <list>
    erase|delete|remove|destroy ..1 everything|all_data|all_information|whatever|anything you have ..3 me
    erasure|deletion|removal of|for my|all_my|our data|details|number|information
    my right to erasure|be_forgotten|object
    take|remove|delete|scratch|strike|cross|drop|get|wipe|erase|pull|unsubscribe|scrub <mine> ..1 from|off|off_of|out_of <your>|<list> ..3 <list>
    remove|delete|erase|wipe|scrub my|this|our|all_my|that number|phone_number|details|data|name|contact|contact_details|information|mobile|personal_data|email|address
    ! want|like|wish|asked|need|love|demand ..1 to_be|to_get|be|get|my_number|my_name|my_details removed|taken_off|deleted|unsubscribed|opted_out|erased|taken
    ! be|get|have|want removed|taken_off|deleted|unsubscribed|my_number_removed|my_number_deleted|taken from|off|off_of|out_of? ..2 <list>
    ! want|like|my|our|have number|name|details|data|my_number|my_name|my_details removed|taken_off|deleted|erased
    opt|sign me|us out
    unsubscribe me|us|this_number|my_number
    ! want|like|wish|trying|love ..1 to unsubscribe|opt_out
    put|add|place me|us|my_number|this_number|my_name on|to|in ..2 do_not_call|do_not_contact|no_call|blacklist|suppression|opt_out list|register|registry?
  `,
  negations: 'not|never|without|nobody',
  limits: {
    always: `
      waiting|wait list
      before|after|until|till|unless|during|between|except|apart_from|early|later|late
      so early|late|soon|often|much|loudly
      him|her|them|sir|madam|miss|mister|names|yourself
    `,
    other: `
      today|tomorrow|tonight|now|yet|this_week|this_morning|this_afternoon|right_now|just_now|at_the_moment|this_early|this_late
      at|on|in|over the|my|a? <day>|*<digit>*|work|home|office|the_office|school|weekend|weekends|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve
      on|at my|the|that|this? landline|mobile|cell|cellphone|work|home|other|old|house|office
      if|when|while|then|that|the|a|an|those
      by|via|through email|emails|mail|post|letter|text|texts|sms|message|messages|whatsapp|chat|fax|phone
      my|his|our <relative>
    `,
  },
  preferences: `
    call|ring|phone|text|txt|message|email|write_to|write|whatsapp me|us|the_landline|my_landline|my_mobile|my_cell|the_office|at_home|my_wife|my_husband|instead
  `,
  neutral:
    'at_this_number|on_this_number|on_my_phone|in_future|in_the_future|by_phone|this_number|my_number|at_all|me|us|back|at_any_time',
  denials: `
    not|never|do_not_you_dare_not|did_not say|said|mean|meant|claim|claimed|ask|asked|asking|tell|told|saying ..4
    not|never need|have|necessary|required|obliged to? ..1
    not|never want|wish|like|need you|them|anyone to?
    not|never mind|care|matter|bother if|when|that? ..3
    not|never|no_need_to|no_reason_to|not_to|will_not|can_not
    hope|thought|think|afraid|believe|glad|sorry|sad|happy|surprised|suppose|worried you|they|that|we|if|to ..3
    why did|do_you|have|does|would_you ..3
    if you|we|they|i ..2
    will receive|get
    mind if you ..2
  `,
  subjects: `
    i|we|they|he|she|it|who|nobody|everybody|people|you_can|you_could
    my|the|our <relative>
  `,
};

/** The requests of English for recognisers with an open vocabulary, beside the phrases of the intent library. */
export const englishRequestPatterns = createRequests(englishWords, {
  parts,
  negationWords: 'not never',
  negations:
    'do|does|did|is|was|has|need|will|would|can|could|you not need|have|want|mind? to?\nnot|never|no_need_to|without the|a|to?',
  requests: {
    wrong_number: `
      you have rung|called|dialled|reached|got a|my private|personal|home|business ..1 number|line|house|residence|phone ..2
      mr|mrs|miss|ms|doctor|dr * ..1 moved|has_moved|left|has_left ..1 out|away|house|years|ago|last_year|last_month? ..3
      you want|need|are_looking_for|are_after my|the|somebody|someone ..1 neighbour|neighbor|else|other|next_door ..4
      ! number|phone|mobile ..3 somebody|someone elses|else_s|else ..1 before|now|previously|then
      ! number|phone|mobile ..2 used|must to|have be|been|belong|belonged ..3 someone|somebody ..1
      there is|has never been a|any mr|mrs|miss|ms|dr * at|here|in ..3
      ! you have|got|dialled|rang ..2 wrong number|person|house|man|woman
      i am|afraid|think? ..1 you have? reached|got|dialled|rung someone|somebody else|different
      only|just|recently|new got this phone|number|sim ..2 number ..8
      never heard of ..3
      that|the person|man|lady|woman is not here|available ..1 you have the wrong number
      no? this|that|it is the|a wrong number|person|house|place
      there_is_nobody|there_is_no_one here? called|named|by|with|of ..2 here?
      nobody|no_one here called|named ..2
      no_one|nobody called|named ..1 lives|works here
      we|i do_not have a|any ..1 here
      he|she|they|that_person|that_man|that_lady moved|has_moved|have_moved ..1 out|away|house? ..3
      he|she|they no_longer|does_not|do_not|did_not|not lives|live|works|work|living here|anymore|any_more ..2
      he|she|they left|has_left ..1 the|this|our company|firm|office ..2
      never heard of him|her|them|that_person|that_name
      this|it|here is not the *s $
      this|it|here is not john|mr|mrs|miss ..2 $
      that|this|it is not me|him|her
      i am not mr|mrs|miss|ms|that|the|him|her ..2
      this|it is a|my private|business|different|residential house|number|address|residence|line|home|not ..4
      i|sorry|afraid|think|believe|guess|no? you|you_all|they|he|she? have|got|have_got|dialled|dialed|called|rang|must_have|rung|phoned|reached|are_calling|are_ringing|have_dialled|have_called|have_reached|have_dialed|may_have? got|dialled|dialed|called|rung|reached|made? the|a wrong|incorrect number|person|house|place|guy|man|woman|one|phone
      wrong|incorrect number|person mate|love|dear|pal|buddy|here|friend|im_afraid|i_am_afraid?
      you misdialled|misdialed|misrang|have_misdialled|have_misdialed|must_have_misdialled
      there is|are|has|was no|not|nobody|no_one|none|never? been? any|a|one|anyone|anybody? ..2 here|called|by_that_name|of_that_name|with_that_name|named|at_this_number|living_here|in_this_house ..2
      there is no|nobody|no_one|not_any ..2 here|named|called|by_that_name|of_that_name|at_this_number
      nobody|no_one by|of the|that name of? *? lives|works|is|here here?
      no|nobody|no_one|none one|such? ..1 by|of|with|named that|this|the? name? lives|works|is|here|living|exists? here|at_this_number|at_this_address?
      no_one|nobody|no_such_person lives|works|is here|at_this_number ..3
      he|she|that_person|they|nobody|..2? does|do not live|work|have|use|own here|there|this_number|this_phone|that_number|at_this_address|this_address ..2
      this|that is not his|her|their|<relative> ..1 number|phone|house|home|office|company|residence|family|clinic ..2
      this|it is not <relative>|..2 his|her|their? phone|number
      i|we do not know any|anyone|anybody|that|who|a|him|her|this ..2
      i|this am|is not the person|one|lady|man|woman|him|her|guy you ..4
      it|this|that is my number now|these_days|these
      i have|got had? this number for|since|now ..3
      wrong number
    `,
    who_is_this: `
      is this|that the|a ..1 dentist|clinic|hospital|bank|doctor|surgery|shop|scam|company or ..3
      and? who might|may|would you be
      what is the|your purpose|reason|nature|point|subject of|for this|your|the call|calling
      who did you say you were|are
      where did_you_say|did_you|are_you|do_you you|are? are|call|calling|say? calling|call? from
      what is the|this|your call|reason ..1 about|regarding|for|call
      what do you need|want|wish ..3
      on|for whose|which|what behalf|company|firm ..1 are|is you|this? calling|it
      how|where did|do|have you ..1 get|got|find|have ..2 my|this|our number|details|name
      are|is you|this ..1 human|real|a_real_person|recorded|an_actual_person
      may|can|could|might i|we know|ask|please? who|whom is|am|i|are? calling|this|speaking|i_am_speaking_to|i_am_speaking_with|i_am_talking_to|on_the_line|on_the_phone ..2
      who is|are|am|was|might|do|exactly|the_hell|the_heck this|you|it|i|calling|speaking|that|there|on i|calling|speaking|talking|ringing|phoning|the|am|with|to|from|again|please|line|phone|then|exactly? to|with|line|phone|you_represent|please|end? ..1
      who is|am|are this|it|that|calling|speaking|there|you
      who am i speaking|talking to|with?
      who|whom|what|which are you|do_you calling|ringing|phoning|with|work|from|represent|working for|from|on_behalf_of|behalf?
      where|what_number|who|which_company|what_company|which_firm are|do you calling|ringing|phoning|call|from? from?
      what|which company|firm|organisation|organization|business|bank|clinic|practice|office|place is|are|do this|you|it|that|calling|work ..3
      what|who is|was your name|this ..2
      what|your name is|was again
      who do you work for
      who gave you my|this number
      how|where did|do|have you get|got|have|gotten|find|found my|this number|details from?
      why are|do you calling|ringing|phoning|call me|us?
      what|why is|are|do this|you|it about|calling|want|regarding|concerning|in_regard_to|selling|call ..2
      what do you want from_me|with_me?
      is|are|am this|you|i a|talking_to_a|speaking_to_a|speaking_with_a|talking_with_a real? robot|machine|bot|computer|recording|person|human|ai ..2
      who sent you
      i|sorry? do|did not catch|get|know|hear|recognise|recognize who_you_are|your_name|who_is_calling|who_this_is|the_name ..1
    `,
    callback: `
      ! ring|call|phone|try my|the|me_on_my|on_my mobile|cell|landline|home|house|work ..1 later|tomorrow|this|tonight|in|at|after ..4
      i|we will|am|shall|should be? free|available|home|back|done|around ..4 call|ring|phone|try ..1 then|again|back ..1
      ! can|could|would|will you? try ..1 again|later|tomorrow|this_evening|tonight|this_afternoon|in_the_morning|on|after ..3 $
      ^ call|ring|phone tomorrow|later|tonight ..2 $
      ! call|ring|phone|buzz|try me|us back? again|later|tomorrow|tonight|back|in|at|after|around|about|this <when>? <when>? <when>? <when>? <when>? <when>? <when>? would_you|will_you|could_you|if_you_can|if_you_could|alright|ok|okay|love|mate|instead? $
      ! call|ring|phone|try back|again in|at|after|around|about|later|tomorrow|tonight|this <when>? <when>? <when>? <when>? <when>? <when>? would_you|will_you|could_you|if_you_can|alright|ok|love|mate? $
      not|bad|is not a? good|great|time|moment ..3 call|ring|phone|try again|back|later|after ..5
      not a great|good|convenient time call|ring|phone me ..3
      this|it|now is not? a|the|my? bad|good|great|terrible time|moment can|could|please|call|ring|will|try ..6
      can|could|would you ..1 arrange|schedule|organise|set_up a call_back|callback|call|return_call ..2
      would|do you mind calling|ringing|phoning ..4
      can we|you do|speak|talk this|about? ..2 call|ring|phone me ..3
      i will|am|shall be? free|available|home|back|done ..3 call|ring|phone me ..1 then|back
      <can>? <can>? <can>? <can>? call|ring|phone|buzz|telephone|try|contact|reach me|us <when> <when>? <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? <can>? <can>? <can>? call|ring|phone|try|calling|ringing back|again|later|tomorrow <when>? <when>? <when>? <when>? <when>? <when>? <when>?
      <can>? <can>? <can>? give me|us a|another call|ring|bell|buzz|shout|callback|call_back <when> <when>? <when>? <when>? <when>? <when>? <when>?
      i|we? would|could|can|want|need|prefer|appreciate|may? like|prefer|appreciate|love|have|get|rather|to? to? have|get|request|receive? a|to_be call_back|callback|called_back|return_call|rung_back|phoned_back <when>? <when>? <when>? <when>? <when>?
      <can>? <can>? <can>? return my|the call <when>? <when>?
      i|we? am|are|is|it driving|in|at|busy|working|not|on|just|now|right_now|really|a|the|bad|in_the_middle_of ..3 call|ring|phone me? back|later|again|tomorrow|in|at|after <when>? <when>? <when>? <when>?
      can|could|would|will you? call|ring|phone me? back|later|again <when>? <when>? <when>?
      this|it|now is not|a|really|not_really? a? good|bad|great|the_best? time? now|right_now|for_me? call|ring|phone me? back|later|again|tomorrow ..2
      do not call me now|right_now|today call me <when> <when>? <when>? <when>?
    `,
    person: `
      ! transfer|connect|put|switch me|us ..1 to|with|through ..1 the|your|a ..2 people|department|desk|team|office|reception|nurse|doctor|manager ..2
      i|we? want|need|would_like the|a|your nurse|doctor|receptionist|secretary|manager|boss|person|human|operator not a|this|some machine|robot|computer|recording
      ! rather|prefer|want|like|need to? deal|speak|talk|chat|speaking|talking|dealing with|to <a>? <real> <someone> ..5
      ! put|get|connect|pass|hand|give me|us ..1 to|with|on_to? <a>? <real>? <someone> please? $
      ! speak|talk to|with <a>? <real>? <someone> at|in|on|from the|your desk|reception|office|counter|clinic|practice|surgery|phone
      customer service|services|support|care
      can|could a|an|some? person|human|someone|real_person call|ring|phone ..1 me ..2 instead
      i|we|can|could|may|is|would|let|please|rather|just|only? i|me|we|would|want|need|like|prefer|rather|can|could|only|have|wish|am|trying|will|demand? to|like|rather|prefer|just|really? to? speak|talk|chat|be|get|have|deal|discuss|communicate|speaking|talking to|with|put|through|connected|transferred|this|it|a|an|hold? through? to|with|of? <a>? <real>? <someone> ..2 there|instead|else|please|from|in|at|of|on|about|real? ..2
      put|connect|transfer|pass|hand|switch|patch|get|give|send|route me|us|my_call|this_call? on|over|through|across|to|back? to|with? <a>? <real>? <someone> ..2
      put me through ..3
      <a>? <real> <someone> please|instead|now?
      operator|agent|representative|receptionist|human|reception
      is there <a>? <real>? <someone> ..1 i|who|that|here|there can|could|to|i_can? speak|talk|help ..2
      are there any? <real>? <someone> ..3 talk|speak to|with?
      i|we? do|will|am not|never|want|talking|like|talk|going? to? want|like|talk|talking|speak? to? talk|speak|talking|speaking|deal? to|with|a|an? a|an|this? robot|robots|machine|machines|computer|computers|bot|bots|recording|ai give|get|put|connect|i? ..2 <a>? <real>? <someone>
      i|we? do|will not|never want|like|talk|speak? to? talk|speak|talking|speaking? to|with a|an|this? robot|robots|machine|machines|computer|computers|bot|bots|recording|ai
      get|let me speak|talk? to|with? <a> <real>? <someone>
    `,
    not_interested: `
      not interested in ..3 you ..3
      i|we do_not need|want any|it|that|this|anything|one|them $
      i|we am|are all set|good|sorted
      i|we am|are not buying|going_to_buy|looking_to_buy ..2
      i|we do_not want|need|wish to buy|sign ..1
      that|it|this does_not|do_not interest me|us ..2
      it|that is of? no|not_of interest ..2
      not|no|not_really|really_not|no_thanks_not interested|interest in_that|in_it|at_all?
      i|we am|are|have|really|just? not|no|really_not|just_not interested|interest in_that|in_it|at_all?
    `,
    voicemail: `
      i|we can|could not|can_not come|get|take to|your the|call? phone ..2
      the|your person|subscriber|party|customer ..3 calling|called|dialled|dialed ..1 is|can ..1 not ..2
      we|i are|am not available|here|in ..3 leave ..3
      call has_been forwarded|transferred|diverted to ..5 voice|voicemail|messaging ..2
      tone|beep ..1 record|leave your message
      leave|record a|your|you? message|name ..6 tone|beep|signal
      you have reached the|my? voicemail|mailbox|answering ..4
    `,
    repeat: `
      i missed|did_not_get that|it|some|what ..3
      run|take|go that|it|through_that ..1 past|by|over|again me? again|once_more|one_more_time? ..2
      you what love|mate|sorry|dear?
      ! sorry|pardon|what was that|it again?  $
      ! line went|cut|is|keeps|broke ..5 what was|did|can|could|say ..4
      what was|is the|your question ..1
      i|we|sorry? did|could|can|do|am|just? not|hardly|barely|never? quite|really|fully|hear|even? catch|get|hear|understand|follow|make_out|hearing|heard|caught|understood that|you|it|a_word|what|the|out|your|properly|very|all|any|last? out|well|question|you|that|bit|said|properly|part|of|word|last|clearly|there|you_said|what_you_said|thing? you_said|well|question|of_that|part|bit|properly? can|could|you|please|say|repeat? you|say|repeat? repeat|say? that|it|again? again?
      can|could|would|will|do|please|kindly? you? mind|please|kindly|just? repeat|repeating|rephrase|say|saying|tell|run the|that|it|your|what|me|this|by|again|past? me|question|again|last|you|once|bit|one|more|time|said|just|part|that|it|slowly|slower|more_slowly? again|more|said|question|time|bit|part|slowly|once_more|for_me? time|please|for_me?
      repeat kindly|please|it|that|the|your? question|again|please?
      what|sorry|come|pardon|excuse|huh|eh was|did|do|again|me|is? that|you|it|me|your? say|said|again|mean|asking|question? again?
      say|one|once|come that|it|more|what? again|time|once_more
      i|sorry? beg your|you pardon
      what|sorry|pardon|huh|eh|come_again|once_more
      one more time
      speak|talk|louder|slower|slow|can|could ..2 up|louder|slower|slowly|down|clearly
      you|the_line|line|it|i are|is|keep|were breaking|broke|cutting|cut|very_bad|terrible|losing up|out|off|you?
    `,
    hold_on: `
      give|gimme us|me a|one|two|half_a|just_a ..1 <pause> will|would|could|please|can? you? ..2
      wait wait|wait_wait|hold_on|a_minute|a_sec|a_second
      bear with me|us while|whilst|til|till|until|a|one|just|for ..7
      hang|hold on|up|fire while|whilst|til|till|until|the|let|there|my|someone|somebody ..6
      one|two|half|just_a|give_me_a <pause> i|my|someone|somebody|someones|somebodys|the|while|let|need|got|there ..7
      let me just? get|grab|find|fetch|turn|put|close|shut|open|write my|a|the|down|this|that|it|off|some ..4
      give me a|one|two|just|another ..1 <pause>
      can|could|would you hold|wait ..2
      just|please|can|could|would|you|hold|hang|wait|bear|give|one|half? you|on|just|please|bear|a|me|hold|hang|wait|with? on|me|a|one|for|with|there|just|hold|wait? a|one|just|me|two|half_a|another|for|a_few|few? a|one|half|two? <pause> please|there|now|while ..2
      hold|hang on|the_line|tight|fire|up|there? please|there|now|there_please|just?
      wait|bear|stay a|with|on|there|one|just|up|here me|<pause>|line|the_line|on_the_line|a?
      one|just|half|two|a|wait a? <pause>
      do not hang|ring|go up|off|away|anywhere
      i|let|need will|am|shall|me|have be|just|going|get|grab|find|check|fetch|to|look|see|coming? be? right|just|straight|a|my|the|get|for|back|find|grab? back|pen|diary|calendar|glasses|a_pen|my_glasses|my_diary|my_calendar|paper
      be right|straight back
      hold on|the_line
    `,
  },
  optIn: `
    you|please? can|may|could|are_welcome_to|feel_free_to|please? <write>|<call>|contact|send me|us messages|texts|sms|reminders? again|once_more
    start|resume|continue|restart|begin|turn <writing>|sending|messaging|on? me|us|the|your|my? messages|texts|reminders|notifications|updates? again|back_on?
    resubscribe|re_subscribe|subscribe|sign|opt|add|put|include|reactivate|resume me|us|my? back|again|subscription|number|up|in? up|in|on|onto|to|again? the|your|again? list|messages|texts|reminders|again?
    i|we? want|would|like|wish|am|changed|happy|do|need like|to|want|happy|wish|my_mind_and? to|love? receive|get|be|resubscribe|sign_up|start|continue|have|opt_in|subscribe|rejoin your|my|the|receiving|getting|these|those|messaged|texted? messages|texts|reminders|sms|updates|again|list|notifications? again|once_more|after_all
    i|we? want|would|wish|am|like|to? like|to|happy? to? resubscribe|sign_up_again|opt_in|opt_back_in|subscribe_again|re_subscribe
    i|we? want|would|would_like|wish ..1 the|your|my|to? messages|texts|reminders|sms back|again
  `,
  optOut,
});
