"""The GPU: the library of its driver, and compiled rules that run on thousands of threads.

    driver.py        NVIDIA's driver, called directly
    loading.py       kernels on the device, and memory that is kept there
    random_games.py  random games, counted
    places.py        where the games of a search are played while it goes on
    counting.py      perft
    values.py        evaluations

What runs there is written in `compile/kernels/`. Where a rule fails on the GPU, the CPU is asked.
"""
