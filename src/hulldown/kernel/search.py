"""Tree search for any ruleset: open-loop UCT whose leaves the ruleset's estimate judges.

A node is a sequence of orders, not a position: on every descent the dice are thrown afresh, so
its mean is taken over whatever the dice make of that sequence, and orders that a descent does
not allow are passed over. The dice of a search are its own and never those of the game.
When a descent reaches a node that was visited as often as the search is patient, all orders below it
are added, each with the mean worth of a few throws as if visited once. The leaf is worth the result, if the
game ended, or the ruleset's estimate, of itself or of what the best order added makes of it.
Which order is followed is decided as in PUCT (Rosin 2011, "Multi-armed bandits with episode context"; the
form is that of Silver et al. 2017, "Mastering the game of Go without human knowledge"): each has a share
of the attention by how good it looked one step ahead. What decides is scaled by how much the leaves differ,
so that it suits any ruleset's scale.
No game is played on from a leaf: where that was tried, with any kind of guidance, it cost several times
what it gave (docs/results.md).
Where several seats owe a decision, they decide in the dark: the asking seat goes first, and as long
as the veil makes its order owed again for the seat that follows, that seat's orders are counted below
the orders before anybody decided, so its reply cannot follow an order that it does not know. What both
came to goes on below the one order, under the other. There seats choose by regret matching, each order as
often as the search wishes it had given it, and their mean mixture is what comes near an equilibrium
(Lanctot, Lisy and Winands 2014, "Monte Carlo tree search in simultaneous move games with applications to
Goofspiel"). Where a seat gives several orders in a row before it learns of the other's, too few meet to be
regretted; each seat then chooses as in the open, by what its own orders came to (decoupled UCT, the same).
Every number here is a share of 0 to 1 for the seat that gave the order.
"""

from __future__ import annotations

import math
from typing import Annotated

from hulldown.kernel.actions import Action, Actions, Log, keep, same
from hulldown.kernel.batch import Apply, Legal, Mask, ToAct, first_seat
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, Real, record
from hulldown.kernel.walk import Estimate, Worth, worth

PATH = 256  # orders below the root that a descent may follow
LEAST = 0.02  # of the spread, while all leaves are alike
TRUST = 3.0  # visits that the one-step worth of a first order counts for
THROWS = 4  # by which an order that throws dice is looked at
CURIOUS = 4.0  # how much attention counts against what is known
AGAIN = 0.02  # attention that every order is given beside its share
KNOWN = 2.0  # resting is known well enough where it was visited so many times less often
GRAIN = 1 << 20  # how finely chance is cut
TRIES = 0.1  # of the orders given in the dark, those drawn to try all of them
DARK = 64  # pairs of decisions in the dark that a descent learns from
ONLY = 0.001  # visits an order counts for that was the only one


@record
class Node:
    """One order in the tree, after the orders above it."""

    total: Real  # worth for the seat that gives the order, summed over visits
    visits: Real  # a prior counts as a few visits
    likely: Real  # its share of the attention among those beside it
    regret: Real  # of an order given in the dark: by how much it would have been better, summed up
    mixed: Real  # and how often regret matching would have it, summed up
    parent: int
    child: int  # first of its followers, 0 for none
    last: int  # last of its followers
    sibling: int  # next order after the same orders, 0 for none
    action: Action


@record
class Search:
    """What one search needs beside its tree and its states."""

    seat: int  # who asks
    rest: int  # verb of the order that does nothing more, -1 for none
    used: int  # nodes in the tree
    iterations: Long
    patience: Real  # visits of an order before those that follow it are looked at
    cut: Real  # of the largest share of a mixture: smaller ones are not drawn
    meant: Real  # so much an order must gain to be given instead of resting
    idle: Real  # the same at first sight, for who looks no further
    keen: Real  # so much better an order must look to be given e times the attention
    promised: Real  # what the best order added to a leaf makes of it, for the asking seat; -1 while none was
    leaves: Real  # how many, their sum and the sum of their squares
    total: Real
    squares: Real
    spread: Real  # standard deviation of what leaves are worth
    own: int  # below which node a seat in the dark counts its orders, -1 while nobody is
    answered: int  # whether such a seat has decided since the last time that several owed a decision
    pairs: int  # decisions in the dark on this descent
    before: Annotated[list[int], DARK]  # the order of who decided first, 0 for what no other stands beside
    unknown: Annotated[list[int], DARK]  # the order given without knowing it
    depth: int
    path: Annotated[list[int], PATH + 1]  # an order in the dark is two nodes
    dice: Dice
    choice: Dice
    log: Log
    orders: Actions


