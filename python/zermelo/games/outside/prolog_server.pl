% The other end of the pipe: SWI-Prolog loads a user's file and answers questions about its game.
%
% A question is one Prolog term on standard input, such as facts('pos(x,3)'). An answer is one line on standard output: `ok` or `wrong`, then
% fields that are separated by the character 31. Positions travel as text that reads back as the same term, so that equal positions
% have equal texts. The user's program gets an empty standard input, and what it prints goes to standard error: it cannot
% disturb the conversation.
%
% A game is what lecture notes have: moves(Pos, List) with the positions that follow, failing where the game is over, staticval(Pos, Value) from
% MAX's side, max_to_move(Pos) and min_to_move(Pos). Other notes write move(Pos, Next), utility(Pos, Value) and
% isMinPlayer(Pos); these are used where the first are missing.

:- module(zermelo_server, [zermelo_serve/0]).
:- use_module(library(time)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(prolog_wrap)).

:- dynamic user:message_hook/3.
:- multifile user:message_hook/3.
:- dynamic complaint/1, loading/0.
:- meta_predicate ask(+, 0), counted(0, -), deeper(0).

% A program that calls halt is told so. A real halt may also wait for ever for the thread of a time limit.

:- redefine_system_predicate(user:halt).
:- redefine_system_predicate(user:halt(_)).
user:halt :- throw(error(zermelo_halt, _)).
user:halt(_) :- throw(error(zermelo_halt, _)).

:- multifile prolog:error_message//1.
prolog:error_message(zermelo_halt) --> ['the program calls halt, which would end Prolog'].

zermelo_serve :-
    catch(set_prolog_flag(on_error, print), _, true),
    set_prolog_flag(verbose, silent),
    stream_property(In, file_no(0)),
    stream_property(Out, file_no(1)),
    stream_property(Err, file_no(2)),
    maplist([S]>>set_stream(S, encoding(utf8)), [In, Out, Err]),
    open('/dev/null', read, Nothing),
    set_prolog_IO(Nothing, Err, Err),
    repeat,
    read_term(In, Question, []),
    (   Question == end_of_file
    ->  system:halt
    ;   catch(once(answer(Question, Fields)), Problem, true),
        (   nonvar(Problem)
        ->  explain(Problem, Told), reply(Out, [wrong|Told])
        ;   reply(Out, [ok|Fields])
        ),
        fail
    ).

