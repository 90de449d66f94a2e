"""From rules in Python to C functions: lowering (rules to plain functions), native (functions to pointers), cache."""