@generic
def next_seat(to_act: ToAct[S], s: S, seat: int) -> int:
    """The seat whose decision comes next: `seat` if it owes one; -1 when the game is over."""
    seats = to_act(s)
    if seats == 0:
        return -1
    return seat if (seats >> seat) & 1 == 1 else first_seat(seats)


@generic
def in_the_dark(to_act: ToAct[S], mask: Mask[S], scratch: list[S], h: Search, seat: int, at: int) -> bool:
    """Whether a seat decides without knowing what the other did since both owed a decision, at node `at`."""
    seats = to_act(scratch[0])
    if seats & (seats - 1) != 0:
        if h.own < 0 or h.answered == 1:
            h.own, h.answered = at, 0
        return False
    if h.own < 0:
        return False
    assign(scratch, 1, scratch, 0)
    mask(scratch[1], seat)
    if to_act(scratch[1]) == seats:
        h.own = -1
        return False
    h.answered = 1
    return True


@rule
def child_of(tree: list[Node], at: int, a: Action, k: int) -> int:
    """The node of an order below another, 0 if there is none; tried first where the k-th was added."""
    c = tree[at].child
    if c == 0:
        return 0
    if c + k < len(tree) and tree[c + k].parent == at and same(tree[c + k].action, a):
        return c + k
    while c > 0 and not same(tree[c].action, a):
        c = tree[c].sibling
    return c


@rule
def add(tree: list[Node], h: Search, at: int, a: Action, visits: float, value: float) -> int:
    """A new node below another, with a prior; 0 when the tree is full."""
    if h.used >= len(tree):
        return 0
    c = h.used
    h.used += 1
    node = tree[c]
    keep(node.action, a)
    node.visits, node.total = visits, visits * value
    node.likely, node.regret, node.mixed = 0.0, 0.0, 0.0
    node.parent, node.child, node.last, node.sibling = at, 0, 0, 0
    if tree[at].child == 0:
        tree[at].child = c
    else:
        tree[tree[at].last].sibling = c
    tree[at].last = c
    return c


@rule
def attend(tree: list[Node], at: int, keen: float) -> None:
    """Share the attention out among the orders below a node, by their means as they are now."""
    best, total = 0.0, 0.0
    c = tree[at].child
    while c > 0:
        best = max(best, tree[c].total / tree[c].visits)
        c = tree[c].sibling
    c = tree[at].child
    while c > 0:
        tree[c].likely = math.exp((tree[c].total / tree[c].visits - best) / keen)
        total += tree[c].likely
        c = tree[c].sibling
    c = tree[at].child
    while c > 0:
        tree[c].likely /= total
        c = tree[c].sibling


@generic
def glance(apply: Apply[S], estimate: Estimate[S], scratch: list[S], h: Search, a: Action) -> float:
    """The worth of an order in scratch[0] to the asking seat: the mean of some throws, if dice fall."""
    total, done, more = 0.0, 0, True
    while more and done < THROWS:
        thrown = h.dice.count
        assign(scratch, 1, scratch, 0)
        apply(scratch[1], a, h.dice, h.log)
        total += worth(estimate, scratch[1], h.seat)
        done += 1
        more = h.dice.count != thrown
    return total / done


@generic
def foresee(
    apply: Apply[S],
    estimate: Estimate[S],
    scratch: list[S],
    tree: list[Node],
    h: Search,
    at: int,
    n: int,
) -> None:
    """Add the orders that are missing below a node, each with its worth at a glance; one alone with none."""
    if n == 1:
        if child_of(tree, at, h.orders.rows[0], 0) == 0:
            add(tree, h, at, h.orders.rows[0], ONLY, 0.5)
        return
    before = h.used
    for k in range(n):
        a = h.orders.rows[k]
        if child_of(tree, at, a, k) == 0:
            value = glance(apply, estimate, scratch, h, a)
            if h.promised < 0.0 or (value > h.promised) == (a.seat == h.seat):
                h.promised = value
            if add(tree, h, at, a, 1.0, value if a.seat == h.seat else 1.0 - value) == 0:
                break
    if h.used > before:
        attend(tree, at, h.keen)