reply(Out, Fields) :-
    maplist(one_line, Fields, Clean),
    atomic_list_concat(Clean, '\x1F\', Line),
    write(Out, Line), put_char(Out, '\n'),
    flush_output(Out).

one_line(Field, Clean) :-
    format(string(Text), '~w', [Field]),
    split_string(Text, "\n\r\x1F\", " \t", Parts),
    exclude(==(""), Parts, Kept),
    atomic_list_concat(Kept, ' ', Clean).

% Questions

answer(load(Path, Source), []) :-
    retractall(complaint(_)),
    setup_call_cleanup(
        ( open_string(Source, Stream), assertz(loading) ),
        load_files(user:Path, [stream(Stream), silent(true)]),
        ( retractall(loading), close(Stream) )),
    (   complaint(Text) -> throw(told(load, Text)) ; true ).
answer(interface, Fields) :-
    findall(Name/Arity, ( known(Name, Arity), defined(Name, Arity) ), Found),
    maplist([PI, Text]>>format(string(Text), '~w', [PI]), Found, Fields).
answer(start(Seconds), [Text]) :-
    member(Name, [start, initial]),
    defined(Name, 1), !,
    Goal =.. [Name, Pos],
    (   ask(Seconds, user:Goal)
    ->  written(Pos, Goal, Text)
    ;   throw(told(goal, Goal, fails, 'it must name the position in which the game begins'))
    ).
answer(bounds(Seconds), [LowText, HighText]) :-
    Goal = bounds(Low, High),
    (   ask(Seconds, user:Goal)
    ->  number_text(Goal, Low, LowText), number_text(Goal, High, HighText)
    ;   throw(told(goal, Goal, fails, 'it must give the least and the greatest value'))
    ).
answer(facts(Given, Seconds), [Text, Turn|Rest]) :-
    position(Given, Pos),
    written(Pos, Pos, Text),
    turn(Pos, Seconds, Turn),
    (   successors(Pos, Seconds, Goal, List), List \== []
    ->  maplist([Next, T]>>written(Next, Goal, T), List, Texts),
        Rest = [moves|Texts]
    ;   value(Pos, Seconds, Value)
    ->  Rest = [leaf, Value]
    ;   value_goal(Pos, _, Goal),
        throw(told(goal, Goal, fails, 'where the game is over it must give the value for MAX'))
    ).
answer(value(Given, Seconds), Fields) :-
    position(Given, Pos),
    (   value(Pos, Seconds, Value) -> Fields = [Value] ; Fields = [] ).
answer(names(Given, Seconds), Names) :-
    position(Given, Pos),
    successors(Pos, Seconds, _, List),
    maplist(move_name(Pos, Seconds), List, Names).
answer(search(Program, Given, Alpha, Beta, Depth, Seconds), [Value, Best, Nodes, Leaves, Time]) :-
    position(Given, Pos),
    search_goal(Program, Pos, Alpha, Beta, Depth, Goal, Succ, Val),
    (   counted(call_with_time_limit(Seconds, once(user:Goal)), Nodes-Leaves-Time)
    ->  number_text(Goal, Val, Value),
        (   var(Succ) -> Best = '' ; written(Succ, Goal, Best) )
    ;   throw(told(goal, Goal, fails, 'a search that fails has met a position that the game does not describe'))
    ).

% The game

known(moves, 2). known(move, 2).
known(staticval, 2). known(utility, 2).
known(max_to_move, 1). known(min_to_move, 1). known(isMinPlayer, 1).
known(bounds, 2). known(start, 1). known(initial, 1). known(move_name, 3).
known(minimax, 3). known(alphabeta, 5). known(alphabeta, 6).

defined(Name, Arity) :-
    functor(Head, Name, Arity),
    predicate_property(user:Head, defined),
    \+ predicate_property(user:Head, built_in), !.

turn(Pos, Seconds, Turn) :-
    holds(max_to_move, Pos, Seconds, Max),
    holds(min_to_move, Pos, Seconds, Min),
    turn_of(Max, Min, Pos, Seconds, Turn).

turn_of(yes, yes, Pos, _, _) :- !,
    throw(told(goal, max_to_move(Pos), 'and min_to_move both hold', 'only one of them may')).
turn_of(yes, _, _, _, 0) :- !.
turn_of(_, yes, _, _, 1) :- !.
turn_of(no, unknown, _, _, 1) :- !.
turn_of(unknown, no, _, _, 0) :- !.
turn_of(no, no, _, _, none) :- !.
turn_of(unknown, unknown, Pos, Seconds, Turn) :-
    holds(isMinPlayer, Pos, Seconds, Min),
    ( Min == yes -> Turn = 1 ; Turn = 0 ).

holds(Name, Pos, Seconds, Answer) :-
    (   defined(Name, 1)
    ->  Goal =.. [Name, Pos],
        ( ask(Seconds, user:Goal) -> Answer = yes ; Answer = no )
    ;   Answer = unknown
    ).

successors(Pos, Seconds, Goal, List) :-
    defined(moves, 2), !,
    Goal = moves(Pos, List),
    ask(Seconds, user:Goal),
    (   is_list(List) -> true
    ;   throw(told(goal, Goal, 'does not answer with a list of positions', 'it must list the positions that follow'))
    ).
successors(Pos, Seconds, Goal, List) :-
    Goal = move(Pos, Next),
    ask(Seconds, user:bagof(Next, Goal, List)).

value_goal(Pos, Val, staticval(Pos, Val)) :- defined(staticval, 2), !.
value_goal(Pos, Val, utility(Pos, Val)).

value(Pos, Seconds, Text) :-
    value_goal(Pos, Val, Goal),
    ask(Seconds, user:Goal),
    number_text(Goal, Val, Text).

number_text(_, Val, Text) :-
    rational(Val, N, D), !,
    format(string(Text), '~d/~d', [N, D]).
number_text(_, Val, Text) :-
    float(Val), !,
    format(string(Text), '~w', [Val]).
number_text(Goal, Val, _) :-
    ( var(Val) -> What = 'leaves its value unbound' ; shortly(Val, T), format(atom(What), 'answers ~w', [T]) ),
    throw(told(goal, Goal, What, 'a value must be a number')).

move_name(Pos, Seconds, Next, Text) :-
    defined(move_name, 3),
    ask(Seconds, user:move_name(Pos, Next, Name)), !,
    format(string(Text), '~w', [Name]).
move_name(_, _, _, '').

ask(Seconds, Module:Goal) :-
    catch(call_with_time_limit(Seconds, once(Module:Goal)), Problem, true),
    (   var(Problem) -> true
    ;   Problem = told(_, _, _, _) -> throw(Problem)
    ;   ( Goal = bagof(_, Inner, _) -> true ; Inner = Goal ),
        throw(failed(Inner, Problem))
    ).

% Texts

position(Given, Pos) :-
    string_concat(Given, "\n.", Ended),
    setup_call_cleanup(open_string(Ended, Stream),
        ( catch(read_term(Stream, Pos, [module(user)]), E1, throw(failed_text(Given, E1))),
          catch(read_term(Stream, Rest, [module(user)]), E2, throw(failed_text(Given, E2))) ),
        close(Stream)),
    (   Rest \== end_of_file -> throw(told(text, 'it has more than one term'))
    ;   ground(Pos) -> true
    ;   throw(told(text, 'it has a variable; write small letters, or put names with capital letters into single quotes'))
    ).

written(Term, Goal, _) :-
    \+ ground(Term), !,
    throw(told(goal, Goal, 'has a variable in a position that it answers', 'positions must be ground')).
written(Term, Goal, _) :-
    cyclic_term(Term), !,
    throw(told(goal, Goal, 'answers a term that contains itself', 'positions must be finite')).
written(Term, Goal, Text) :-
    format(string(Text), '~W', [Term, [quoted(true), character_escapes(true), numbervars(false), portray(false), module(user)]]),
    (   sub_string(Text, _, _, _, ">(0x")
    ->  throw(told(goal, Goal, 'answers a position with something that has no text, such as a stream', 'use terms that can be written'))
    ;   true
    ).

shortly(Term, Text) :-
    copy_term_nat(Term, Copy), term_variables(Copy, Variables), maplist(=('$VAR'('_')), Variables),
    format(string(Whole), '~W', [Copy, [quoted(true), max_depth(30), numbervars(true), portray(false), module(user)]]),
    (   string_length(Whole, Length), Length > 80
    ->  sub_string(Whole, 0, 77, _, Begin), string_concat(Begin, "...", Text)
    ;   Text = Whole
    ).

explain(told(goal, Goal, What, Hint), [goal, Text, What, Hint]) :- !, shortly(Goal, Text).
explain(failed(Goal, Problem), [goal, Text, What, '']) :- !,
    shortly(Goal, Text),
    reason(Problem, What).
explain(failed_text(_, Problem), [text, What]) :- !, reason(Problem, What).
explain(told(Kind, Text), [Kind, Text]) :- !.
explain(time_limit_exceeded, [time]) :- !.
explain(Problem, [search, What]) :- reason(Problem, What).

reason(time_limit_exceeded, 'did not answer in time; does it loop for ever?') :- !.
reason(error(existence_error(procedure, PI), _), Text) :- !,
    format(string(Text), 'calls ~q, which is not defined', [PI]).
reason(error(resource_error(What), _), Text) :- !,
    format(string(Text), 'needs more memory (~w) than it may have; does it recurse for ever?', [What]).
reason(error(syntax_error(What), _), Text) :- !,
    translated(error(syntax_error(What), _), Message),
    format(string(Text), '~w', [Message]).
reason(error(Formal, _), Text) :- !,
    translated(error(Formal, _), Message),
    format(string(Text), 'raises an error: ~w', [Message]).
reason(Ball, Text) :-
    shortly(Ball, Short),
    format(string(Text), 'raises ~w', [Short]).

translated(Message, Text) :-
    catch('$messages':translate_message(Message, Lines, []), _, fail), !,
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)).
translated(Message, Text) :- shortly(Message, Text).

