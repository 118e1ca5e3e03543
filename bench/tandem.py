"""Measures the kitchen: transitions a second, complete tables, growth by level, whole Bellman passes, screening.

    python bench/tandem.py [--bellman] [--whole] [--constraints] [--questions N] [--build N]

Everything is printed from one run on one machine: processor seconds of one thread, after compilation. `--bellman`
checks every table whole (a minute or more); `--whole` makes every table again by plain Python with the reference
simulator alone, and compares state by state (a minute or two, and 2 GB for level 6); `--constraints` has CP-SAT prove
the optima of levels 1 to 3 again, as far as it gets; `--questions N` also makes the questions of N scenarios of all
levels; `--build N` makes a release of them with two workers.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchwright.running import make
from generators.tandem.dealing import Turned, generate
from generators.tandem.scenarios import TandemConfig, screen_all, tasks_of
from releases.build import build_release
from releases.recipe import recipe_from
from schemas.recipes import PROJECT_CANARY
from solvers.tandem.bellman import check_table
from solvers.tandem.constraints import ConstraintModel
from solvers.tandem.encoding import CANONICAL, Domain, Encoding, wide
from solvers.tandem.kernel import walk
from solvers.tandem.plans import optimal_plan
from solvers.tandem.space import Space, build, start_code
from solvers.tandem.sweep import count_moves
from solvers.tandem.whole import explore_whole
from validators.tandem.surface import LIMITS, decision_scores, verification_scores
from worlds.kitchen.rules import Kitchen, packaged_kitchen
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import start_state

CLASSES = {
    "L1 oven": "baked_bell_pepper",
    "L1 pot": "boiled_egg",
    "L2 oven": "baked_potato_slices",
    "L2 pot": "boiled_potato_slices",
    "L3": "baked_potato_soup",
    "L4": "sliced_bell_pepper_and_corn_stew",
    "L5": "mashed_potato_and_pea_patty",
    "L6": "potato_carrot_and_onion_patty",
}
SEED = 20260118
"""The seed of the packaged recipe tandem-full."""
PAPER = {1: 10, 2: 5, 3: 40, 4: 35, 5: 50, 6: 60}


def clock() -> float:
    """Seconds of processor time of this process, which has one thread: other work on the machine doesn't count."""
    return time.process_time()


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bellman", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--constraints", action="store_true")
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--build", type=int, default=0)
    chosen = parser.parse_args()
    kitchen = packaged_kitchen()
    speeds(kitchen)
    tables(kitchen, chosen.bellman)
    if chosen.whole:
        whole_tables(kitchen)
    if chosen.constraints:
        constraints(kitchen)
    if chosen.questions:
        questions(kitchen, chosen.questions)
    if chosen.build:
        whole_build(chosen.build, 2)


def speeds(kitchen: Kitchen) -> None:
    """Joint steps a second of the kernel and of the reference simulator, on random walks through one order."""
    order = CLASSES["L6"]
    encoding = Encoding(kitchen, order)
    code = start_code(encoding)
    walk(encoding.tables, code, 1, 10)
    steps = 10_000_000
    began = clock()
    walk(encoding.tables, code, 1, steps)
    kernel = steps / (clock() - began)
    simulator, rng = Simulator(kitchen, order), random.Random(1)
    state = simulator.start()
    done, spent = 0, 0.0
    while done < 100_000:
        pair = rng.choice(simulator.legal(state, 0)), rng.choice(simulator.legal(state, 1))
        began = clock()
        state = simulator.step(state, pair[0], pair[1]).state
        spent += clock() - began
        done += 1
        if state.delivered:
            state = simulator.start()
    reference = done / spent
    ratio = kernel / reference
    print(f"joint steps a second: kernel {kernel:,.0f}, reference simulator {reference:,.0f}, {ratio:,.0f} times")


def tables(kitchen: Kitchen, bellman: bool) -> None:
    """Complete spaces: size, optimum, time, memory of the arrays, and the canonical plan's time."""
    build(Encoding(kitchen, CLASSES["L1 pot"]))
    optimal_plan(
        Encoding(kitchen, CLASSES["L1 pot"]), build(Encoding(kitchen, CLASSES["L1 pot"])), start_state(kitchen)
    )
    for title, domain in (("canonical", CANONICAL), ("wide", wide(kitchen))):
        print(f"\n{title} domain")
        print(f"{'class':8} {'states':>10} {'joint moves':>12} {'optimum':>7} {'seconds':>8} {'MB':>6} {'plan s':>7}")
        spent = [row(kitchen, name, order, domain, bellman and domain == CANONICAL) for name, order in CLASSES.items()]
        levels = [spent[1], *spent[3:]]  # the pot's classes of levels 1 and 2, then one class a level
        growth = ", ".join(f"{now / max(before, 1e-4):.1f}" for before, now in pairwise(levels))
        print(
            f"times longer from one level to the next, from 1 to 6: {growth}; from 1 to 6 {levels[-1] / levels[0]:,.0f}"
        )
        print(f"all classes {sum(spent):.2f} s; largest resident size so far {peak():.0f} MB")


