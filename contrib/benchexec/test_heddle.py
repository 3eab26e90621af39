"""Tests of the tool-info module: python3 -m unittest, in this directory."""

import unittest

import heddle


class Output(unittest.TestCase):
    def test_verdict(self):
        cases = [
            (["true"], 0, "true"),
            (["false(unreach-call)"], 1, "false(unreach-call)"),
            (["false(valid-deref)"], 1, "false(valid-deref)"),
            (["heddle: something", "unknown(bounded)"], 3, "unknown"),
            (["unknown(timeout)"], 3, "TIMEOUT"),
            (["unknown(memory)"], 3, "OUT OF MEMORY"),
            (["unknown"], 3, "unknown"),
            ([" true \n"], 0, "true"),
            (["it is true"], 4, "ERROR (exit code 4)"),
            ([], 2, "ERROR (exit code 2)"),
        ]
        for lines, code, want in cases:
            self.assertEqual(heddle.verdict(lines, code), want, lines)

    def test_command(self):
        got = heddle.command("bin/heddle", ["-j", "2"], ["a.i"], "p.prp", "LP64")
        want = ["bin/heddle", "svcomp", "-j", "2", "--property-file", "p.prp", "--data-model", "LP64", "a.i"]
        self.assertEqual(got, want)
        self.assertEqual(heddle.command("heddle", [], ["a.c"], None, None), ["heddle", "svcomp", "a.c"])


if __name__ == "__main__":
    unittest.main()
