"""What all tests share: a cache for compiled rules that is not the user's, and examples that do not change from run to run."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import tempfile

import hypothesis
import pytest
from long_runs import LONG
from studio_for_tests import Visitor, opened_browser, server

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("steady")


def pytest_configure(config):
    """Compiled rules and tables go to folders that live as long as the tests unless the environment names others."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have their background jobs ignore Ctrl-C, and so would ours
    if "ZERMELO_TABLES" not in os.environ:
        os.environ["ZERMELO_TABLES"] = tempfile.mkdtemp(prefix="zermelo-tables-")
        config.add_cleanup(forget_tables)
    if "ZERMELO_CACHE" not in os.environ:
        os.environ["ZERMELO_CACHE"] = tempfile.mkdtemp(prefix="zermelo-tests-")
        config.add_cleanup(forget_cache)


THINNED = {
    "test_commands_run": 4,
    "test_compiled_rules_answer_what_interpreted_rules_answer": 5,
    "test_axe_finds_nothing_serious": 4,
    "test_every_game_is_finished_by_clicks": 8,
    "test_games_keep_every_law": 6,
    "test_built_in_games_keep_every_law": 2,
    "test_games_agree_with_their_oracle_on_random_walks": 3,
    "test_games_have_as_many_lines_as_their_oracle": 3,
    "test_lines_are_as_many_as_published": 2,
    "test_search_finds_the_value_that_is_known_or_that_brute_force_finds": 3,
    "test_every_lesson_shows_at_its_end_what_its_steps_say": 6,
    "test_what_is_overridden_counts_on_every_backend": 5,
    "test_odd_values_in_agents_never_end_in_a_defect": 6,
    "test_odd_numbers_get_one_sentence": 3,
    "test_a_move_is_animated_and_ends_in_the_picture_of_the_game": 9,
    "test_broken_rule_gets_one_sentence": 4,
    "test_broken_games_are_caught_by_the_law_that_they_break": 2,
    "test_bugs_are_told_with_rule_and_line": 2,
    "test_tree_and_controls_are_seen_whole_on_every_window": 7,
    "test_the_time_to_read_a_position_or_a_move_grows_with_its_length_only": 6,
    "test_long_nonsense_is_read_in_linear_time": 3,
    "test_the_tree_fits_its_frame_and_the_controls_lie_under_it": 6,
    "test_visits_are_those_of_the_notes": 3,
    "test_no_address_becomes_part_of_a_page": 4,
    "test_a_rule_that_loops_is_a_rule_error": 3,
    "test_an_agent_that_fails_forfeits_and_the_tournament_goes_on": 3,
    "test_functions_are_functions_however_rooms_are_imported": 3,
    "test_games_are_those_of_the_specification_and_of_rust": 3,
    "test_threads_of_a_group_wait_for_each_other": 4,
    "test_counts_are_those_of_the_cpu": 3,
    "test_counts_from_other_positions_are_those_of_the_specification": 2,
    "test_kernels_compile_for_a_gpu": 3,
    "test_games_from_many_positions": 3,
    "test_connect_keeps_what_brute_force_keeps": 4,
    "test_the_value_is_the_same_and_the_nodes_are_fewer": 2,
    "test_variants_keep_every_law": 4,
    "test_programs_that_do_not_answer_are_ended": 2,
    "test_isolation_facts": 3,
    "test_a_kept_node_with_few_moves_becomes_a_root_with_all": 2,
    "test_a_killed_run_ends_with_the_same_games": 5,
    "test_a_killed_run_goes_on_where_it_was": 3,
    "test_notebooks_run_and_show_something": 3,
    "test_every_backend_searches_the_same_nodes": 3,
    "test_the_same_goes_for_clocks_sizes_and_tables": 3,
    "test_programs_with_sets_agree": 4,
    "test_built_in_games_pass_their_test": 3,
    "test_rules_agree_with_obvious_ones": 2,
    "test_legal_boards": 3,
    "test_gnu_go_allows_the_same_moves_and_takes_the_same_stones": 3,
    "test_steps_lead_to_the_tree_of_the_twin": 3,
    "test_backends_search_alike": 3,
    "test_stop_from_another_thread": 2,
    "test_no_technique_changes_the_value": 3,
    "test_what_is_on_show_is_saved": 4,
    "test_wrong_options_get_one_sentence": 2,
    "test_all_processes_end_with_the_first": 3,
    "test_compiled_hiding_and_guessing_equal_the_rules_in_python": 3,
    "test_agents_for_hidden_information_play_it": 2,
    "test_views_keep_the_laws_of_hiding_and_are_compiled": 2,
    "test_interrupted_at_any_node": 2,
    "test_same_answer": 2,
    "test_every_window_keeps_its_promise": 3,
    "test_bad_agents_forfeit_with_one_sentence_on_the_command_line": 2,
    "test_on_a_phone_the_page_does_not_scroll_sideways": 3,
    "test_moves_are_chosen_with_keys_alone": 3,
    "test_any_address_gives_a_page": 2,
    "test_of_a_lesson_that_is_no_search_the_form_has_the_game": 3,
    "test_any_position_is_one_that_the_table_is_about": 3,
    "test_errors_are_rare": 3,
    "test_equal_players_are_rarely_called_unequal": 3,
    "test_ctrl_c_while_something_is_imported": 3,
    "test_every_ground_term_is_a_position": 2,
    "test_what_cannot_be_saved_or_loaded_is_told_and_the_game_goes_on": 2,
    "test_the_twin_samples_the_same": 2,
    "test_whole_games_are_legal": 2,
    "test_whole_games": 2,
    "test_bad_input_gets_one_sentence": 2,
    "test_a_proof_has_the_true_value_of_any_thicket": 3,
    "test_using_a_game_does_not_change_its_value": 2,
    "test_moves_and_winners_agree_with_obvious_ones": 2,
    "test_laws": 2,
}
"""Tests of many cases, of which `make test` runs one in so many, always the same ones; `make test-all` runs them all."""