@rule
def choose(tree: list[Node], h: Search, at: int, n: int) -> int:
    """The best row of `h.orders` by PUCT; the first if the tree holds none of them."""
    visits, row = 1.0, 0
    for k in range(n):
        c = child_of(tree, at, h.orders.rows[k], k)
        visits += tree[c].visits if c > 0 else 0.0
    best, curious = -1.0, CURIOUS * h.spread * math.sqrt(visits)
    for k in range(n):
        c = child_of(tree, at, h.orders.rows[k], k)
        if c > 0:
            node = tree[c]
            score = node.total / node.visits + curious * (AGAIN + node.likely) / (1.0 + node.visits)
            if score > best:
                best, row = score, k
    return row


@rule
def unseen_node(tree: list[Node], h: Search, at: int, counted: int) -> int:
    """The node below `at` of an order given in the dark and counted elsewhere; 0 when the tree is full.

    What comes after both orders goes on from here.
    """
    node = tree[counted]
    c = child_of(tree, at, node.action, 0)
    if c == 0:
        c = add(tree, h, at, node.action, 1.0, node.total / node.visits)
    if c > 0:
        h.path[h.depth] = counted
        h.depth += 1
        h.own = counted
    return c


@rule
def regret_share(node: Node, total: float, n: int) -> float:
    """How likely regret matching gives one of n orders whose regrets above nothing make this total."""
    return max(0.0, node.regret) / total if total > 0.0 else 1.0 / n


@rule
def regret_total(tree: list[Node], h: Search, at: int, n: int) -> float:
    """The regrets above nothing of the orders of `h.orders` below a node, added up."""
    total = 0.0
    for k in range(n):
        c = child_of(tree, at, h.orders.rows[k], k)
        total += max(0.0, tree[c].regret) if c > 0 else 0.0
    return total


@rule
def sample_by_regret(tree: list[Node], h: Search, at: int, n: int) -> int:
    """A row of `h.orders` drawn by regret matching, now and then any; the mixture is noted."""
    total, left, row = regret_total(tree, h, at, n), (roll(h.choice, GRAIN) - 0.5) / GRAIN, -1
    for k in range(n):
        c = child_of(tree, at, h.orders.rows[k], k)
        if c > 0:
            likely = regret_share(tree[c], total, n)
            tree[c].mixed += likely * h.iterations  # what it came to late counts for more
            left -= likely
            if left < 0.0 and row < 0:
                row = k
    if row < 0 or roll(h.choice, GRAIN) < TRIES * GRAIN:
        return roll(h.choice, n) - 1
    return row


@rule
def joint_value(tree: list[Node], a: int, b: int, first: bool) -> float:
    """What an order was worth to its seat beside the other seat's: where both met, else whatever met it.

    `first`: order a was given before b and is asked about, else b.
    """
    c = child_of(tree, a, tree[b].action, 0)
    if c > 0:
        mean = tree[c].total / tree[c].visits
        return 1.0 - mean if first else mean
    own = tree[a] if first else tree[b]
    return own.total / own.visits


@rule
def learn(tree: list[Node], a: int, b: int, value: float, first: bool) -> None:
    """Add to the regrets of all orders that a seat had beside the one it gave, which was worth `value`."""
    given = a if first else b
    c = tree[tree[given].parent].child
    while c > 0:
        node = tree[c]
        if c != given and node.action.seat == tree[given].action.seat:
            beside = joint_value(tree, c, b, True) if first else joint_value(tree, a, c, False)
            node.regret = max(0.0, node.regret + beside - value)
        c = node.sibling


@rule
def update_regrets(tree: list[Node], h: Search, value: float) -> None:
    """Learn from every decision in the dark of a descent that came to `value` for the asking seat."""
    for i in range(h.pairs):
        a, b = h.before[i], h.unknown[i]
        worth_a = value if tree[a].action.seat == h.seat else 1.0 - value
        learn(tree, a, b, worth_a, True)
        learn(tree, a, b, 1.0 - worth_a, False)


@rule
def record_pair(tree: list[Node], h: Search, at: int, above: int, counted: int) -> None:
    """Remember two orders given in the dark, `counted` beside the one of node `at`, to learn from."""
    if tree[at].parent == above and at > 0 and h.pairs < DARK:
        h.before[h.pairs], h.unknown[h.pairs] = at, counted
        h.pairs += 1