% What goes wrong while a file is loaded: the first error is told, with its line.

user:message_hook(Message, error, Lines) :-
    zermelo_server:loading,
    \+ zermelo_server:complaint(_),
    zermelo_server:complain(Message, Lines).

complain(Message, Lines) :-
    (   message_line(Message, Line), integer(Line)
    ->  format(string(Where), 'line ~w: ', [Line])
    ;   source_location(_, Line)
    ->  format(string(Where), 'line ~w: ', [Line])
    ;   Where = ""
    ),
    (   Message = error(Formal, _), Formal = syntax_error(_)
    ->  translated(error(Formal, _), Text)
    ;   with_output_to(string(Text), print_message_lines(current_output, '', Lines))
    ),
    string_concat(Where, Text, Told),
    assertz(complaint(Told)).

message_line(error(_, file(_, Line, _, _)), Line).
message_line(error(_, stream(_, Line, _, _)), Line).
message_line(init_goal(_, _, _:Line), Line).

% Searches written in Prolog are counted from outside: each call of the search is a node, each call for a value a leaf. The depth limit
% makes `moves` fail so many plies below the root; the programs themselves stay as they are.

search_goal(minimax, Pos, _, _, Depth, minimax(Pos, Succ, Val), Succ, Val) :- limit_depth(Depth).
search_goal(alphabeta, Pos, Alpha, Beta, Depth, alphabeta(Pos, Alpha, Beta, Succ, Val), Succ, Val) :-
    defined(alphabeta, 5), !, limit_depth(Depth).