def row(kitchen: Kitchen, name: str, order: str, domain: Domain, bellman: bool) -> float:
    """One class."""
    encoding = Encoding(kitchen, order, domain)
    began = clock()
    space = build(encoding)
    spent = clock() - began
    moves = count_moves(space.rules, space.edges, space.poses, space.depth)
    number = space.number(start_code(encoding)) or 0
    began = clock()
    if domain == CANONICAL:
        optimal_plan(encoding, space, start_state(kitchen))
    plan = clock() - began
    counts = f"{space.reachable():10,} {moves:12,} {space.cost[number]:7}"
    print(f"{name:8} {counts} {spent:8.2f} {size(space):6.0f} {plan:7.3f}")
    if bellman:
        began = clock()
        report = check_table(encoding, space)
        verdict = "holds" if not report.wrong and not report.leaving else f"BROKEN at {report.wrong}"
        seconds = clock() - began
        print(f"         Bellman {verdict} on {report.states:,} states: {report.steps:,} joint steps, {seconds:.1f} s")
    return spent


def whole_tables(kitchen: Kitchen) -> None:
    """Every canonical table again, by a search that shares no code with the kernel."""
    print("\nplain Python, whole canonical tables, against the kernel's")
    print(f"{'class':8} {'states':>10} {'joint moves':>12} {'differ':>7} {'seconds':>8} {'compared':>8} {'MB':>6}")
    for name, order in CLASSES.items():
        began = clock()
        found = explore_whole(kitchen, order)
        spent = clock() - began
        encoding = Encoding(kitchen, order)
        space = build(encoding)
        moves = count_moves(space.rules, space.edges, space.poses, space.depth)
        differ = sum(space.cost[space.number(encoding.encode(state) or 0) or 0] != cost for state, cost in found.each())
        differ += abs(space.reachable() - found.states) + abs(moves - found.moves)
        compared = clock() - began - spent
        counts = f"{found.states:10,} {found.moves:12,} {differ:7}"
        print(f"{name:8} {counts} {spent:8.1f} {compared:8.1f} {peak():6.0f}", flush=True)


def constraints(kitchen: Kitchen) -> None:
    """CP-SAT on the start of each class up to level 3: one joint step less than the optimum, then the optimum."""
    print("\nCP-SAT, everything legal, from the order's start")
    for name, order in list(CLASSES.items())[:5]:
        space, model = build(Encoding(kitchen, order)), ConstraintModel(kitchen, order)
        optimum = int(space.cost[space.number(start_code(Encoding(kitchen, order))) or 0])
        for steps in (optimum - 1, optimum):
            began = clock()
            answer = {True: "can be done", False: "can't be done", None: "not settled"}[
                model.within(start_state(kitchen), steps, effort=10.0)
            ]
            print(f"{name:8} in {steps} joint steps: {answer}, {clock() - began:.1f} s")


def size(space: Space) -> float:
    """Megabytes of a space's arrays."""
    arrays = [space.materials, space.depth, space.cost, space.back_of, *space.edges, *space.back]
    return sum(array.nbytes for array in arrays) / 1e6


def peak() -> float:
    """The process's largest resident size in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def questions(kitchen: Kitchen, scenarios: int) -> None:
    """Screening and question making as the packaged recipe does it, with the counts beside the paper's."""
    config = TandemConfig(SEED, scenarios, "test", PROJECT_CANARY)
    began = clock()
    screened = screen_all(kitchen, config.levels)
    print(f"\nscreening {clock() - began:.1f} s")
    for task in tasks_of(kitchen, config, screened):
        room = f"|S| {task.representatives:3}  T {task.optimum:3}  capacity {task.capacity:3}"
        print(f"  {task.order:42} {room}  scenarios {task.allotted:3}")
    began = clock()
    made = list(generate(kitchen, config))
    found = [one for one in made if not isinstance(one, Turned)]
    print(
        f"screening and questions {clock() - began:.1f} s, peak {peak():.0f} MB; turned down {len(made) - len(found)}"
    )
    levels = Counter(q.level for q in found)
    print("  scenarios a level (paper's)", {level: (levels[level] // 2, PAPER[level]) for level in sorted(levels)})
    pairs = list(zip(found[::2], found[1::2], strict=True))
    alike = sum([o.programs for o in a.options] == [o.programs for o in b.options] for a, b in pairs)
    print(f"  conflict questions {sum(q.conflict for q in found)} (paper 15), matched pairs {alike} (64)")
    stuck = sum(any(o.cost is None for o in q.options) for q in found)
    print(f"  with an unfinishable option {stuck} (246), structures {len({q.structure for q in found})}")
    for salt in range(3):  # the first division into folds is the check's
        for what, scores in (("decision", decision_scores), ("verification", verification_scores)):
            for score in scores(found, salt):
                share = f"{score.right} of {score.asked}, upper bound {100 * score.upper:.1f} %"
                print(
                    f"  surface, {what}, {score.classifier}, folds {salt}: {share} (at most {100 * LIMITS[what]:.0f} %)"
                )


def whole_build(scenarios: int, workers: int) -> None:
    """A release as a user makes it, from an empty folder, with tables and compiled code from the cache."""
    with TemporaryDirectory() as folder:
        table = {
            "name": "bench",
            "version": "0.0.0",
            "title": "Bench",
            "seed": SEED,
            "tandem": {"scenarios": scenarios},
        }
        before = cpu_of_children()
        began, own = time.perf_counter(), clock()
        make(build_release, recipe_from(table, "bench"), None, Path(folder) / "out", workers, False)
        spent = clock() - own + cpu_of_children() - before
        print(f"whole build, {workers} workers: {time.perf_counter() - began:.0f} s, {spent:.0f} s of processor time")


def cpu_of_children() -> float:
    """Seconds of processor time of the processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