@generic
def descend(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    estimate: Estimate[S],
    mask: Mask[S],
    scratch: list[S],
    tree: list[Node],
    h: Search,
) -> None:
    """Follow the tree from scratch[0] to a node never followed before, or to the end of the game."""
    at = 0
    h.depth, h.pairs, h.own, h.answered, h.promised = 0, 0, -1, 0, -1.0
    while h.depth < PATH:
        seat = next_seat(to_act, scratch[0], h.seat)
        if seat < 0:
            return
        dark = in_the_dark(to_act, mask, scratch, h, seat, at)
        above = h.own if dark else at
        n = legal(scratch[0], seat, h.orders)
        leaf = at > 0 and n > 1 and tree[at].child == 0
        if dark:
            leaf = n > 1 and child_of(tree, above, h.orders.rows[0], 0) == 0
        elif leaf and tree[at].visits < h.patience:
            return
        foresee(apply, estimate, scratch, tree, h, above, n)
        regretted = h.own >= 0 and regret_total(tree, h, above, n) > 0.0
        row = sample_by_regret(tree, h, above, n) if regretted else choose(tree, h, above, n)
        counted = child_of(tree, above, h.orders.rows[row], row)
        if leaf or counted == 0:
            return
        h.promised = -1.0
        if dark:
            record_pair(tree, h, at, above, counted)
        at = unseen_node(tree, h, at, counted) if dark else counted
        if at == 0:
            return
        apply(scratch[0], h.orders.rows[row], h.dice, h.log)
        h.path[h.depth] = at
        h.depth += 1


@rule
def credit(tree: list[Node], h: Search, value: float) -> None:
    """Add what a descent came to, for the asking seat, to every order on its path."""
    for i in range(h.depth):
        node = tree[h.path[i]]
        node.visits += 1.0
        node.total += value if node.action.seat == h.seat else 1.0 - value
    h.iterations += 1
    h.leaves += 1.0
    h.total += value
    h.squares += value * value
    mean = h.total / h.leaves
    h.spread = LEAST + math.sqrt(max(0.0, h.squares / h.leaves - mean * mean))


@generic
def think(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    estimate: Estimate[S],
    mask: Mask[S],
    root: list[S],
    scratch: list[S],
    tree: list[Node],
    h: Search,
    count: int,
) -> None:
    """Some more descents from root[0]. The scratch holds two states."""
    for _ in range(count):
        assign(scratch, 0, root, 0)
        descend(to_act, legal, apply, estimate, mask, scratch, tree, h)
        value = h.promised if h.promised >= 0.0 else worth(estimate, scratch[0], h.seat)
        update_regrets(tree, h, value)
        credit(tree, h, value)


@rule
def begin(tree: list[Node], h: Search, m: Actions, worths: list[Worth], n: int) -> None:
    """A new tree whose first orders start from their one-step worth, as if visited TRUST times."""
    h.used, h.iterations = 1, 0
    h.leaves, h.total, h.squares, h.spread = 0.0, 0.0, 0.0, LEAST
    tree[0].child, tree[0].last = 0, 0
    for i in range(n):
        add(tree, h, 0, m.rows[i], TRUST, worths[i].value)
    attend(tree, 0, h.keen)


@rule
def best_row(tree: list[Node], h: Search, n: int) -> int:
    """The first order visited most; of several the one with the highest mean. Order i is node i + 1.

    One that gains as good as nothing is not given where the seat can rest.
    """
    best = 0
    for i in range(1, n):
        child, other = tree[i + 1], tree[best + 1]
        if child.visits > other.visits:
            best = i
        elif child.visits == other.visits and child.total / child.visits > other.total / other.visits:
            best = i
    given = tree[best + 1]
    enough, often = given.total / given.visits - h.meant, given.visits / KNOWN
    for i in range(n):
        child = tree[i + 1]
        if child.action.verb == h.rest and child.visits > often and child.total / child.visits > enough:
            return i
    return best


@rule
def trim(tree: list[Node], h: Search, n: int) -> float:
    """Take out of the mixture of the first orders what has too small a share of the largest: it is noise.

    What is left, added up.
    """
    most, total = 0.0, 0.0
    for i in range(n):
        most = max(most, tree[i + 1].mixed)
    for i in range(n):
        node = tree[i + 1]
        if node.mixed < h.cut * most:
            node.mixed = 0.0
        total += node.mixed
    return total


@rule
def sample_row(tree: list[Node], h: Search, n: int, d: Dice) -> int:
    """A first order by the mean mixture of regret matching; the one preferred while there is none."""
    total = trim(tree, h, n)
    if total <= 0.0:
        return best_row(tree, h, n)
    left = total * (roll(d, GRAIN) - 0.5) / GRAIN
    for i in range(n):
        left -= tree[i + 1].mixed
        if left < 0.0:
            return i
    return best_row(tree, h, n)