def pytest_collection_modifyitems(config, items):
    """Tests marked `long`, and most cases of tests in THINNED, are for `make test-all`; a test that is asked for by its case is run."""
    asked = any("[" in argument for argument in config.args)
    left_out, seen = [], {}
    for item in items if not LONG else ():
        name = getattr(item, "originalname", None)
        number = seen[name] = seen.get(name, -1) + 1
        if item.get_closest_marker("long") or (number % THINNED.get(name, 1) and not asked):
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(map(id, left_out))
        items[:] = [item for item in items if id(item) not in gone]


def forget_tables():
    shutil.rmtree(os.environ.pop("ZERMELO_TABLES"), ignore_errors=True)


def forget_cache():
    shutil.rmtree(os.environ.pop("ZERMELO_CACHE"), ignore_errors=True)


@pytest.fixture(autouse=True)
def no_tables_of_other_tests(request, monkeypatch):
    """Agents use tables that are built, so tests must not see each other's; the examples of a page share theirs."""
    if request.path.suffix == ".py":
        folder = f"{os.environ['ZERMELO_TABLES']}-{os.getpid()}-{id(request)}"
        monkeypatch.setenv("ZERMELO_TABLES", folder)
        yield
        shutil.rmtree(folder, ignore_errors=True)
    else:
        yield


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Makes a folder that is expensive to fill and that no test changes; processes that test together share it."""

    def made(name, fill):
        base = tmp_path_factory.getbasetemp()
        base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
        with (base / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (base / name).exists():
                half = tmp_path_factory.mktemp(name)
                fill(half)
                half.rename(base / name)
        return base / name

    return made


# The studio in a browser, for one file of tests


@pytest.fixture(scope="module")
def browser():
    with opened_browser() as context:
        yield context


@pytest.fixture(scope="module")
def address(browser):
    with server() as place:
        yield place


@pytest.fixture
def visitor(browser, address):
    somebody = Visitor(browser, address)
    yield somebody
    somebody.leave()