search_goal(alphabeta, Pos, Alpha, Beta, Depth, alphabeta(Pos, Alpha, Beta, Succ, Val, Depth), Succ, Val) :- limit_depth(-1).

limit_depth(Depth) :- nb_setval(zermelo_most, Depth).

counted(Goal, Nodes-Leaves-Time) :-
    nb_setval(zermelo_nodes, 0), nb_setval(zermelo_leaves, 0), b_setval(zermelo_depth, -1),
    get_time(Begun),
    setup_call_cleanup(wrap, Goal, unwrap),
    get_time(Ended),
    Time is Ended - Begun,
    nb_getval(zermelo_nodes, Nodes), nb_getval(zermelo_leaves, Leaves).

wrap :-
    forall(( member(Head, [minimax(_, _, _), alphabeta(_, _, _, _, _), alphabeta(_, _, _, _, _, _)]), there(Head) ),
           wrap_predicate(user:Head, zermelo, Inner, zermelo_server:deeper(Inner))),
    forall(( member(Head, [staticval(_, _), utility(_, _)]), there(Head) ),
           wrap_predicate(user:Head, zermelo, Inner, ( zermelo_server:one_more(zermelo_leaves), Inner ))),
    forall(( member(Head, [moves(_, _), move(_, _)]), there(Head) ),
           wrap_predicate(user:Head, zermelo, Inner, ( zermelo_server:within_depth, Inner ))).

unwrap :-
    forall(( known(Name, Arity), functor(Head, Name, Arity), there(Head) ),
           ignore(catch(unwrap_predicate(user:Name/Arity, zermelo), _, true))).

there(Head) :- functor(Head, Name, Arity), defined(Name, Arity).

one_more(Counter) :- nb_getval(Counter, Count), Next is Count + 1, nb_setval(Counter, Next).

deeper(Inner) :-
    one_more(zermelo_nodes),
    b_getval(zermelo_depth, Depth), Below is Depth + 1,
    b_setval(zermelo_depth, Below),
    call(Inner),
    b_setval(zermelo_depth, Depth).

within_depth :-
    nb_getval(zermelo_most, Most),
    (   Most < 0 -> true
    ;   b_getval(zermelo_depth, Depth), Depth < Most
    ).
