"""Questions about small game trees, for students: what is this node worth, what are alpha and beta, what is cut off, which move is best?

>>> from zermelo.practice import Given, question
>>> asked = question("minimax", level=2, seed=7, number=1)
>>> asked.text
'What is the value of the marked node? MIN is to move there.'
>>> str(asked.game.start())
'at root: [[3, 11, 9], [20, 8, 15], [7, 23, 22]]'
>>> verdict = asked.check(Given(("23",)))
>>> verdict.right, verdict.told
(False, 'Not right: the value is 7, not 23.')
>>> verdict.reasons[1]
'MIN tries 2. 23 is not better for MIN, who already has 7.'

The same kind, level, seed and number always give the same question, so that a teacher can repeat what a student has done.

    generation      trees for a level, without ties, so that each question has one right answer
    solution        what a search did in such a tree, recorded by `animation`; every right answer and every reason comes from there
    answers         the forms of answers, how a given one is compared, and how both are told
    questions       the kinds of questions, and the question of a seed
    score           what was answered, as a text to hand in

Nothing here knows how questions are shown; the studio has a page for that.
"""

from zermelo.practice.answers import Given, PracticeError, Verdict
from zermelo.practice.questions import KINDS, LEVELS, Question, question
from zermelo.practice.score import PracticeScore

__all__ = ["KINDS", "LEVELS", "Given", "PracticeError", "PracticeScore", "Question", "Verdict", "question"]
